// What the page knows and shows. Views read signals; everything that happens goes through the functions here.
import { computed, effect, signal } from "@preact/signals";
import type { ClusterPicture, OriginPicture, Picture, ReleasePicture } from "../../src/picture/index.ts";
import { yamlPaths } from "../../src/picture/yaml-paths.ts";
import type { Project, ProjectSet } from "../engine/project.ts";
import { compareReleases, pathText } from "./compare.ts";
import { Superseded } from "./engine-client.ts";
import type { Answering } from "./engine-client.ts";

export type ViewName =
  | "objects"
  | "values"
  | "phases"
  | "matches"
  | "environments"
  | "bundle"
  | "policies"
  | "secrets"
  | "rollout"
  | "cluster"
  | "what-if"
  | "source"
  | "cue"
  | "tera";

/** Where the page came from, and what follows: a file is as it is, a server sends changes, a playground has a link. */
export type Mode = "file" | "served" | "play";

export const mode = signal<Mode>("file");
/** The program that made the page. */
export const version = signal("");
/** Playgrounds of other versions, where they are. */
export const versions = signal<Readonly<Record<string, string>>>({});
export const engine = signal<Answering | undefined>(undefined);
/** Templates have an engine of their own, in the playground alone. */
export const teraEngine = signal<Answering | undefined>(undefined);
/** Knows clusters: the server of a served page. */
export const clusters = signal<Answering | undefined>(undefined);
/** The server applies when it is asked to. */
export const mayApply = signal(false);
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
/** The id of the release that is looked at. */
export const chosen = signal<string | undefined>(undefined);
export const selectedObject = signal<string | undefined>(undefined);
export const selectedPath = signal<readonly (string | number)[] | undefined>(undefined);
export const selectedValue = signal<string | undefined>(undefined);
export const selectedFile = signal<string | undefined>(undefined);
export const selectedLine = signal<number | undefined>(undefined);
export const filter = signal("");

/** Texts of files, those of origins that were asked for included. */
export const files = signal<Readonly<Record<string, string>>>({});
/** Ways back of the fields of the object that is looked at, by path; undefined while they are looked for. */
export const origins = signal<ReadonlyMap<string, readonly OriginPicture[]> | undefined>(undefined);
export const reached = signal<readonly { object: string; path: readonly (string | number)[] }[] | undefined>(undefined);
/** What the clusters said, by release. */
export const live = signal<ReadonlyMap<string, ClusterPicture | "asking">>(new Map());

export const picture = computed(() => draft.value ?? base.value);
export const release = computed(() => releaseOf(picture.value, chosen.value));
export const isEdited = computed(() => draft.value !== undefined);
/** The object that is looked at: the chosen one, or the first. */
export const object = computed(() => {
  const all = release.value?.objects ?? [];
  return all.find(({ id }) => id === selectedObject.value) ?? all[0];
});

/** What the edits change, in each release. */
export const changes = computed(() => {
  const after = draft.value;
  if (after === undefined) return [];
  return after.releases.map((one) => ({
    release: one.id,
    errors: one.diagnostics.filter(({ severity }) => severity === "error"),
    objects: compareReleases(releaseOf(base.value, one.id), one),
  }));
});

export function releaseOf(from: Picture | undefined, id: string | undefined): ReleasePicture | undefined {
  return from?.releases.find((one) => one.id === id) ?? from?.releases[0];
}

export function showPicture(next: Picture): void {
  base.value = next;
  files.value = { ...files.value, ...next.files };
  keepChosen(next);
}

function keepChosen({ releases }: Picture): void {
  if (!releases.some(({ id }) => id === chosen.value)) chosen.value = releases[0]?.id;
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
    keepChosen(next);
    busy.value = false;
  } catch (error) {
    if (error instanceof Superseded) return;
    failure.value = error instanceof Error ? error.message : String(error);
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
  chosen.value = undefined;
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

/** One `--set` for a path; without a text it is taken back. */
export function setValue(path: string, kind: ProjectSet["kind"], text: string | undefined): void {
  edit((p) => {
    const others = p.sets.filter(({ argument }) => !argument.startsWith(`${path}=`));
    const sets = [...others, ...(text === undefined ? [] : [{ kind, argument: `${path}=${text}` }])];
    const was = original.value;
    // Back where it was: nothing is edited.
    if (was !== undefined && p.files === was.files && JSON.stringify(sets) === JSON.stringify(was.sets)) return was;
    return { ...p, sets };
  });
}

/** More lines than this are not explained all at once. */
const MOST_LINES = 1500;

// The object that is looked at is explained line by line; what was asked before and comes late is not shown.
effect(() => {
  const client = engine.value;
  const [of, at] = [release.value, object.value];
  if (client === undefined || !ready.value || of === undefined || at === undefined || view.value !== "objects") return;
  origins.value = undefined;
  const paths = distinct(yamlPaths(at.yaml));
  void client
    .ask<"explain">({ ask: "explain", release: of.id, object: at.id, paths: paths.slice(0, MOST_LINES) })
    .then((answer) => {
      if (object.peek() !== at) return;
      files.value = { ...files.peek(), ...answer.files };
      origins.value = new Map(answer.origins.map((chain, i) => [pathText(paths[i]!), chain]));
    })
    .catch(() => (origins.value = new Map()));
});

function distinct(paths: readonly (readonly (string | number)[])[]): (readonly (string | number)[])[] {
  return [...new Map(paths.map((path) => [pathText(path), path])).values()];
}

effect(() => {
  const client = engine.value;
  const value = selectedValue.value;
  const of = release.value;
  if (client === undefined || !ready.value || value === undefined || of === undefined) return;
  reached.value = undefined;
  void client
    .ask<"reach">({ ask: "reach", release: of.id, value })
    .then((answer) => {
      if (selectedValue.value === value) reached.value = answer;
    })
    .catch(() => (reached.value = []));
});

/** Asks the cluster of a release what is there. */
export async function lookUp(id: string): Promise<void> {
  const client = clusters.value;
  if (client === undefined || live.value.get(id) === "asking") return;
  live.value = new Map(live.value).set(id, "asking");
  const answer = await client.ask<"cluster">({ ask: "cluster", release: id }).catch(unanswered);
  live.value = new Map(live.value).set(id, answer);
}

/** Runs a plan that was shown. */
export async function apply(id: string, plan: string): Promise<void> {
  const answer = await clusters.value?.ask<"apply">({ ask: "apply", release: id, plan }).catch(unanswered);
  if (answer !== undefined) live.value = new Map(live.value).set(id, answer);
}

const unanswered = ({ message }: Error): ClusterPicture => ({
  objects: [],
  diagnostics: [{ severity: "error", message, places: [], notes: [] }],
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
