import {
  EqualFlag,
  accepts,
  defaultVertex,
  nodeBehind,
  elementCount,
  equal,
  isClosedStruct,
  isConcrete,
  isListVertex,
  kindOf,
  unifyValues,
  unwrap,
} from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import { compare } from "../number/index.ts";
import { ArcType, Tag, isIntLabel, isLetLabel } from "../value/index.ts";
import type { BoundValue, Value, Vertex } from "../value/index.ts";

/** Whether every instance of b is an instance of a. Both are evaluated. What cannot be decided counts as no. */
export function subsumes(engine: Engine, a: Value, b: Value): boolean {
  // Optional fields are not evaluated with their struct.
  if (a.tag === Tag.Vertex) engine.finalize(a);
  if (b.tag === Tag.Vertex) engine.finalize(b);
  const x = unwrap(a) ?? a;
  const y = unwrap(b) ?? b;
  if (x === y || y.tag === Tag.Bottom || x.tag === Tag.Top) return true;
  if (x.tag === Tag.Bottom) return false;
  if (y.tag === Tag.Disjunction) return y.values.every((d) => subsumes(engine, x, d));
  if ((kindOf(y) & ~kindOf(x)) !== 0) return false;
  switch (x.tag) {
    case Tag.Disjunction:
      return x.values.some((d) => subsumes(engine, d, y));
    case Tag.Conjunction:
      return x.values.every((v) => subsumes(engine, v, y));
    case Tag.BasicType:
      return true;
    case Tag.BoundValue:
      return boundSubsumes(engine, x, y);
    case Tag.BuiltinValidator:
      if (y.tag === Tag.Conjunction) return y.values.some((v) => subsumes(engine, x, v));
      if (y.tag === Tag.BuiltinValidator) return equal(engine.meter, x, y, EqualFlag.Structural);
      return isConcrete(y) && unwrap(unifyValues(engine, x, y))?.tag !== Tag.Bottom;
    case Tag.Vertex:
      return y.tag === Tag.Vertex && vertexSubsumes(engine, x, y);
    default:
      return isConcrete(y) && equal(engine.meter, x, y, 0);
  }
}

function boundSubsumes(engine: Engine, x: BoundValue, y: Value): boolean {
  if (y.tag === Tag.Conjunction) return y.values.some((v) => subsumes(engine, x, v));
  if (y.tag !== Tag.BoundValue) return isConcrete(y) && unwrap(unifyValues(engine, x, y))?.tag !== Tag.Bottom;
  if (x.op === y.op && equal(engine.meter, x.value, y.value, EqualFlag.Structural)) return true;
  const order = compareScalars(x.value, y.value);
  if (order === undefined) return false;
  switch (x.op) {
    case "<":
      return y.op === "<" ? order >= 0 : y.op === "<=" ? order > 0 : false;
    case "<=":
      return (y.op === "<" || y.op === "<=") && order >= 0;
    case ">":
      return y.op === ">" ? order <= 0 : y.op === ">=" ? order < 0 : false;
    case ">=":
      return (y.op === ">" || y.op === ">=") && order <= 0;
    case "!=":
      // What y allows must leave out x's value.
      if (y.op === "<") return order >= 0;
      if (y.op === "<=") return order > 0;
      if (y.op === ">") return order <= 0;
      return y.op === ">=" && order < 0;
    default:
      return false;
  }
}

function compareScalars(a: Value, b: Value): number | undefined {
  if (a.tag === Tag.Num && b.tag === Tag.Num) return compare(a.x, b.x);
  if (a.tag === Tag.String && b.tag === Tag.String) return a.s < b.s ? -1 : a.s > b.s ? 1 : 0;
  return undefined;
}

function vertexSubsumes(engine: Engine, a: Vertex, b: Vertex): boolean {
  const x = nodeBehind(a);
  const y = nodeBehind(b);
  if (isListVertex(x) !== isListVertex(y)) return false;
  if (isListVertex(x)) return listSubsumes(engine, x, y);
  if (isClosedStruct(x) && !isClosedStruct(y)) {
    // An open struct may have fields that a closed one refuses, unless it is data.
    if (!y.isData) return false;
  }
  for (const arc of x.arcs) {
    if (isLetLabel(arc.label) || arc.arcType > ArcType.Optional) continue;
    const other = y.arc(arc.label);
    if (other === null || other.arcType > ArcType.Optional) {
      if (arc.arcType !== ArcType.Optional) return false;
      if (!isClosedStruct(y) && unwrap(arc)?.tag !== Tag.Top) return false;
      continue;
    }
    if (other.arcType > arc.arcType || !subsumes(engine, arc, other)) return false;
  }
  for (const arc of y.arcs) {
    if (isLetLabel(arc.label) || arc.arcType > ArcType.Optional || x.arc(arc.label) !== null) continue;
    if (isClosedStruct(x) && !accepts(engine, x, arc.label)) return false;
  }
  if (x.patterns !== null) {
    // What the patterns demand shows when they are applied: nothing may change.
    const both = unifyValues(engine, x, y);
    if (unwrap(both)?.tag === Tag.Bottom) return false;
    for (const arc of y.arcs) {
      const merged = nodeBehind(both).arc(arc.label);
      if (merged === null || !equal(engine.meter, merged, arc, 0)) return false;
    }
  }
  return true;
}

function listSubsumes(engine: Engine, x: Vertex, y: Vertex): boolean {
  const n = elementCount(x);
  const m = elementCount(y);
  const isOpen = x.base !== null && x.base.tag === Tag.ListMarker && x.base.isOpen;
  const otherOpen = y.base !== null && y.base.tag === Tag.ListMarker && y.base.isOpen;
  if (m < n || (m > n && !isOpen) || (otherOpen && !isOpen)) return false;
  const xs = x.arcs.filter((a) => isIntLabel(a.label));
  const ys = y.arcs.filter((a) => isIntLabel(a.label));
  for (let i = 0; i < n; i++) if (!subsumes(engine, xs[i] as Vertex, ys[i] as Vertex)) return false;
  if (m === n && !otherOpen) return true;
  // The rest must satisfy `...T`: unifying must change nothing.
  const both = unifyValues(engine, x, y);
  return unwrap(both)?.tag !== Tag.Bottom && equal(engine.meter, defaultVertex(both), defaultVertex(y), 0);
}
