// Definitions that are schema and nothing else: types, literals, and references to their like. Evaluating one reads
// nothing that anything else could change, so it may be left until somebody needs it. This is told from the text alone,
// and so once for all evaluations.
import { Tag, isDefinitionLabel } from "../value/index.ts";
import type { Environment, FieldReference, Label, SelectorExpr } from "../value/index.ts";
import type { Context } from "./context.ts";
import { isHarmless } from "./harmless.ts";
import type { HarmlessReference } from "./harmless.ts";
import { definitionOf, scopeAbove, scopeOf } from "./static-scope.ts";
import type { Scope } from "./static-scope.ts";

/** Whether what a reference leads to is inert. `up` counts the literals around it that have no environment yet. */
export function isInert(c: Context, env: Environment, x: FieldReference | SelectorExpr, up: number): boolean {
  const q = new Question(c);
  const lookup = (by: number): Scope | null => {
    let e: Environment | null = by < up ? null : env;
    for (let i = by - up; i > 0 && e !== null; i--) e = e.up;
    const v = e === null ? null : c.envVertex(e);
    return v === null ? null : scopeOf(v);
  };
  return q.reference(x, lookup, 0);
}

/** Definitions that refer to each other in one chain; no schema has longer ones, and the stack is finite. */
const maxChain = 100;

class Question {
  readonly #c: Context;

  constructor(c: Context) {
    this.#c = c;
  }

  /** `at` finds the scope so many levels above the reference. */
  reference(x: FieldReference | SelectorExpr, at: (up: number) => Scope | null, chain: number): boolean {
    if (x.tag === Tag.SelectorExpr && x.x.tag === Tag.ImportReference && x.x.instance === null) return true;
    const found = definitionOf(this.#c.runtime, x, at);
    return found !== null && this.#definition(found.scope, found.label, chain);
  }

  #definition(scope: Scope, label: Label, chain: number): boolean {
    if (!isDefinitionLabel(label)) return false;
    const known = scope.answer(label);
    if (known !== undefined) return known;
    if (chain > maxChain) return false;
    // One that leads to itself may be a structural cycle, which must be found: it is not.
    scope.note(label, false);
    const declared = scope.declared(label);
    const below: HarmlessReference = (x, up) => this.reference(x, (by) => scopeAbove(scope, by - up), chain + 1);
    const inert = declared.length > 0 && declared.every((d) => isHarmless(d.value, below));
    scope.note(label, inert);
    return inert;
  }
}
