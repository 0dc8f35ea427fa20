import {
  BinaryExpr,
  BulkOptionalField,
  Conjunct,
  Disjunction,
  DisjunctionExpr,
  DynamicField,
  ErrorCode,
  Field,
  LetField,
  ListMarker,
  Status,
  Tag,
  Vertex,
  noCloseInfo,
  noEnvironment,
} from "../value/index.ts";
import type { ConjunctNode, Expr, Value } from "../value/index.ts";
import type { Context } from "./context.ts";
import { nodeBehind, kindOf } from "./vertex-ops.ts";

/** Returned where a disjunction has not exactly one default; the error is recorded. */
export const ambiguous = undefined;

/** The value with its default taken. */
export function takeDefault(c: Context, v: Value | null): Value | null | typeof ambiguous {
  let x = v;
  for (;;) {
    if (x === null) return null;
    let d: Disjunction;
    if (x.tag === Tag.Disjunction) d = x;
    else if (x.tag === Tag.Vertex && x.base !== null) {
      if (x.base.tag === Tag.Vertex) {
        x = x.base;
        continue;
      }
      if (x.base.tag !== Tag.Disjunction) return x;
      d = x.base;
    } else return x;
    if (d.numDefaults !== 1) {
      c.failAt(ErrorCode.Incomplete, c.src, "unresolved disjunction % (type %)", d, { kind: kindOf(d) });
      return ambiguous;
    }
    x = d.values[0] as Value;
  }
}

export function defaultOf(v: Value): Value {
  if (v.tag === Tag.Vertex) return defaultVertex(v);
  return v.tag === Tag.Disjunction ? defaultDisjunction(v) : v;
}

function defaultDisjunction(d: Disjunction): Value {
  if (d.numDefaults === 0) return d;
  if (d.numDefaults === 1) return d.values[0] as Value;
  return new Disjunction(d.src, d.values.slice(0, d.numDefaults), 0, false);
}

/** The vertex as a reader sees it: the default of a disjunction, the closed form of an open list. */
export function defaultVertex(vertex: Vertex): Vertex {
  const v = nodeBehind(vertex);
  const base = v.base;
  if (base === null) return v;
  if (base.tag === Tag.ListMarker) {
    if (!base.isOpen) return v;
    const w = copyVertex(v);
    w.base = new ListMarker(base.src, false, base.ellipses);
    return w;
  }
  if (base.tag !== Tag.Disjunction || base.numDefaults === 0) return v;
  let w: Vertex;
  if (base.numDefaults === 1) {
    w = asVertex(defaultOf(base.values[0] as Value));
    if (w.conjuncts.length > 0) return w;
    w = copyVertex(w);
  } else {
    w = copyVertex(v);
    w.base = new Disjunction(base.src, base.values.slice(0, base.numDefaults), 0, false);
  }
  w.conjuncts = v.conjuncts.map((c) => new Conjunct(c.env, onlyDefaults(c.x), noCloseInfo));
  return w;
}

/** A value as a finished vertex. */
export function asVertex(v: Value): Vertex {
  if (v.tag === Tag.Vertex) return v;
  const w = new Vertex(null, 0, 0);
  w.status = Status.Finalized;
  w.base = v;
  w.conjuncts = [new Conjunct(noEnvironment, v, noCloseInfo)];
  return w;
}

/** The same node without work in progress. */
export function copyVertex(v: Vertex): Vertex {
  const w = new Vertex(v.parent, v.label, v.arcType, v.home);
  w.status = v.status;
  w.base = v.base;
  w.childErrors = v.childErrors;
  w.arcs = v.arcs.slice();
  w.conjuncts = v.conjuncts.slice();
  w.structs = v.structs.slice();
  w.patterns = v.patterns;
  w.copySwitches(v);
  return w;
}

/** The declaration with disjunctions reduced to their defaults: what a defaulted value is printed from. */
function onlyDefaults(x: ConjunctNode): ConjunctNode {
  switch (x.tag) {
    case Tag.Field: {
      const e = onlyDefaultsExpr(x.value);
      return e === x.value ? x : new Field(x.src, x.arcType, x.label, e);
    }
    case Tag.LetField: {
      const e = onlyDefaultsExpr(x.value);
      return e === x.value ? x : new LetField(x.src, x.label, e);
    }
    case Tag.BulkOptionalField: {
      const e = onlyDefaultsExpr(x.value);
      return e === x.value ? x : new BulkOptionalField(x.src, x.filter, e, x.label);
    }
    case Tag.DynamicField: {
      const e = onlyDefaultsExpr(x.value);
      return e === x.value ? x : new DynamicField(x.src, x.arcType, x.key, e, x.bindsLabel);
    }
    case Tag.Ellipsis:
    case Tag.Comprehension:
      return x;
    default:
      return onlyDefaultsExpr(x);
  }
}

function onlyDefaultsExpr(x: Expr): Expr {
  if (x.tag === Tag.DisjunctionExpr) {
    if (!x.hasDefaults) return x;
    const kept = x.values.filter((d) => d.isDefault);
    return kept.length === 1 ? (kept[0] as { expr: Expr }).expr : new DisjunctionExpr(x.src, [...kept], true);
  }
  if (x.tag === Tag.BinaryExpr && x.op === "&") {
    const a = onlyDefaultsExpr(x.x);
    const b = onlyDefaultsExpr(x.y);
    return a === x.x && b === x.y ? x : new BinaryExpr(x.src, "&", a, b);
  }
  return x;
}
