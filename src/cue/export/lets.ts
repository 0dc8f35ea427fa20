import { makeAlias, makeField, makeIdent, makeLetClause } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { Tag, conjunctExpr } from "../value/index.ts";
import type { Comprehension, Environment, Expr, LetReference, Node, StructLit } from "../value/index.ts";
import { resolveIn } from "./evaluate.ts";
import type { Exporter } from "./exporter.ts";

/**
 * Makes room in the current struct for the lets of a literal, and prepares its aliased fields, before any reference to
 * them is written. Lets that nobody refers to are removed again.
 */
export function markLets(e: Exporter, root: Expr | Comprehension): void {
  const stack: Node[] = [root];
  const later = (nodes: readonly (Node | null)[]): void => {
    for (let i = nodes.length - 1; i >= 0; i--) {
      const n = nodes[i];
      if (n !== null && n !== undefined) stack.push(n);
    }
  };
  for (let x = stack.pop(); x !== undefined; x = stack.pop()) {
    switch (x.tag) {
      case Tag.StructLit:
        markDecls(e, x);
        later(x.decls.map((d) => (d.tag < Tag.Field ? d : d.tag === Tag.Ellipsis ? d.value : null)));
        break;
      case Tag.ListLit:
        later(x.elems.map((d) => (d.tag === Tag.Comprehension ? null : d.tag === Tag.Ellipsis ? d.value : d)));
        break;
      case Tag.BinaryExpr:
        later([x.x, x.y]);
        break;
      case Tag.UnaryExpr:
      case Tag.OpenExpr:
      case Tag.SelectorExpr:
        later([x.x]);
        break;
      case Tag.BoundExpr:
        later([x.expr]);
        break;
      case Tag.IndexExpr:
        later([x.x, x.index]);
        break;
      case Tag.SliceExpr:
        later([x.x, x.lo, x.hi]);
        break;
      case Tag.Interpolation:
        later(x.parts);
        break;
      case Tag.CallExpr:
        later([x.fun, ...x.args]);
        break;
      case Tag.DisjunctionExpr:
        later(x.values.map((d) => d.expr));
        break;
    }
  }
}

function markDecls(e: Exporter, x: StructLit): void {
  for (const d of x.decls) {
    if (d.tag === Tag.LetField) {
      const let_ = makeLetClause(makeIdent("_"), makeIdent("_"));
      e.lets.set(d.label, let_);
      e.letFields.set(d.label, d);
      e.unusedLets.add(let_);
      e.frame!.scope.elts.push(let_);
    } else if (d.tag === Tag.Field) {
      const source = d.src === null ? null : d.src.node;
      if (source === null || source.kind !== "Field" || source.label.kind !== "Alias") continue;
      if (e.aliasedFields.some((a) => a.source === source)) continue;
      const { ident, expr } = source.label;
      const field = makeField(makeAlias(makeIdent(ident.name), expr), makeIdent("_"));
      e.aliasedFields.push({ source, field, name: ident.name, label: d.label });
    }
  }
}

export function removeUnusedLets(e: Exporter, s: ast.StructLit): void {
  if (e.unusedLets.size === 0) return;
  s.elts = s.elts.filter((d) => d.kind !== "LetClause" || !e.unusedLets.has(d));
}

/** Writes the let on first use; where it is not part of the output, its expression stands for it. */
export function letReference(e: Exporter, env: Environment | null, x: LetReference): ast.Expr {
  const let_ = e.lets.get(x.label);
  if (let_ === undefined) {
    const target = env === null ? null : resolveIn(e.engine, env, x);
    const c = target?.conjuncts[0];
    if (c !== undefined) {
      const expr = conjunctExpr(c.x);
      return expr === null ? makeIdent("_") : e.expr(c.env, expr);
    }
    const field = e.letFields.get(x.label) ?? e.names.letField(x.label);
    return field === null ? makeIdent(e.labels.text(x.label)) : e.expr(env, field.value);
  }
  if (e.unusedLets.has(let_)) {
    const field = e.letFields.get(x.label);
    let_.ident = makeIdent(e.names.letName(x.label));
    if (field !== undefined) let_.expr = e.expr(env, field.value);
    e.unusedLets.delete(let_);
  }
  const id = makeIdent(let_.ident.name);
  e.links.set(id, let_);
  return id;
}
