import type { Reason, SourceFile, SourcePosition } from "../../source/index.ts";
import { reportFailures } from "../message/index.ts";
import { labelOf } from "./declarations.ts";
import { flattenFault, sortFaults } from "../module/index.ts";
import type { Fault } from "../module/index.ts";
import { errorCodeName } from "../value/index.ts";
import type { Bottom, CueFailure, LabelTable, Src } from "../value/index.ts";

/** A place in a source or data file. Lines and columns count from 1, columns in bytes. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** UTF-16 offset, and the text that it is an offset into, where they are known. */
  readonly offset?: number;
  readonly source?: SourceFile;
  /** Where what stands there ends. */
  readonly end?: number;
  /** What the tree that it was given by calls it. */
  readonly label?: string;
}

/**
 * What kind of error it is: `load` (files, syntax, names), `eval`, `user` (`error()` and `_|_`), `structural_cycle`,
 * `incomplete` (more input may resolve it) or `cycle`.
 */
export type CueErrorCode = "load" | "eval" | "user" | "structural_cycle" | "incomplete" | "cycle";

/** One error, as plain data. */
export interface CueError {
  /** Where in the data; each element as it is written in a path. */
  readonly path: readonly string[];
  /** Without path and positions, in the words of `cue`. */
  readonly message: string;
  readonly code: CueErrorCode;
  /** Why, as one of a closed set, and what the message is made of: what programs read in place of its words. */
  readonly reason: Reason;
  /** The place to look first, then the others. */
  readonly positions: readonly Position[];
}

/** The errors of a bottom, sorted and each once, as the command line lists them. */
export function errorsOf(b: Bottom, labels: LabelTable, cwd = ""): CueError[] {
  return errorsOfFailures([b.err], labels, cwd, errorCodeName(b.code) as CueErrorCode);
}

export function errorsOfFailures(
  failures: readonly CueFailure[],
  labels: LabelTable,
  cwd: string,
  code: CueErrorCode,
): CueError[] {
  return reportFailures(failures, labels, cwd).map(({ path, message, reason, positions }) => ({
    path,
    message,
    code,
    reason,
    positions: positions.map(positionOf),
  }));
}

/** Mistakes of loading, in the order of printing. */
export function errorsOfFaults(faults: readonly Fault[]): CueError[] {
  return sortFaults(faults.flatMap(flattenFault)).map(({ path, message, reason, positions }) => ({
    path,
    message,
    code: "load",
    reason,
    positions: positions.map((p: SourcePosition) => ({ ...p })),
  }));
}

export function positionOf(src: Src): Position {
  const { line, column } = src.file.lines.at(src.offset);
  const label = labelOf(src);
  const end = src.end > src.offset ? src.end : undefined;
  return {
    file: src.file.name,
    line,
    column,
    offset: src.offset,
    source: src.file,
    ...(end === undefined ? {} : { end }),
    ...(label === undefined ? {} : { label }),
  };
}

/** `file:line:column`. */
export function positionText(p: Position): string {
  return p.file === "" ? `${p.line}:${p.column}` : `${p.file}:${p.line}:${p.column}`;
}

/** The errors as `cue` prints them: message, then one position on each line. */
export function errorsText(errors: readonly CueError[]): string {
  let out = "";
  for (const { path, message, positions } of errors) {
    out += `${path.length > 0 ? `${path.join(".")}: ` : ""}${message}${positions.length > 0 ? ":" : ""}\n`;
    for (const p of positions) out += `    ${positionText(p)}\n`;
  }
  return out;
}
