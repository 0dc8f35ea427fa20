import { ArcType, Status, Tag, isStringLabel } from "../value/index.ts";
import type { Environment, Expr, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { ancestorsAreDone } from "./scheduler.ts";
import { allTasksFinished, bottomOf, concreteness, derefValue, isFinalError } from "./vertex-ops.ts";

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

/**
 * Whether a reference leads to a value without error, told from what is finished alone; null where that does not tell.
 * A field that a finished struct lacks stays away.
 */
export function isPresent(c: Context, env: Environment, x: Expr): boolean | null {
  if (x.tag === Tag.SelectorExpr) {
    const of = x.optional ? null : finished(c, env, x.x);
    if (of === null || of.base === null || of.base.tag !== Tag.StructMarker) return null;
    const arc = of.arc(x.sel);
    if (arc === null || arc.arcType !== ArcType.Member) return isStringLabel(x.sel) ? false : null;
    return isSound(settled(arc));
  }
  return x.tag === Tag.FieldReference ? isSound(finished(c, env, x)) : null;
}

/** The finished vertex that a reference leads to, if all on the way is certain. */
function finished(c: Context, env: Environment, x: Expr): Vertex | null {
  if (x.tag === Tag.FieldReference) {
    let e: Environment | null = x.optional ? null : env;
    for (let i = x.upCount; i > 0 && e !== null; i--) e = e.up;
    const v = e === null ? null : c.envVertex(e);
    const arc = v === null ? null : member(derefValue(v), x.label);
    return arc === null ? null : settled(arc);
  }
  if (x.tag !== Tag.SelectorExpr || x.optional) return null;
  const of = finished(c, env, x.x);
  const arc = of === null ? null : member(of, x.sel);
  return arc === null ? null : settled(arc);
}

/** What a field is, once nothing can be added to it. */
function settled(arc: Vertex): Vertex | null {
  const n = arc.state;
  if (arc.status !== Status.Finalized && (n === null || !ancestorsAreDone(n) || !allTasksFinished(n))) return null;
  const v = derefValue(arc);
  return v.status === Status.Finalized ? v : null;
}

function isSound(v: Vertex | null): boolean | null {
  const base = v === null ? null : v.base;
  if (base === null || base.tag === Tag.Bottom || base.tag === Tag.Disjunction || base.tag === Tag.Vertex) return null;
  if (base.tag === Tag.StructMarker || base.tag === Tag.ListMarker) return isFinalError(v as Vertex) ? null : true;
  return concreteness(base) <= 1 ? true : null;
}
