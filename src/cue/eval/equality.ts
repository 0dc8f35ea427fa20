import type { Meter } from "../meter/index.ts";
import { ArcType, Tag, isRegularLabel } from "../value/index.ts";
import type { Value, Vertex } from "../value/index.ts";
import { compare } from "../number/index.ts";
import { defaultOf } from "./defaults.ts";
import { nodeBehind, isClosedList, isClosedStruct, kindOf } from "./vertex-ops.ts";

export const EqualFlag = {
  /** Optional fields, closedness and constraints count: the two can stand for each other anywhere. */
  Structural: 1,
  /** Definitions and hidden fields do not count. */
  RegularOnly: 2,
} as const;

/** Whether two values are the same. What is compared is drawn from the meter: shared parts may be met very often. */
export function equal(meter: Meter, a: Value, b: Value, flags: number): boolean {
  meter.step();
  let v = a;
  let w = b;
  if ((flags & EqualFlag.Structural) === 0) {
    v = defaultOf(v);
    w = defaultOf(w);
  }
  if (v.tag === Tag.Vertex) return equalVertex(meter, v, w, flags);
  if (w.tag === Tag.Vertex) return equalVertex(meter, w, v, flags);
  return equalTerminal(meter, v, w, flags);
}

function equalVertex(meter: Meter, vertex: Vertex, v: Value, flags: number): boolean {
  if (v.tag !== Tag.Vertex || vertex.arcType !== v.arcType) return false;
  const x = nodeBehind(vertex);
  const y = nodeBehind(v);
  if (x === y) return true;
  if (kindOf(x) !== kindOf(y)) return false;
  const structural = (flags & EqualFlag.Structural) !== 0;
  if (structural && (isClosedStruct(x) !== isClosedStruct(y) || isClosedList(x) !== isClosedList(y))) return false;
  const last = structural ? ArcType.Optional : ArcType.Required;
  const regularOnly = (flags & EqualFlag.RegularOnly) !== 0;
  const counts = (a: Vertex): boolean => (!regularOnly || isRegularLabel(a.label)) && a.arcType <= last;
  for (const a of x.arcs) {
    if (!counts(a)) continue;
    const b = y.arc(a.label);
    if (b === null || a.arcType !== b.arcType || !equal(meter, a, b, flags)) return false;
  }
  for (const b of y.arcs) {
    if (!counts(b)) continue;
    const a = x.arc(b.label);
    if (a === null || a.arcType > last) return false;
  }
  const vb = x.base;
  const wb = y.base;
  const marker = (base: typeof vb): boolean =>
    base === null || base.tag === Tag.StructMarker || base.tag === Tag.ListMarker;
  if (marker(vb) || marker(wb)) return marker(vb) && marker(wb);
  return equalTerminal(meter, vb as Value, wb as Value, flags);
}

function equalTerminal(meter: Meter, v: Value, w: Value, flags: number): boolean {
  if (v === w) return true;
  switch (v.tag) {
    case Tag.Bottom:
    case Tag.Top:
      return w.tag === v.tag;
    case Tag.Null:
      return w.tag === Tag.Null;
    case Tag.Bool:
      return w.tag === Tag.Bool && v.b === w.b;
    case Tag.Num:
      return w.tag === Tag.Num && compare(v.x, w.x) === 0;
    case Tag.String:
      return w.tag === Tag.String && v.s === w.s;
    case Tag.Bytes:
      return w.tag === Tag.Bytes && equalBytes(v.b, w.b);
    case Tag.BasicType:
      return w.tag === Tag.BasicType && v.kind === w.kind;
    case Tag.BoundValue:
      return w.tag === Tag.BoundValue && v.op === w.op && equal(meter, v.value, w.value, flags);
    case Tag.Conjunction:
    case Tag.Disjunction:
      return w.tag === v.tag && equalLists(meter, v.values, w.values, flags);
    case Tag.BuiltinValidator:
      return w.tag === Tag.BuiltinValidator && v.builtin === w.builtin && equalLists(meter, v.args, w.args, flags);
    default:
      return false;
  }
}

function equalLists(meter: Meter, a: readonly Value[], b: readonly Value[], flags: number): boolean {
  return a.length === b.length && a.every((x, i) => equal(meter, x, b[i] as Value, flags));
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
