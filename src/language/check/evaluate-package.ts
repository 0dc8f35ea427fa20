// The errors of a package, found in slices: between two of them waiting messages are handled, and a newer text ends it.
import { explain } from "../../cue/index.ts";
import type { FieldEntry, Value } from "../../cue/index.ts";
import type { Decl, File } from "../../cue/syntax/index.ts";
import { hasReason, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { EDITOR_CODE } from "../editor-code.ts";
import { stepOf } from "../analysis/syntax-path.ts";
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

/** What is wrong with the fields that a file declares: found long before all of a package is evaluated. */
export function errorsOfFile({ root, files }: PackageAnalysis, path: string): readonly Diagnostic[] {
  const syntax = files.find((file) => file.path === path)?.syntax;
  if (root === undefined || syntax === undefined) return [];
  const errors = pathsOf(syntax).flatMap((steps) => {
    const value = root.lookupPath(steps);
    return value.exists ? value.validate() : [];
  });
  return errors.length === 0 ? [] : explain(root, errors).filter((d) => !hasReason(d, "limit"));
}

type Step = string | { readonly identifier: string };

/** The fields of a file, and where they are structs those inside: deeper ones are not worth a question of their own. */
function pathsOf(file: File): Step[][] {
  const out = new Map<string, Step[]>();
  const add = (decls: readonly Decl[], outer: readonly Step[]): void => {
    for (const d of decls) {
      const step = d.kind === "Field" && d.constraint === "" ? stepOf(d) : undefined;
      if (d.kind !== "Field" || step === undefined || typeof step === "number") continue;
      if (typeof step === "object" && "dynamic" in step) continue;
      const path = [...outer, step];
      if (outer.length === 0 && d.value.kind === "StructLit") add(d.value.elts, path);
      else out.set(JSON.stringify(path), path);
    }
  };
  add(file.decls, []);
  return [...out.values()];
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
