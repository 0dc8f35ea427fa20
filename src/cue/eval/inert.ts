// Definitions that are schema and nothing else: types, literals, and references to their like. Evaluating one reads
// nothing that anything else could change, so it may be left until somebody needs it. This is told from the text alone,
// and so once for all evaluations.
import { Tag, isDefinitionLabel } from "../value/index.ts";
import type { Environment, FieldReference, SelectorExpr } from "../value/index.ts";
import type { Context } from "./context.ts";
import { isHarmless } from "./harmless.ts";
import type { HarmlessReference } from "./harmless.ts";
import { vertexAbove } from "./peek.ts";
import type { Runtime } from "./runtime.ts";
import { definitionOf, scopeAbove, scopeOf } from "./static-scope.ts";
import type { Definition, Scope } from "./static-scope.ts";

/** Definitions that refer to each other in one chain; no schema has longer ones, and the stack is finite. */
const maxChain = 100;

/** Whether what a reference leads to is inert. `up` counts the literals around it that have no environment yet. */
export function isInert(c: Context, env: Environment, x: FieldReference | SelectorExpr, up: number): boolean {
  return leadsToInert(c.runtime, x, 0, (by) => {
    const v = vertexAbove(c, env, by - up);
    return v === null ? null : scopeOf(v);
  });
}

/** `at` finds the scope so many levels above the reference. */
function leadsToInert(
  runtime: Runtime,
  x: FieldReference | SelectorExpr,
  chain: number,
  at: (up: number) => Scope | null,
): boolean {
  if (x.tag === Tag.SelectorExpr && x.x.tag === Tag.ImportReference && x.x.instance === null) return true;
  const found = definitionOf(runtime, x, at);
  return found !== null && isInertDefinition(runtime, found, chain);
}

function isInertDefinition(runtime: Runtime, { scope, label }: Definition, chain: number): boolean {
  if (!isDefinitionLabel(label)) return false;
  const known = scope.answer(label);
  if (known !== undefined) return known;
  if (chain > maxChain) return false;
  // One that leads to itself may be a structural cycle, which must be found: it is not.
  scope.note(label, false);
  const declared = scope.declared(label);
  const below: HarmlessReference = (x, up) => leadsToInert(runtime, x, chain + 1, (by) => scopeAbove(scope, by - up));
  const inert = declared.length > 0 && declared.every((d) => isHarmless(d.value, below));
  scope.note(label, inert);
  return inert;
}
