import { ArcType, Status, Tag } from "../value/index.ts";
import type { Decl, Environment, Expr, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { isInert } from "./inert.ts";
import { isSettled, peek } from "./peek.ts";
import { hasActiveParentTask } from "./scheduler.ts";
import { derefValue } from "./vertex-ops.ts";

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
    if (e.tag >= Tag.Field || !isHarmless(c, conj.env, e as Expr)) return false;
  }
  return true;
}

const maxDepth = 12;

/** Literals, types, and references to what is finished and without error: reading them touches nothing. */
function isHarmless(c: Context, env: Environment, x: Expr): boolean {
  return harmlessExpr(c, env, x, 0, 0);
}

/** `up` counts the scopes that literals around the expression add, which have no environment yet. */
function harmlessExpr(c: Context, env: Environment, x: Expr, up: number, depth: number): boolean {
  if (depth > maxDepth) return false;
  switch (x.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
    case Tag.Top:
    case Tag.BasicType:
    case Tag.BoundValue:
    case Tag.Conjunction:
      return true;
    case Tag.BoundExpr:
      return harmlessExpr(c, env, x.expr, up, depth + 1);
    case Tag.UnaryExpr:
      return harmlessExpr(c, env, x.x, up, depth + 1);
    case Tag.BinaryExpr:
      return harmlessExpr(c, env, x.x, up, depth + 1) && harmlessExpr(c, env, x.y, up, depth + 1);
    case Tag.DisjunctionExpr:
      return x.values.every((d) => harmlessExpr(c, env, d.expr, up, depth + 1));
    case Tag.StructLit:
      return x.decls.every((d) => harmlessDecl(c, env, d, up + 1, depth + 1));
    case Tag.ListLit:
      return x.elems.every((e) =>
        e.tag === Tag.Ellipsis
          ? e.value === null || harmlessExpr(c, env, e.value, up + 1, depth + 1)
          : e.tag !== Tag.Comprehension && harmlessExpr(c, env, e, up + 1, depth + 1),
      );
    case Tag.CallExpr:
      return harmlessExpr(c, env, x.fun, up, depth + 1) && x.args.every((a) => harmlessExpr(c, env, a, up, depth + 1));
    case Tag.Builtin:
    case Tag.ImportReference:
      return x.tag === Tag.Builtin || x.instance === null;
    case Tag.FieldReference:
    case Tag.SelectorExpr: {
      const target = peek(c, env, x, up);
      return (target !== null && isSettled(target)) || isInert(c, env, x, up);
    }
    default:
      return false;
  }
}

function harmlessDecl(c: Context, env: Environment, d: Decl, up: number, depth: number): boolean {
  switch (d.tag) {
    case Tag.Field:
      return harmlessExpr(c, env, d.value, up, depth);
    case Tag.BulkOptionalField:
      return harmlessExpr(c, env, d.filter, up, depth) && harmlessExpr(c, env, d.value, up, depth);
    case Tag.Ellipsis:
      return true;
    case Tag.LetField:
    case Tag.DynamicField:
    case Tag.Comprehension:
      return false;
    default:
      return harmlessExpr(c, env, d, up, depth);
  }
}

/** Evaluates the fields below a vertex that were left alone. */
export function finishOptional(c: Context, v: Vertex): void {
  for (const a of derefValue(v).arcs) {
    if (a.arcType === ArcType.Optional && a.status === Status.Unprocessed) c.finalize(a);
    finishOptional(c, a);
  }
}
