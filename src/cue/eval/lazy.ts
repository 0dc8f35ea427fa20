import { ArcType, Status, Tag } from "../value/index.ts";
import type { Environment, Expr, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { isHarmless } from "./harmless.ts";
import type { HarmlessReference } from "./harmless.ts";
import { isInert } from "./inert.ts";
import { isSettled, peek } from "./peek.ts";
import { hasActiveParentTask } from "./demand.ts";
import { nodeBehind } from "./vertex-ops.ts";

// Optional fields make up most of a schema, and most of them are never filled in. One whose evaluation cannot
// affect anything else is left alone until somebody asks for it.

/** Whether evaluating an optional field now or later makes no difference to any other node. */
export function canWait(c: Context, arc: Vertex): boolean {
  const n = arc.state;
  if (arc.status !== Status.Unprocessed) return false;
  if (n !== null && (n.isInitialized || hasActiveParentTask(n) || n.notify.length > 0 || n.links.length > 0))
    return false;
  for (let i = 0; i < arc.conjuncts.length; i++) {
    const conj = arc.conjuncts[i]!;
    const x = conj.x;
    const e = x.tag === Tag.Field || x.tag === Tag.BulkOptionalField ? x.value : x;
    if (e.tag >= Tag.Field || !isHarmless(e as Expr, isHarmlessIn(c, conj.env))) return false;
  }
  return true;
}

/** What is finished and without error, or inert. */
function isHarmlessIn(c: Context, env: Environment): HarmlessReference {
  return (x, up) => {
    const target = peek(c, env, x, up);
    return (target !== null && isSettled(target)) || isInert(c, env, x, up);
  };
}

/** Evaluates the fields below a vertex that were left alone. */
export function finishOptional(c: Context, v: Vertex): void {
  for (const a of nodeBehind(v).arcs) {
    c.meter.step();
    if (a.arcType === ArcType.Optional && a.status === Status.Unprocessed) c.finalize(a);
    finishOptional(c, a);
  }
}
