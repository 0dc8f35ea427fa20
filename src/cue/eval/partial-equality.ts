import { Status, TaskState } from "../value/index.ts";
import type { NodeState, Value, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { EqualFlag, equal } from "./equality.ts";

// Nodes that are not finished are equal if what they hold is, and what they still have to do.

export function equalPartialNode(c: Context, x: Vertex, y: Vertex): boolean {
  const nx = x.state;
  const ny = y.state;
  if (nx === null && ny === null)
    return x.status === Status.Unprocessed || y.status === Status.Unprocessed
      ? sameConjuncts(x, y)
      : equal(c.meter, x, y, EqualFlag.Structural);
  if (nx === null || ny === null || !equalState(c, nx, ny)) return false;
  const px = x.patterns ?? [];
  const py = y.patterns ?? [];
  if (px.length !== py.length || (x.patterns === null) !== (y.patterns === null)) return false;
  for (let i = 0; i < px.length; i++) {
    const a = (px[i] as (typeof px)[number]).constraint;
    const b = (py[i] as (typeof py)[number]).constraint;
    c.finalize(a);
    c.finalize(b);
    if (!equal(c.meter, a, b, EqualFlag.Structural)) return false;
  }
  if (x.arcs.length !== y.arcs.length) return false;
  for (const a of x.arcs) {
    const b = y.arc(a.label);
    if (b === null || !equalPartialNode(c, a, b)) return false;
  }
  return true;
}

/** Whether two vertices that nobody has begun with are copies of each other. */
function sameConjuncts(x: Vertex, y: Vertex): boolean {
  return x.conjuncts.length === y.conjuncts.length && x.conjuncts.every((a, i) => a.x === y.conjuncts[i]!.x);
}

function equalState(c: Context, x: NodeState, y: NodeState): boolean {
  if (x.kind !== y.kind || x.hasTop !== y.hasTop || !same(c, x.scalar, y.scalar)) return false;
  if (x.checks.length !== y.checks.length || !equalTasks(x, y) || !equalTasks(y, x)) return false;
  if (!same(c, x.lowerBound, y.lowerBound) || !same(c, x.upperBound, y.upperBound)) return false;
  return x.checks.every((a, i) =>
    equal(c.meter, a.x as Value, (y.checks[i] as typeof a).x as Value, EqualFlag.Structural),
  );
}

function same(c: Context, a: Value | null, b: Value | null): boolean {
  return a === b || (a !== null && b !== null && equal(c.meter, a, b, EqualFlag.Structural));
}

function equalTasks(x: NodeState, y: NodeState): boolean {
  return x.tasks.every((t) => t.state !== TaskState.Ready || y.tasks.some((u) => u.x === t.x));
}
