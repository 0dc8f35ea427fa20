import { Environment, Tag, conjunctExpr } from "../value/index.ts";
import type { Expr, Label, Vertex } from "../value/index.ts";

/** An expression that is unified in a vertex. */
export interface Operand {
  readonly x: Expr;
  readonly env: Environment;
  /** Of a struct whose embeddings are operands of their own: the fields that are left to it. */
  readonly only: ReadonlySet<Label> | null;
}

/** The expressions that were written for a vertex: both sides of `&`, and what is embedded. */
export function operandsOf(v: Vertex): Operand[] {
  const out: Operand[] = [];
  for (const c of v.conjuncts) {
    const first = conjunctExpr(c.x);
    if (first === null || first.tag === Tag.Comprehension) continue;
    const stack: { x: Expr; env: Environment }[] = [{ x: first, env: c.env }];
    for (let o = stack.pop(); o !== undefined; o = stack.pop()) {
      const { x, env } = o;
      if (x.tag === Tag.BinaryExpr && x.op === "&") stack.push({ x: x.y, env }, { x: x.x, env });
      else if (x.tag === Tag.StructLit && x.hasEmbedding) {
        const inner = new Environment(env, v);
        for (const d of x.decls)
          if (d.tag < Tag.Field && d.tag !== Tag.Comprehension) stack.push({ x: d as Expr, env: inner });
        const labels = x.decls.flatMap((d) => (d.tag === Tag.Field ? [d.label] : []));
        if (labels.length > 0) out.push({ x, env, only: new Set(labels) });
      } else out.push({ x, env, only: null });
    }
  }
  return out;
}
