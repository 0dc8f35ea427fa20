// Where the runners meet our engine. A part that is undefined is not there yet: its sections are left out, and the
// ratchet counts them as not reached.
import { findCommand, main, memoryIo } from "../src/cli/index.ts";
import { valueText } from "../src/cue/export/index.ts";
import { format, parseFile } from "../src/cue/syntax/index.ts";
import { ProgramRuntime } from "../src/cue/program/index.ts";
import { SourceFile } from "../src/source/index.ts";
import { workspaceRows } from "./rows.ts";

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
  /** `cue ARGS` in a folder that holds the workspace's files; undefined for a command that we do not have. */
  readonly command?: (args: readonly string[], folder: string) => Promise<CommandAnswer | undefined>;
}

export const engine: Engine = { format: formatSource, rows: rowsOf, command: runCue };

function rowsOf(workspace: Workspace): readonly object[] {
  return workspaceRows(workspace, new ProgramRuntime(), (v, e) => valueText(v, e));
}

function formatSource(name: string, source: Uint8Array): string | undefined {
  const { file, errors } = parseFile(SourceFile.fromBytes(name, source));
  return errors.length > 0 ? undefined : format(file);
}

/** Ours is `opm cue ARGS`, in this process; the folder is the only thing it shares with the outside. */
async function runCue(args: readonly string[], folder: string): Promise<CommandAnswer | undefined> {
  const line = ["cue", ...args];
  if (findCommand(line) === undefined) return undefined;
  const io = memoryIo(folder, { CUE_REGISTRY: "none", HOME: folder });
  const { exit } = await main(line, io, "conformance");
  return { exit, stdout: io.out(), stderr: io.err() };
}
