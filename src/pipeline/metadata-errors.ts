// Mistakes in the metadata of modules and releases. Names and versions go into much that is made of them, so CUE tells
// one mistake many times: only the cause is kept, with the form that was expected.
import { advise, hasReason, tell } from "../source/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import { withoutPlumbing } from "./cue-diagnostics.ts";
import { PIPELINE_CODE } from "./pipeline-code.ts";

const NAME = "lower-case letters, digits and dashes, 63 at most";

/** What each should look like, and an example. */
const FORMS = new Map([
  ["name", { form: NAME, example: "my-app" }],
  ["namespace", { form: NAME, example: "my-team" }],
  ["version", { form: "a semantic version without v", example: "0.1.0" }],
  ["apiVersion", { form: "a path with a major version", example: "example.com/my-app@v0" }],
]);

/** `at` are the places of the metadata itself, for what is missing. */
export function metadataErrors(errors: readonly Diagnostic[], at: readonly Place[]): Diagnostic[] {
  const causes = errors.filter((d) => !isConsequence(d));
  return (causes.length === 0 ? errors.slice(0, 1) : causes).map((d) => withForm(d, at));
}

const MADE = /(?:^|\.)metadata\.(?:fqn|uuid|_definitionName|labels\."module(?:-release)?\.opmodel\.dev\/)/;

function isConsequence(d: Diagnostic): boolean {
  const refers = hasReason(d, "missing") && d.args?.["field"] !== undefined;
  return refers || d.args?.["within"] === "interpolation" || MADE.test(d.path ?? "");
}

function withForm(d: Diagnostic, at: readonly Place[]): Diagnostic {
  const field = /(?:^|\.)metadata\.(\w+)$/.exec(d.path ?? "")?.[1];
  if (field === "_definitionName")
    return {
      ...d,
      places: withoutPlumbing(at).slice(0, 1),
      hint: advise(d.code, "a name has no two dashes in a row: the parts between them make the full name"),
    };
  const known = field === undefined ? undefined : FORMS.get(field);
  if (known === undefined) return d;
  const { form, example } = known;
  // Two that are both good, and not the same: the form would be no help.
  if (hasReason(d, "conflict") && d.args?.["literals"] === true && !("leftType" in d.args))
    return {
      ...d,
      ...(field === "namespace" &&
        tell(PIPELINE_CODE.namespaceConflict, "{problem}", { ...d.args, problem: d.message })),
      hint: advise(d.code, "leave the {field} to one of them", { field: field! }),
    };
  if (!hasReason(d, "missing")) return { ...d, hint: advise(d.code, "{form}: {example}", { form, example }) };
  const { notes: _, ...rest } = d;
  const places = withoutPlumbing(at).slice(0, 1);
  return {
    ...rest,
    ...(places.length > 0 && { places }),
    hint: advise(d.code, 'write metadata: {field}: "{example}" ({form})', { field: field!, example, form }),
  };
}
