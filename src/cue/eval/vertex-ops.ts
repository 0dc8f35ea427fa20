import {
  ArcType,
  BottomKind,
  BoolKind,
  BytesKind,
  ErrorCode,
  FloatKind,
  FuncKind,
  IntKind,
  ListKind,
  NullKind,
  NumberKind,
  Status,
  StringKind,
  StructKind,
  Tag,
  TopKind,
  isLetLabel,
  isRegularLabel,
} from "../value/index.ts";
import type { BaseValue, Bottom, Kind, NodeState, Value, Vertex } from "../value/index.ts";
import { isInProgressMarker } from "./context.ts";

// A vertex may stand for another one: a disjunct that survived, or a shared target. What to follow depends on
// the question asked; the functions below are named after what they follow.

/** Follows everything: the value that the node ultimately is. */
export function nodeBehind(v: Vertex): Vertex {
  while (v.base !== null && v.base.tag === Tag.Vertex) v = v.base;
  return v;
}

/** Follows disjuncts only: the value under computation. */
export function survivor(v: Vertex): Vertex {
  while (v.base !== null && v.base.tag === Tag.Vertex && v.base.isDisjunct) v = v.base;
  return v;
}

/** Follows sharing up to a disjunct. */
export function sharedWith(v: Vertex): Vertex {
  while (v.base !== null && v.base.tag === Tag.Vertex && !v.base.isDisjunct) v = v.base;
  return v;
}

/** Follows bindings without a path of their own, not structure sharing. */
export function looseNodeBehind(v: Vertex): Vertex {
  while (
    v.base !== null &&
    v.base.tag === Tag.Vertex &&
    !v.base.isDisjunct &&
    !(v.isShared && !isLetLabel(v.base.label))
  )
    v = v.base;
  return v;
}

/** Follows everything unless the node is shared at this moment. */
export function nodeUnlessShared(v: Vertex): Vertex {
  return v.state !== null && v.state.isShared ? v : nodeBehind(v);
}

/** Identity for cycle detection: clones made for disjuncts count as their original. */
export function identity(v: Vertex): Vertex {
  const d = nodeBehind(v);
  return d.state === null ? d : d.state.underlying;
}

export const sameIdentity = (a: Vertex, b: Vertex): boolean => identity(a) === identity(b);

/** The error that a vertex is, or null. */
export function bottomOf(v: Vertex): Bottom | null {
  const base = nodeBehind(v).base;
  return base !== null && base.tag === Tag.Bottom ? base : null;
}

/** The value of a vertex; structs and lists are the vertex itself. */
export function valueOf(v: Vertex): Value | null {
  const base = v.base;
  if (base === null) return null;
  return base.tag === Tag.StructMarker || base.tag === Tag.ListMarker ? v : (base as Value);
}

/** The value behind a vertex, following everything; also what is known of one under evaluation. */
export function unwrap(v: Value | null): Value | null {
  if (v === null || v.tag !== Tag.Vertex) return v;
  const x = nodeBehind(v);
  const n = x.state;
  if (n !== null && isInProgressMarker(x.base)) {
    if (n.errs !== null && !n.errs.isIncomplete) return n.errs;
    if (n.scalar !== null) return n.scalar;
  }
  return valueOf(x);
}

export function kindOf(v: BaseValue): Kind {
  switch (v.tag) {
    case Tag.Bottom:
      return BottomKind;
    case Tag.Null:
      return NullKind;
    case Tag.Bool:
      return BoolKind;
    case Tag.Num:
    case Tag.BasicType:
      return v.kind;
    case Tag.String:
      return StringKind;
    case Tag.Bytes:
      return BytesKind;
    case Tag.Top:
      return TopKind;
    case Tag.BoundValue: {
      const k = kindOf(v.value);
      if (k === IntKind || k === FloatKind || k === NumberKind) return NumberKind;
      return k === NullKind && v.op === "!=" ? TopKind & ~NullKind : k;
    }
    case Tag.Conjunction: {
      let k: Kind = TopKind;
      for (let i = 0; i < v.values.length; i++) {
        const x = v.values[i]!;
        k &= kindOf(x);
      }
      return k;
    }
    case Tag.Disjunction: {
      let k: Kind = BottomKind;
      for (let i = 0; i < v.values.length; i++) {
        const x = v.values[i]!;
        k |= kindOf(x);
      }
      return k;
    }
    case Tag.Builtin:
      return FuncKind;
    case Tag.BuiltinValidator:
      return v.builtin.params[0]?.kind ?? TopKind;
    case Tag.StructMarker:
      return StructKind;
    case Tag.ListMarker:
      return ListKind;
    case Tag.Vertex: {
      if (v.state !== null && v.state.kind === BottomKind) return BottomKind;
      if (v.base !== null && !isInProgressMarker(v.base)) return kindOf(v.base);
      return v.state === null ? TopKind : v.state.kind;
    }
  }
}

/** 0 bottom, 1 concrete, 2 constraint, 3 type, 4 anything. */
export function concreteness(v: BaseValue): number {
  switch (v.tag) {
    case Tag.Bottom:
      return 0;
    case Tag.Top:
      return 4;
    case Tag.BasicType:
      return 3;
    case Tag.BoundValue:
    case Tag.Conjunction:
    case Tag.Disjunction:
    case Tag.BuiltinValidator:
      return 2;
    case Tag.Vertex: {
      const base = v.base;
      return base === null || base.tag === Tag.StructMarker || base.tag === Tag.ListMarker ? 1 : concreteness(base);
    }
    default:
      return 1;
  }
}

/** A scalar, struct or list; also an error. */
export const isConcrete = (v: Value | null): boolean => v !== null && concreteness(v) <= 1;

/** A scalar, or all regular fields are, to the bottom. */
export function isRecursivelyConcrete(v: Vertex): boolean {
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i]!;
    if (!isRegularLabel(a.label)) continue;
    if (a.arcType === ArcType.Required || !isRecursivelyConcrete(a)) return false;
  }
  return isConcrete(v);
}

export const isErrorValue = (v: Value | null): boolean => v === null || v.tag === Tag.Bottom;

/** Plain data: nothing in it is to be evaluated again. */
export const isDataVertex = (v: Vertex): boolean => v.isData || v.conjuncts.length === 0;

export const isListVertex = (v: Vertex): boolean => v.base !== null && v.base.tag === Tag.ListMarker;
export const isClosedList = (v: Vertex): boolean => v.base !== null && v.base.tag === Tag.ListMarker && !v.base.isOpen;

export function isClosedStruct(v: Vertex): boolean {
  const base = v.base;
  if (base === null) return false;
  if (base.tag === Tag.Vertex) return v.closedRecursive && !v.hasEllipsis;
  if (base.tag !== Tag.StructMarker && base.tag !== Tag.Disjunction) return false;
  return v.closedRecursive || v.closedNonRecursive;
}

export function isOpenStruct(v: Vertex): boolean {
  if (v.hasEllipsis) return true;
  if (v.closedNonRecursive) return false;
  return !isClosedStruct(v);
}

/** Part of the tree that output shows, as opposed to lets and inline results. */
export const isRooted = (v: Vertex): boolean => !v.nonRooted && !isLetLabel(v.label) && !v.isDynamic;

export const isFinalized = (v: Vertex): boolean => nodeBehind(v).status === Status.Finalized;

export const isInProgress = (v: Vertex): boolean =>
  v.status !== Status.Finalized && v.state !== null && v.state.isInitialized;

export function elementCount(v: Vertex): number {
  let n = 0;
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i]!;
    if ((a.label & 7) === 2) n++;
  }
  return n;
}

export function isFinalError(v: Vertex): boolean {
  const b = unwrap(v);
  return b !== null && b.tag === Tag.Bottom && b.code < ErrorCode.Incomplete;
}

/** Forgets the arcs: their content lives elsewhere or is wrong. */
export function clearArcs(v: Vertex): void {
  if (v.arcs.length > 0) v.setArcs([]);
}

export const allTasksStarted = (n: NodeState): boolean => {
  for (let i = 0; i < n.tasks.length; i++) {
    const t = n.tasks[i]!;
    if (t.state === 0) return false;
  }
  return true;
};
export const allTasksFinished = (n: NodeState): boolean => {
  for (let i = 0; i < n.tasks.length; i++) {
    const t = n.tasks[i]!;
    if (t.state < 3) return false;
  }
  return true;
};
