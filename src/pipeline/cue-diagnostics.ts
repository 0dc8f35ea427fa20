// CUE's errors as diagnostics. They keep CUE's words; the code and the arguments are those of the reason.
import { explain, plainDiagnostic } from "../cue/index.ts";
import type { CueError, ExplainOptions, Value } from "../cue/index.ts";
import { isFileFault } from "../cue/load/index.ts";
import type { Files } from "../cue/load/index.ts";
import { flattenFault, sortFaults } from "../cue/module/index.ts";
import type { Fault } from "../cue/module/index.ts";
import { SourceFile, reasonFields } from "../source/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";

/** How files of the catalog's core are named. */
const CORE = "opmodel.dev/core@";

/** Mistakes of loading: files, syntax, imports. */
export function faultDiagnostics(faults: readonly Fault[], files: Files): Diagnostic[] {
  const texts = new Map<string, SourceFile>();
  const sourceOf = (path: string): SourceFile => {
    let source = texts.get(path);
    if (source === undefined) {
      const content = files.readFile(path);
      source = isFileFault(content) ? new SourceFile(path, "") : SourceFile.fromBytes(path, content);
      texts.set(path, source);
    }
    return source;
  };
  return sortFaults(faults.flatMap(flattenFault)).map((fault): Diagnostic => ({
    ...reasonFields(fault.reason),
    severity: "error",
    message: fault.message,
    places: fault.positions.map(({ file, line, column }): Place => {
      const source = sourceOf(file);
      const start = source.text === "" ? -1 : source.lines.offsetOf(line, column);
      return { file: source, span: { start, end: start } };
    }),
    ...(fault.path.length > 0 && { path: fault.path.join(".") }),
  }));
}

/** Mistakes of compiling: names that mean nothing. */
export function compileDiagnostics(errors: readonly CueError[]): Diagnostic[] {
  return errors.map(plainDiagnostic).map(telling);
}

/** Mistakes of evaluation, explained. */
export function valueDiagnostics(value: Value, errors: readonly CueError[], options?: ExplainOptions): Diagnostic[] {
  return explain(value, errors, options).map(telling);
}

function telling(d: Diagnostic): Diagnostic {
  return d.places === undefined ? d : { ...d, places: withoutPlumbing(d.places) };
}

/** The definitions that put a release together take part in every error and explain none. */
export function withoutPlumbing(places: readonly Place[]): readonly Place[] {
  const telling = places.filter(({ file }) => !file.name.startsWith(CORE));
  return telling.length > 0 ? telling : places;
}
