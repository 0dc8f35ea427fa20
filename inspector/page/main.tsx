// Starts the page: the engine in a Worker, the picture that came along, and the view that the link names.
import { render as draw } from "preact";
import type { Picture } from "../../src/picture/index.ts";
import type { Project } from "../engine/project.ts";
import { App } from "./app.tsx";
import { EngineClient, ServerClient } from "./engine-client.ts";
import { LanguageClient, languageSource, tellLanguage } from "./language-client.ts";
import { messageSource } from "./messages.ts";
import { followLink } from "./follow-link.ts";
import { cuePlay, teraPlay } from "./play-state.ts";
import { fromFragment } from "./share.ts";
import {
  clusters,
  engine,
  examples,
  live,
  mayApply,
  mode,
  original,
  project,
  render,
  showPicture,
  teraEngine,
  version,
  versions,
} from "./state.ts";
import type { Mode } from "./state.ts";

/** What the page's file brings along; the boot script of page.html unpacks it. */
export interface PageData {
  readonly mode: Mode;
  readonly project: Project;
  /** Rendered already; a playground renders itself. */
  readonly picture?: Picture;
  readonly examples?: Readonly<Record<string, Project>>;
  /** What rendering the picture derived from the catalog: more than half of a first render. */
  readonly derived?: Readonly<Record<string, string>>;
  /** Beside the page: the engine of templates, which is fetched when the page is there. */
  readonly tera?: string;
  /** The program that made the page. */
  readonly version?: string;
  /** Playgrounds of other versions, where they are. */
  readonly versions?: Readonly<Record<string, string>>;
  /** The server applies plans. */
  readonly mayApply?: boolean;
}

interface Brought {
  readonly data: PageData;
  /** A Worker with the engine, or with the language server. */
  startWorker(name: "engine" | "language"): Worker;
  /** They are unpacked when somebody needs them. */
  catalog(): ArrayBuffer;
  messages(): Readonly<Record<string, string>>;
}

declare global {
  var opmPage: (brought: Brought) => Promise<void>;
}

globalThis.opmPage = async ({ data, startWorker, catalog, messages: pages }) => {
  mode.value = data.mode;
  messageSource(pages);
  examples.value = data.examples ?? {};
  version.value = data.version ?? "";
  versions.value = data.versions ?? {};
  mayApply.value = data.mayApply === true;
  const shared = data.mode === "play" ? await fromFragment(location.hash) : undefined;
  const given = shared?.kind === "p" ? shared.data : data.project;
  if (shared?.kind === "c") cuePlay.value = shared.data;
  if (shared?.kind === "t") teraPlay.value = shared.data;
  original.value = given;
  project.value = given;
  if (data.picture !== undefined && given === data.project) showPicture(data.picture);
  languageSource((of) => new LanguageClient(startWorker("language"), catalog(), of));
  followLink();
  draw(<App />, document.getElementById("app")!);
  const server = data.mode === "served" ? new ServerClient() : undefined;
  clusters.value = server;
  // The server has what was cut out of the page, and the module cache: it renders where that could matter.
  if (server !== undefined && (given.sealed === true || given.modules !== undefined)) engine.value = server;
  else {
    const client = new EngineClient(startWorker("engine"));
    await client.ask<"start">({
      ask: "start",
      catalog: catalog(),
      ...(data.derived && { derived: data.derived }),
    });
    engine.value = client;
  }
  await render();
  if (data.tera !== undefined) teraEngine.value = beside(data.tera);
  if (data.mode === "served") followServer();
};

/** A page from a disk may start no Worker from the disk: it does without templates then. */
function beside(file: string): EngineClient | undefined {
  try {
    return new EngineClient(new Worker(file));
  } catch {
    return undefined;
  }
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
    live.value = new Map();
    tellLanguage(next.project.files);
    void render();
  });
}
