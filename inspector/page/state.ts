// What the page knows and shows. Views read signals; everything that happens goes through the functions here.
import { computed, effect, signal } from "@preact/signals";
import type { OriginPicture, Picture, ReleasePicture } from "../../src/picture/index.ts";
import type { Project, ProjectSet } from "../engine/project.ts";
import { compareReleases } from "./compare.ts";
import type { EngineClient } from "./engine-client.ts";
import { Superseded } from "./engine-client.ts";

export type ViewName =
  | "objects"
  | "values"
  | "phases"
  | "matches"
  | "environments"
  | "policies"
  | "secrets"
  | "rollout"
  | "what-if"
  | "source"
  | "cue"
  | "tera";

/** Where the page came from, and what follows: a file is as it is, a server sends changes, a playground has a link. */
export type Mode = "file" | "served" | "play";

export const mode = signal<Mode>("file");
export const engine = signal<EngineClient | undefined>(undefined);
/** Templates have an engine of their own, in the playground alone. */
export const teraEngine = signal<EngineClient | undefined>(undefined);
/** Projects to begin with, by name: the playground's examples. */
export const examples = signal<Readonly<Record<string, Project>>>({});
/** The release as it was given. */
export const base = signal<Picture | undefined>(undefined);
/** What the engine is given: the project with the user's edits. */
export const project = signal<Project | undefined>(undefined);
export const original = signal<Project | undefined>(undefined);
/** What became of the edits; undefined while there are none. */
export const draft = signal<Picture | undefined>(undefined);
export const busy = signal(false);
/** The engine has rendered once: from then on it can be asked about fields. */
export const ready = signal(false);
export const failure = signal("");
export const tookMs = signal<number | undefined>(undefined);

export const view = signal<ViewName>("objects");
export const environment = signal<string | undefined>(undefined);
export const selectedObject = signal<string | undefined>(undefined);
export const selectedPath = signal<readonly (string | number)[] | undefined>(undefined);
export const selectedValue = signal<string | undefined>(undefined);
export const selectedFile = signal<string | undefined>(undefined);
export const selectedLine = signal<number | undefined>(undefined);
export const filter = signal("");

/** Texts of files, those of origins that were asked for included. */
export const files = signal<Readonly<Record<string, string>>>({});
export const origins = signal<readonly OriginPicture[] | undefined>(undefined);
export const reached = signal<readonly { object: string; path: readonly (string | number)[] }[] | undefined>(undefined);

export const picture = computed(() => draft.value ?? base.value);
export const release = computed(() => releaseOf(picture.value, environment.value));
export const isEdited = computed(() => draft.value !== undefined);

/** What the edits change, in each environment. */
export const changes = computed(() => {
  const after = draft.value;
  if (after === undefined) return [];
  return after.releases.map((release) => ({
    environment: release.environment,
    errors: release.diagnostics.filter(({ severity }) => severity === "error"),
    objects: compareReleases(releaseOf(base.value, release.environment), release),
  }));
});

export function releaseOf(from: Picture | undefined, name: string | undefined): ReleasePicture | undefined {
  return from?.releases.find((one) => one.environment === name) ?? from?.releases[0];
}

export function showPicture(next: Picture): void {
  base.value = next;
  files.value = { ...files.value, ...next.files };
  if (!next.releases.some((one) => one.environment === environment.value))
    environment.value = next.releases[0]?.environment;
}

/** Renders the project as it is now; of several edits in a row only the last is rendered. */
export async function render(): Promise<void> {
  const client = engine.value;
  const now = project.value;
  if (client === undefined || now === undefined) return;
  busy.value = true;
  const from = performance.now();
  try {
    const next = await client.ask<"open">({ ask: "open", project: now });
    tookMs.value = Math.round(performance.now() - from);
    files.value = { ...files.value, ...next.files };
    if (now === original.value && base.value === undefined) showPicture(next);
    draft.value = now === original.value ? undefined : next;
    failure.value = "";
    ready.value = true;
    if (!next.releases.some((one) => one.environment === environment.value))
      environment.value = next.releases[0]?.environment;
  } catch (error) {
    if (error instanceof Superseded) return;
    failure.value = error instanceof Error ? error.message : String(error);
  } finally {
    busy.value = false;
  }
}

export function edit(change: (project: Project) => Project): void {
  if (project.value === undefined) return;
  project.value = change(project.value);
  void render();
}

/** Another project altogether. */
export function openProject(next: Project): void {
  original.value = next;
  project.value = next;
  base.value = undefined;
  draft.value = undefined;
  environment.value = undefined;
  selectedObject.value = undefined;
  selectedPath.value = undefined;
  selectedValue.value = undefined;
  selectedFile.value = undefined;
  void render();
}

export function reset(): void {
  project.value = original.value;
  draft.value = undefined;
  void render();
}

export function editFile(name: string, text: string): void {
  edit((p) => ({ ...p, files: { ...p.files, [name]: text } }));
}

/** One `--set` for a path; an empty text takes it back. */
export function setValue(path: string, kind: ProjectSet["kind"], text: string | undefined): void {
  edit((p) => ({
    ...p,
    sets: [
      ...p.sets.filter(({ argument }) => !argument.startsWith(`${path}=`)),
      ...(text === undefined ? [] : [{ kind, argument: `${path}=${text}` }]),
    ],
  }));
}

// A field that is selected is explained; what was asked before and comes late is not shown.
effect(() => {
  const client = engine.value;
  const object = selectedObject.value;
  const path = selectedPath.value;
  const env = environment.value;
  void picture.value;
  origins.value = undefined;
  if (client === undefined || !ready.value || object === undefined || path === undefined) return;
  void client
    .ask<"explain">({ ask: "explain", ...(env !== undefined && { environment: env }), object, paths: [path] })
    .then((answer) => {
      if (selectedObject.value !== object || selectedPath.value !== path) return;
      files.value = { ...files.value, ...answer.files };
      origins.value = answer.origins[0] ?? [];
    })
    .catch(() => (origins.value = []));
});

effect(() => {
  const client = engine.value;
  const value = selectedValue.value;
  const env = environment.value;
  void picture.value;
  reached.value = undefined;
  if (client === undefined || !ready.value || value === undefined) return;
  void client
    .ask<"reach">({ ask: "reach", ...(env !== undefined && { environment: env }), value })
    .then((answer) => {
      if (selectedValue.value === value) reached.value = answer;
    })
    .catch(() => (reached.value = []));
});

export function openObject(id: string, path?: readonly (string | number)[]): void {
  selectedObject.value = id;
  selectedPath.value = path;
  view.value = "objects";
}

export function openValue(path: string): void {
  selectedValue.value = path;
  view.value = "values";
}

export function openPlace(file: string, line: number): void {
  selectedFile.value = file;
  selectedLine.value = line;
  view.value = "source";
}
