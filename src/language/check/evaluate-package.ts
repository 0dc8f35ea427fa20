// The errors of a package, found in slices: between two of them waiting messages are handled, and a newer text ends it.
import { explain } from "../../cue/index.ts";
import type { FieldEntry, Value } from "../../cue/index.ts";
import { hasReason, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { EDITOR_CODE } from "../editor-code.ts";
import type { PackageAnalysis } from "../analysis/package-analysis.ts";

export interface Slices {
  /** Lets others work; resolves to false if the result is not wanted any more. */
  next(): Promise<boolean>;
  /** Milliseconds. */
  clock(): number;
  /** When to stop. */
  readonly deadline: number;
  /** Milliseconds that one evaluation may take. */
  readonly budget: number;
}

/** A struct with more fields than this is evaluated field by field. */
const LARGE = 4;
/** What one slice may take before others get their turn. */
const SLICE_MS = 30;

interface Evaluated {
  readonly diagnostics: readonly Diagnostic[];
  readonly stopped: boolean;
}

/** Undefined if nobody wants it any more. */
export async function evaluatePackage(
  { root }: PackageAnalysis,
  slices: Slices,
  home: string,
): Promise<Evaluated | undefined> {
  if (root === undefined) return { diagnostics: [], stopped: false };
  let since = slices.clock();
  for (const field of parts(root)) {
    field.value.validate();
    const now = slices.clock();
    if (now > slices.deadline) return { diagnostics: [tooLong(home)], stopped: true };
    if (now - since < SLICE_MS) continue;
    if (!(await slices.next())) return undefined;
    since = slices.clock();
  }
  const errors = root.validate();
  const found = errors.length === 0 ? [] : explain(root, errors);
  // What ran out of time is not wrong.
  const told = found.filter((d) => !(hasReason(d, "limit") && d.args?.["limit"] === slices.budget));
  return told.length === found.length
    ? { diagnostics: found, stopped: false }
    : { diagnostics: [...told, tooLong(home)], stopped: true };
}

/** Pieces of about equal size: top-level fields, and those of large ones. */
function* parts(root: Value): Iterable<FieldEntry> {
  const all = { definitions: true, hidden: true };
  for (const field of root.fields(all)) {
    const inner = field.value.fields(all);
    if (inner.length > LARGE) yield* inner;
    yield field;
  }
}

function tooLong(home: string): Diagnostic {
  return {
    ...tell(EDITOR_CODE.stopped, "the package takes too long to be evaluated while you type: errors may be missing"),
    severity: "info",
    places: [{ file: { name: home, text: "" }, span: { start: 0, end: 0 } }],
    hint: advise(EDITOR_CODE.stopped, "opm cue vet shows all of them; the setting opm.budget allows more milliseconds"),
  };
}
