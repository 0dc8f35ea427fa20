// Starts the page: the engine in a Worker, the picture that came along, and the view that the link names.
import { effect } from "@preact/signals";
import { render as draw } from "preact";
import type { Picture } from "../../src/picture/index.ts";
import type { Project } from "../engine/project.ts";
import { App } from "./app.tsx";
import { EngineClient } from "./engine-client.ts";
import { messages } from "./messages.ts";
import { fromFragment } from "./share.ts";
import {
  engine,
  environment,
  examples,
  mode,
  original,
  project,
  render,
  selectedObject,
  showPicture,
  teraEngine,
  view,
} from "./state.ts";
import type { Mode, ViewName } from "./state.ts";

/** What the page's file brings along; the boot script of page.html unpacks it. */
export interface PageData {
  readonly mode: Mode;
  readonly project: Project;
  /** Rendered already; a playground renders itself. */
  readonly picture?: Picture;
  readonly examples?: Readonly<Record<string, Project>>;
  /** Beside the page: the engine of templates, which is fetched when the page is there. */
  readonly tera?: string;
}

interface Brought {
  readonly data: PageData;
  readonly engine: string;
  readonly catalog: ArrayBuffer;
  readonly messages: Readonly<Record<string, string>>;
}

declare global {
  var opmPage: (brought: Brought) => Promise<void>;
}

globalThis.opmPage = async ({ data, engine: url, catalog, messages: pages }) => {
  mode.value = data.mode;
  messages.value = pages;
  examples.value = data.examples ?? {};
  const shared = data.mode === "play" ? await fromFragment(location.hash) : undefined;
  const given = shared ?? data.project;
  original.value = given;
  project.value = given;
  if (data.picture !== undefined) showPicture(data.picture);
  followLink();
  draw(<App />, document.getElementById("app")!);
  const client = new EngineClient(url);
  await client.ask<"start">({ ask: "start", catalog });
  engine.value = client;
  await render();
  if (data.tera !== undefined) teraEngine.value = beside(data.tera);
  if (data.mode === "served") followServer();
};

/** A page from a disk may start no Worker from the disk: it does without templates then. */
function beside(file: string): EngineClient | undefined {
  try {
    return new EngineClient(file);
  } catch {
    return undefined;
  }
}

/** What one looks at is in the link, so that back and forward work; a playground's project is there too, by itself. */
function followLink(): void {
  const read = (): void => {
    const found = new URLSearchParams(location.hash.startsWith("#p1.") ? "" : location.hash.slice(1));
    view.value = (found.get("view") as ViewName | null) ?? "objects";
    if (found.has("env")) environment.value = found.get("env")!;
    if (found.has("object")) selectedObject.value = found.get("object")!;
  };
  read();
  addEventListener("popstate", read);
  effect(() => {
    const words = new URLSearchParams({ view: view.value });
    if (environment.value !== undefined) words.set("env", environment.value);
    if (selectedObject.value !== undefined) words.set("object", selectedObject.value);
    const next = `#${words}`;
    if (location.hash !== next && !location.hash.startsWith("#p1.")) history.pushState(null, "", next);
  });
}

/** A server says when files changed; what the user edited meanwhile stays. */
function followServer(): void {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const events = new EventSource(`/events?token=${encodeURIComponent(token)}`);
  events.addEventListener("change", ({ data }: MessageEvent<string>) => {
    const next = JSON.parse(data) as PageData;
    const before = original.value;
    const own = Object.entries(project.value?.files ?? {}).filter(([name, text]) => before?.files[name] !== text);
    const isEdited = own.length > 0 || project.value?.sets !== before?.sets;
    original.value = next.project;
    project.value = isEdited
      ? { ...next.project, files: { ...next.project.files, ...Object.fromEntries(own) }, sets: project.value!.sets }
      : next.project;
    if (next.picture !== undefined) showPicture(next.picture);
    void render();
  });
}
