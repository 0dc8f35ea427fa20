import type { Declaration, Value } from "../../cue/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Outcome, Place } from "../../source/index.ts";
import { valuesFromCue, viewOf, withoutChoices } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";

/**
 * The values that the author of a release wrote, without the schema that its definition puts beside them
 * (`values: close(#module.#config)`): a default of the schema is not the author's, and what equals it may be.
 */
export function givenValues(
  cue: CueAccess,
  values: Value,
  source: string,
  place: Place,
): Outcome<ValueNode | undefined> {
  // Its evaluation knows all conjuncts.
  const whole = viewOf(values);
  const alone = values.alone((declaration) => !isSchema(declaration));
  // What contradicts itself is no value at all. What contradicts the schema is told with all other values.
  const at = (path: string | undefined): string =>
    path === undefined ? `${source}.values` : `${source}.values.${path}`;
  const diagnostics = alone === undefined ? [] : cue.errors(alone, {}).map((d) => ({ ...d, path: at(d.path) }));
  if (alone === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const tree = valuesFromCue(viewOf(alone), { tier: "user", source, place, whole: () => whole });
  return { value: withoutChoices(tree), diagnostics };
}

/** `close(#module.#config)`, `close(#bundle.#config)`. */
function isSchema({ syntax: value }: Declaration): boolean {
  if (value?.kind !== "CallExpr" || value.fun.kind !== "Ident" || value.fun.name !== "close") return false;
  const [schema] = value.args;
  return schema?.kind === "SelectorExpr" && schema.sel.kind === "Ident" && schema.sel.name === "#config";
}
