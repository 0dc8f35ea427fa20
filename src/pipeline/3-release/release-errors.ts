// CUE's errors about a release in fewer words: without what follows from another, and with what the author says.
import { hasReason, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { viewAt } from "../../values/index.ts";
import type { CueView } from "../../values/index.ts";
import { withoutPlumbing } from "../cue-diagnostics.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { authorsPath } from "./authors-path.ts";
import { setHint } from "./set-hint.ts";

/** `schema` is the module's `#config`. */
export function releaseErrors(diagnostics: readonly Diagnostic[], schema: CueView | undefined): Diagnostic[] {
  const shown = diagnostics.map((d) => ({
    ...d,
    ...(d.path !== undefined && { path: authorsPath(d.path) }),
    ...(d.places && { places: withoutPlumbing(d.places) }),
  }));
  const unique = shown.filter((d, i) => shown.findIndex((other) => sameError(other, d)) === i);
  return unique.filter((d) => !isDefaultMismatch(d, unique)).map((d) => missing(d, schema));
}

function sameError(a: Diagnostic, b: Diagnostic): boolean {
  return a.message === b.message && a.path === b.path && a.severity === b.severity && a.code === b.code;
}

/**
 * `*2 | int & <=10` refuses 11 twice: it is not 2, and it is above 10. Only the second says something, so a conflict
 * with a plain value goes where the same field has an error about a type or a bound.
 */
function isDefaultMismatch(d: Diagnostic, all: readonly Diagnostic[]): boolean {
  if (!hasReason(d, "conflict") || d.args?.["literals"] !== true) return false;
  return all.some((other) => {
    if (other === d || other.path !== d.path) return false;
    const withType = hasReason(other, "conflict") && other.args?.["literals"] === false;
    return withType || hasReason(other, "bound", "validator");
  });
}

/** What nobody gave, with what the author says about it. */
function missing(d: Diagnostic, schema: CueView | undefined): Diagnostic {
  // What only refers to a missing field names it.
  if (!hasReason(d, "incomplete", "missing") || d.args?.["field"] !== undefined) return d;
  if (d.path === undefined || !d.path.startsWith("values.")) return d;
  const path = d.path.slice("values.".length);
  const doc = schema && viewAt(schema, path.split("."))?.doc;
  const type = d.args?.["value"];
  return {
    ...d,
    ...tell(PIPELINE_CODE.missingValue, "no value for {path}{type}", {
      path,
      type: type === undefined ? "" : `, which is ${type}`,
    }),
    ...(doc !== undefined && doc !== "" && { notes: [doc] }),
    hint: advise(PIPELINE_CODE.missingValue, "give it in a values file (-f), by {path}, or in values.cue", {
      path: setHint(path, schema),
    }),
  };
}
