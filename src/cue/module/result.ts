import type { Reason, ReasonKind, SourceFile, SourcePosition } from "../../source/index.ts";

/** The outcome of an operation that a user, a file or a network can spoil: data, never an exception. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

/** One mistake, in the words of cue. */
export interface Fault {
  /** Without path and positions. */
  readonly message: string;
  /** The place to look first, then the others in order of file and place. */
  readonly positions: readonly SourcePosition[];
  readonly reason: Reason;
  /** Where in the data, or the import paths that led here. Printed joined with dots. */
  readonly path: readonly string[];
  /** The thing asked for does not exist (as against: could not be read). */
  readonly notFound?: boolean;
  /** The message as Go's Error method words it, where it differs (it names the place first). */
  readonly detail?: string;
  /** Further mistakes found with it. */
  readonly also?: readonly Fault[];
}

/** A fault and those found with it, one by one. */
export function flattenFault(fault: Fault): Fault[] {
  if (fault.also === undefined) return [fault];
  const { also, ...first } = fault;
  return [first, ...also.flatMap(flattenFault)];
}

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Most that fail without a place are registries; what is not there is an import that leads nowhere. */
export function failure(
  message: string,
  notFound = false,
  reason: ReasonKind | Reason = notFound ? "import" : { kind: "registry", args: { trouble: "damaged" } },
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: makeFault(reason, message, [], [], notFound) };
}

export function makeFault(
  why: ReasonKind | Reason,
  message: string,
  positions: readonly SourcePosition[] = [],
  path: readonly string[] = [],
  notFound = false,
): Fault {
  const reason = typeof why === "string" ? { kind: why, args: {} } : why;
  return notFound ? { message, reason, positions, path, notFound } : { message, reason, positions, path };
}

/** A fault at an offset of a file; a negative offset has no place. */
export function faultAt(why: ReasonKind | Reason, message: string, source: SourceFile, offset: number): Fault {
  return makeFault(why, message, offset < 0 ? [] : [source.position(offset)]);
}

/** Something is wrong with `cue.mod/module.cue`. */
export function moduleFailure(message: string): ReturnType<typeof failure> {
  return failure(message, false, "module");
}

/** The same fault in other words, where its place and path are of no use to whoever asked. */
export function reworded(fault: Fault, message: string): { readonly ok: false; readonly fault: Fault } {
  return failure(message, false, fault.reason);
}

/** Puts a fault below another: `message: inner`, at the new place first. */
export function wrapFault(inner: Fault, message: string, position?: SourcePosition, within?: string): Fault {
  const text = message === "" ? inner.message : `${message}: ${inner.message}`;
  const first = position ?? inner.positions[0];
  const rest = inner.positions.filter((p) => first === undefined || !samePosition(p, first)).sort(comparePositions);
  const positions = first === undefined ? rest : [first, ...rest];
  const detail = inner.detail === undefined || message === "" ? {} : { detail: `${message}: ${inner.detail}` };
  return {
    ...inner,
    ...detail,
    message: text,
    ...(within !== undefined && { reason: { ...inner.reason, args: { ...inner.reason.args, within } } }),
    positions: positions.filter((p, i) => i === 0 || !samePosition(p, positions[i - 1]!)),
  };
}

function samePosition(a: SourcePosition, b: SourcePosition): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** By file (absolute names first), line and column. */
function comparePositions(a: SourcePosition, b: SourcePosition): number {
  const absolute = Number(b.file.startsWith("/")) - Number(a.file.startsWith("/"));
  if (absolute !== 0) return absolute;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** Order of printing: by first place (none first), path, message; equal ones once. */
export function sortFaults(faults: readonly Fault[]): Fault[] {
  if (faults.length < 2) return [...faults];
  const sorted = [...faults].sort(compareFaults);
  return sorted.filter((f, i) => i === 0 || compareFaults(f, sorted[i - 1]!) !== 0);
}

function compareFaults(a: Fault, b: Fault): number {
  const p = a.positions[0];
  const q = b.positions[0];
  if (p === undefined || q === undefined) {
    if (p !== q) return p === undefined ? -1 : 1;
  } else {
    const c = comparePositions(p, q);
    if (c !== 0) return c;
  }
  return compareTexts(a.path.join("."), b.path.join(".")) || compareTexts(a.message, b.message);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The printed form: `path: message:` and one indented line for each place. */
export function formatFault(fault: Fault, cwd = ""): string {
  const path = fault.path.join(".");
  let out = path === "" ? fault.message : `${path}: ${fault.message}`;
  if (fault.positions.length > 0) {
    out += ":";
    for (const p of fault.positions) {
      const file = p.file === "" ? "" : `${cwd === "" ? p.file : relativeName(cwd, p.file)}:`;
      out += `\n    ${file}${p.line}:${p.column}`;
    }
  }
  return out;
}

/** A file name as messages show it: relative to the working folder and with a leading dot. */
export function relativeName(cwd: string, file: string): string {
  if (!file.startsWith("/") || !cwd.startsWith("/")) return file;
  const from = cwd.split("/").filter((s) => s !== "");
  const to = file.split("/").filter((s) => s !== "");
  let same = 0;
  while (same < from.length && same < to.length && from[same] === to[same]) same++;
  const up = from.length - same;
  const down = to.slice(same).join("/");
  if (up === 0) return down === "" ? "." : down.startsWith(".") ? down : `./${down}`;
  return down === "" ? new Array<string>(up).fill("..").join("/") : `${"../".repeat(up)}${down}`;
}
