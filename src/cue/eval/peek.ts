import { ArcType, Status, StructKind, Tag, isStringLabel } from "../value/index.ts";
import type { Environment, Expr, FieldReference, Label, SelectorExpr, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { addsNothingMore } from "./demand.ts";
import { allTasksFinished, bottomOf, concreteness, nodeBehind, isFinalError } from "./vertex-ops.ts";

/** Finished, and without error. */
export const isSettled = (v: Vertex): boolean => {
  const d = nodeBehind(v);
  return d.status === Status.Finalized && bottomOf(d) === null;
};

/** The vertex of the scope so many levels above; null if that is a literal which has no scope yet. */
export function vertexAbove(c: Context, env: Environment, by: number): Vertex | null {
  let e: Environment | null = by < 0 ? null : env;
  for (let i = by; i > 0 && e !== null; i--) e = e.up;
  return e === null ? null : c.scopeNode(e);
}

/**
 * What a reference points to, without evaluating anything; null if that is not plain to see.
 * `up` counts the scopes that literals around the expression add, which have no environment yet.
 */
export function peek(c: Context, env: Environment, x: Expr, up: number): Vertex | null {
  if (x.tag === Tag.FieldReference) {
    const v = vertexAbove(c, env, x.upCount - up);
    return v === null ? null : member(nodeBehind(v), x.label);
  }
  if (x.tag === Tag.ImportReference)
    return x.instance === null ? c.runtime.builtinPackage(x.importPath) : (c.imports.get(x.instance) ?? null);
  if (x.tag !== Tag.SelectorExpr) return null;
  const of = peek(c, env, x.x, up);
  return of === null ? null : member(nodeBehind(of), x.sel);
}

/** What a reference leads to, if that is finished and without error; also through the names of clauses. */
export function settledTarget(c: Context, env: Environment, x: FieldReference | SelectorExpr): Vertex | null {
  const arc = settledArc(c, env, x);
  return arc === null ? null : nodeBehind(arc);
}

/** The same as it stands in its struct, whatever it stands for. */
export function settledArc(c: Context, env: Environment, x: FieldReference | SelectorExpr): Vertex | null {
  if (x.optional) return null;
  const of = x.tag === Tag.FieldReference ? vertexAbove(c, env, x.upCount) : operandTarget(c, env, x.x);
  const arc = of === null ? null : nodeBehind(of).arc(x.tag === Tag.FieldReference ? x.label : x.sel);
  if (arc === null) return null;
  if (arc.arcType !== ArcType.Member && !isLoopVariable(arc)) return null;
  const v = nodeBehind(arc);
  return v.status === Status.Finalized && v.base !== null && v.base.tag !== Tag.Bottom ? arc : null;
}

function operandTarget(c: Context, env: Environment, x: Expr): Vertex | null {
  return x.tag === Tag.FieldReference || x.tag === Tag.SelectorExpr ? settledTarget(c, env, x) : null;
}

/** The value of a `for` clause stands for what it goes through. */
const isLoopVariable = (arc: Vertex): boolean =>
  arc.arcType === ArcType.Pending && arc.anonymous && arc.conjuncts.length === 0;

function member(v: Vertex, label: number): Vertex | null {
  const arc = v.arc(label);
  return arc === null || arc.arcType !== ArcType.Member ? null : arc;
}

/**
 * Whether a reference leads to a value without error, told from what is finished alone; null where that does not tell.
 * A field that a finished struct lacks stays away.
 */
export function isPresent(c: Context, env: Environment, x: Expr): boolean | null {
  const found = x.tag === Tag.SelectorExpr || x.tag === Tag.FieldReference ? fieldOf(c, env, x) : null;
  if (found === null) return null;
  const { of, label } = found;
  const arc = of.arc(label);
  if (arc !== null && arc.arcType !== ArcType.Optional) return isSound(valueOfArc(arc));
  // Whether a definition may still be added is another question.
  return (arc !== null || isStringLabel(label)) && isWholeStruct(of) ? false : null;
}

/** The struct that a reference looks in last, and for what. */
function fieldOf(c: Context, env: Environment, x: FieldReference | SelectorExpr): { of: Vertex; label: Label } | null {
  if (x.optional) return null;
  if (x.tag === Tag.SelectorExpr) {
    const of = reached(c, env, x.x);
    return of && { of, label: x.sel };
  }
  const v = vertexAbove(c, env, x.upCount);
  return v && { of: nodeBehind(v), label: x.label };
}

/** The vertex that a reference leads to, if all on the way is certain. */
function reached(c: Context, env: Environment, x: Expr): Vertex | null {
  if (x.tag !== Tag.FieldReference && x.tag !== Tag.SelectorExpr) return null;
  const found = fieldOf(c, env, x);
  const arc = found === null ? null : found.of.arc(found.label);
  return arc === null ? null : valueOfArc(arc);
}

function valueOfArc(arc: Vertex): Vertex | null {
  if (arc.arcType === ArcType.Member) return settled(arc);
  const base = isLoopVariable(arc) ? arc.base : null;
  return base !== null && base.tag === Tag.Vertex ? settled(base) : null;
}

/** What a field is, once nothing can be added to it. */
function settled(arc: Vertex): Vertex | null {
  return isWhole(arc) ? nodeBehind(arc) : null;
}

/** Whether all conjuncts that a vertex will ever have are in, and have done what they do. */
function isWhole(v: Vertex): boolean {
  if (v.status === Status.Finalized) return true;
  if (v.state === null || !allTasksFinished(v.state)) return false;
  for (let p: Vertex | null = v; p !== null; p = p.parent) {
    const n = p.state;
    if (n === null) return p.status === Status.Finalized;
    if (!addsNothingMore(n)) return false;
  }
  return true;
}

/** A struct whose fields are all there, whatever they are. */
function isWholeStruct(v: Vertex): boolean {
  if (v.status === Status.Finalized) return v.base !== null && v.base.tag === Tag.StructMarker;
  const n = v.state;
  return n !== null && n.isStruct && n.errs === null && n.kind === StructKind && !n.hasDisjunction && isWhole(v);
}

function isSound(v: Vertex | null): boolean | null {
  const base = v === null || v.status !== Status.Finalized ? null : v.base;
  if (base === null || base.tag === Tag.Bottom || base.tag === Tag.Disjunction || base.tag === Tag.Vertex) return null;
  if (base.tag === Tag.StructMarker || base.tag === Tag.ListMarker) return isFinalError(v as Vertex) ? null : true;
  return concreteness(base) <= 1 ? true : null;
}
