import { Tag } from "../value/index.ts";
import type { NodeState } from "../value/index.ts";
import { ScalarKnown } from "./conditions.ts";
import { isCycleMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { signal } from "./scheduler.ts";
import { bottomOf } from "./vertex-ops.ts";

/** Makes the scalar of a node its value, unless there is an error or a disjunct already. */
export function updateScalar(c: Context, n: NodeState): void {
  if (n.scalar === null) return;
  const v = n.node;
  if (bottomOf(v) !== null && !isCycleMarker(v.base)) return;
  if (!(v.base !== null && v.base.tag === Tag.Vertex && v.base.isDisjunct)) v.base = n.scalar;
  signal(c, n, ScalarKnown);
}
