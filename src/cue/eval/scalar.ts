import { Tag } from "../value/index.ts";
import type { NodeState } from "../value/index.ts";
import { ScalarKnown } from "./conditions.ts";
import { isInProgressMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { announce } from "./demand.ts";
import { bottomOf } from "./vertex-ops.ts";

/** Makes the scalar of a node its value, unless there is an error or a disjunct already. */
export function noteScalar(c: Context, n: NodeState): void {
  if (n.scalar === null) return;
  const v = n.node;
  if (bottomOf(v) !== null && !isInProgressMarker(v.base)) return;
  if (!(v.base !== null && v.base.tag === Tag.Vertex && v.base.isDisjunct)) v.base = n.scalar;
  announce(c, n, ScalarKnown);
}
