import { Conjunct, CycleType, Tag, append } from "../value/index.ts";
import type { CloseInfo, Expr, NodeState } from "../value/index.ts";
import type { Context } from "./context.ts";

/** Calls that were held back because of a cycle run after all if they read nothing but labels. */
export function flushParkedCalls(c: Context, n: NodeState): void {
  if (n.parked.length === 0 || n.tasks.length > 0) return;
  n.hasNonCyclic = true;
  const parked = n.parked;
  n.parked = [];
  for (const p of parked) {
    const x = p.conjunct.x;
    const expr =
      x.tag === Tag.Field || x.tag === Tag.LetField || x.tag === Tag.DynamicField || x.tag === Tag.BulkOptionalField
        ? x.value
        : x;
    if (!readsOnlyLabels(expr as Expr)) {
      n.parked = append(n.parked, p);
      continue;
    }
    const ci: CloseInfo = p.conjunct.ci.withCycle(CycleType.None, p.conjunct.ci.refs);
    if (p.arc !== null) c.enterTarget(n, p.conjunct, p.arc, ci);
    else c.enterConjunct(n, new Conjunct(p.conjunct.env, x, ci), ci);
  }
}

function readsOnlyLabels(x: Expr): boolean {
  if (x.tag <= Tag.Vertex || x.tag === Tag.LabelReference) return true;
  switch (x.tag) {
    case Tag.BinaryExpr:
      return readsOnlyLabels(x.x) && readsOnlyLabels(x.y);
    case Tag.UnaryExpr:
      return readsOnlyLabels(x.x);
    case Tag.CallExpr:
      return x.args.every(readsOnlyLabels);
    case Tag.ListLit:
      return x.elems.every((e) => e.tag === Tag.Ellipsis || e.tag === Tag.Comprehension || readsOnlyLabels(e));
    case Tag.Interpolation:
      return x.parts.every(readsOnlyLabels);
    default:
      return false;
  }
}
