/**
 * The rooms from top to bottom: a room may import those in lower rows, never one in its own row or above.
 * A new room goes here first.
 */
export const layers: readonly (readonly string[])[] = [
  ["src/cli"],
  ["src/host"],
  ["src/language"],
  ["src/delivery"],
  ["src/cluster"],
  ["src/picture"],
  ["src/workspace"],
  ["src/bundle", "src/matrix"],
  ["src/pipeline"],
  ["src/governance"],
  ["src/secrets", "src/values"],
  ["src/registry", "src/crd"],
  ["src/cue", "src/tera"],
  ["src/cue/api"],
  ["src/cue/program"],
  ["src/cue/schema"],
  ["src/cue/load", "src/cue/export"],
  ["src/cue/eval"],
  ["src/cue/builtin"],
  ["src/cue/compile", "src/cue/order"],
  ["src/cue/message"],
  ["src/cue/value", "src/cue/module", "src/cue/codec"],
  ["src/cue/syntax", "src/cue/regexp"],
  ["src/cue/number", "src/cue/meter"],
  ["src/source"],
];

/** Rooms that never meet, whatever their rows say: the first imports nothing of the second. */
export const strangers: readonly (readonly [string, string])[] = [
  ["src/tera", "src/cue"],
  ["src/cluster", "src/cue"],
];

/**
 * Rooms inside of an engine: from outside there is the engine's door, and those of the rooms that are listed here. If our
 * own rooms cannot be written on the public library, nobody else's can.
 */
export const engines: ReadonlyMap<string, readonly string[]> = new Map([
  ["src/cue", ["src/cue/load", "src/cue/schema", "src/cue/syntax", "src/cue/module"]],
]);

/**
 * Rooms without a single door: each file of host is one adapter, and the command line must be able to load one
 * (the streams, at start) without loading the others (TLS, cryptography).
 */
export const openRooms: readonly string[] = ["src/host"];

/** Files that launchers, snapshots and workers load by their names: nobody imports what they export. */
export const loadedByName: readonly string[] = [
  "src/cli/command/job-worker.ts",
  "src/cli/command/lsp-worker.ts",
  "src/cli/command/preparation.ts",
  "src/cli/rehearse.ts",
  "src/cli/start.ts",
];

/** Where Node's own modules may appear; tests may use them anywhere. */
export const nodeFolders: readonly string[] = ["src/host", "src/cli", "tool", "conformance", "bench"];

/** Folders of rooms: each folder in them is a room of its own. */
const parents = ["src", "src/cue"];

/** The room of a file: the folder directly under src or src/cue; undefined outside of src. */
export function roomOf(path: string): string | undefined {
  let room: string | undefined;
  for (const parent of parents) {
    if (!path.startsWith(`${parent}/`)) continue;
    const name = path.slice(parent.length + 1).split("/");
    if (name.length > 1) room = `${parent}/${name[0]}`;
  }
  return room;
}

export function rowOf(room: string): number {
  return layers.findIndex((row) => row.includes(room));
}
