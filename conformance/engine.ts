// Where the runners meet our engine. A part that is undefined is not there yet: its sections are left out, and the
// ratchet counts them as not reached.

/** The input files of an archive, by name, and those in its top folder that end in .cue: the arguments. */
export interface Workspace {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly args: readonly string[];
}

export interface CommandAnswer {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Engine {
  /** A file as `cue fmt` prints it, or undefined if it does not parse. */
  readonly format?: (name: string, source: Uint8Array) => string | undefined;
  /** The rows of `want/values.jsonl`, in order, each ready for JSON.stringify. */
  readonly rows?: (workspace: Workspace) => readonly object[];
  /** `cue ARGS` in a folder that holds the workspace's files. */
  readonly command?: (args: readonly string[], folder: string) => Promise<CommandAnswer>;
}

export const engine: Engine = {};
