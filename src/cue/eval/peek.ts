import { ArcType, Status, Tag } from "../value/index.ts";
import type { Environment, Expr, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { bottomOf, derefValue } from "./vertex-ops.ts";

/** Finished, and without error. */
export const isSettled = (v: Vertex): boolean => {
  const d = derefValue(v);
  return d.status === Status.Finalized && bottomOf(d) === null;
};

/**
 * What a reference points to, without evaluating anything; null if that is not plain to see.
 * `up` counts the scopes that literals around the expression add, which have no environment yet.
 */
export function peek(c: Context, env: Environment, x: Expr, up: number): Vertex | null {
  if (x.tag === Tag.FieldReference) {
    // A field of the literal itself: not there yet.
    if (x.upCount < up) return null;
    let e: Environment | null = env;
    for (let i = x.upCount - up; i > 0 && e !== null; i--) e = e.up;
    const v = e === null ? null : c.envVertex(e);
    return v === null ? null : member(derefValue(v), x.label);
  }
  if (x.tag === Tag.ImportReference)
    return x.instance === null ? c.runtime.builtinPackage(x.importPath) : (c.imports.get(x.instance) ?? null);
  if (x.tag !== Tag.SelectorExpr) return null;
  const of = peek(c, env, x.x, up);
  return of === null ? null : member(derefValue(of), x.sel);
}

function member(v: Vertex, label: number): Vertex | null {
  const arc = v.arc(label);
  return arc === null || arc.arcType !== ArcType.Member ? null : arc;
}
