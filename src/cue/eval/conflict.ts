import { Bottom, ErrorCode } from "../value/index.ts";
import type { Kind, Node, NodeState } from "../value/index.ts";
import { addPlace } from "./context.ts";
import type { Context } from "./context.ts";
import { addNodeBottom } from "./node-errors.ts";

/**
 * Two values that cannot be one. Beside the values, the message points at every reference and embedding
 * through which they came.
 */
export function reportConflict(c: Context, n: NodeState, a: Node, b: Node, ka: Kind, kb: Kind, ...ids: number[]): void {
  const f =
    ka === kb
      ? c.failureAt(null, "conflicting values % and %", [a, b])
      : c.failureAt(null, "conflicting values % and % (mismatched types % and %)", [a, b, { kind: ka }, { kind: kb }]);
  for (const first of ids)
    for (let id = first; id !== 0; id = c.idParent[id] as number) addPlace(f.inputs, c.idSrc[id] ?? null);
  addNodeBottom(n, new Bottom(null, f, ErrorCode.Eval, n.node));
}

export function reportKindMismatch(c: Context, n: NodeState, v: Node, ka: Kind, kb: Kind): void {
  const f = c.failure("conflicting value % (mismatched types % and %)", v, { kind: ka }, { kind: kb });
  addNodeBottom(n, new Bottom(null, f, ErrorCode.Eval, n.node));
}
