import {
  ArcType,
  BasicType,
  Conjunction,
  StructKind,
  Tag,
  TopKind,
  isRegularLabel,
  noCloseInfo,
  noEnvironment,
  structMarker,
} from "../value/index.ts";
import type { NodeState, Value, Conjunct } from "../value/index.ts";
import { checkBound, meetBounds } from "./bounds.ts";
import { addPlace } from "./context.ts";
import type { Context } from "./context.ts";
import { addNodeBottom } from "./node-errors.ts";
import { nodeBehind, isConcrete, kindOf, valueOf } from "./vertex-ops.ts";

/** Decides what a node is once all its conjuncts are in: a struct, a checked scalar, or what constrains it. */
export function settleValue(c: Context, n: NodeState): void {
  const vertex = n.node;
  let isStruct = n.isStruct;
  if (!isStruct && vertex.structs.length > 0) {
    // Literals with embeddings may be anything; a regular field settles it.
    isStruct =
      ((n.kind & StructKind) !== 0 && !n.hasTop) ||
      vertex.arcs.some((a) => isRegularLabel(a.label) && a.arcType !== ArcType.Optional);
  }
  let v = valueOf(nodeBehind(vertex));
  if (vertex.base === null && isStruct) {
    vertex.base = structMarker;
    v = vertex;
  }
  if (v !== null && isConcrete(v)) {
    for (const bound of [n.lowerBound, n.upperBound]) {
      if (bound === null) continue;
      const before = c.enter(noEnvironment, null);
      c.src = bound.src;
      c.ci = noCloseInfo;
      const b = before.errs ?? checkBound(c, bound, v);
      c.leave(before);
      if (before.errs !== null) c.errs = null;
      if (b === null) continue;
      if (b.err.sort === "message") {
        addPlace(b.err.inputs, bound.src);
        addPlace(b.err.inputs, v.src);
      }
      addNodeBottom(n, b);
    }
    return;
  }
  vertex.base = remainingConstraints(c, n);
}

/** The constraints of a node without a concrete value, as one value. */
export function remainingConstraints(c: Context, n: NodeState): Value {
  const list: Value[] = [];
  let kind = TopKind;
  const add = (v: Value): void => {
    list.push(v);
    kind &= kindOf(v);
  };
  if (n.lowerBound !== null) add(n.lowerBound);
  if (n.upperBound !== null) add(n.upperBound);
  for (const check of n.checks as readonly Conjunct[]) {
    const x = check.x;
    // `!=x` says nothing where another bound already excludes x.
    if (x.tag === Tag.BoundValue && x.op === "!=") {
      if (n.upperBound !== null && meetBounds(c, n.kind, n.upperBound, x) !== null) continue;
      if (n.lowerBound !== null && meetBounds(c, n.kind, n.lowerBound, x) !== null) continue;
    }
    add(x as Value);
  }
  if ((kind & ~n.kind) !== 0) add(new BasicType(n.kindExpr === null ? null : n.kindExpr.src, n.kind));
  if (list.length === 0) return new BasicType(null, n.kind);
  return list.length === 1 ? (list[0] as Value) : new Conjunction(null, list);
}
