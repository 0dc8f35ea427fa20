import { SourceFile } from "../../source/index.ts";
import type * as ast from "../syntax/index.ts";
import { BinaryExpr } from "../value/index.ts";
import type { Expr } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import { Scope } from "./scope.ts";

const nowhere = new SourceFile("", "");

/** The values that attributes put into a struct or file. */
export function injectedInto(c: Compiler, node: ast.Node): Expr[] {
  const list = c.injected?.get(node);
  if (list === undefined) return [];
  const { file } = c;
  const out: Expr[] = [];
  for (const { expr, source } of list) {
    c.file = source ?? nowhere;
    out.push(c.expr(expr, new Scope(null, 0)));
  }
  c.file = file;
  return out;
}

/** The value of a field, unified with what its attributes put there. */
export function withInjected(c: Compiler, field: ast.Field, value: Expr): Expr {
  if (c.injected === null) return value;
  let out = value;
  for (const x of injectedInto(c, field)) out = new BinaryExpr(null, "&", out, x);
  return out;
}
