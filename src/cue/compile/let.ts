import type * as ast from "../syntax/index.ts";
import type { Expr, Failure } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import { LetState, Scope } from "./scope.ts";
import type { LetEntry } from "./scope.ts";

/**
 * Compiles a let that is referred to, before its declaration is reached if need be, which finds lets
 * that need each other. `where` is the scope that declares it.
 */
export function compileLet(c: Compiler, entry: LetEntry, where: Scope, from: Scope, id: ast.Ident): void {
  entry.used = true;
  if (entry.resolving) {
    c.fail(id, from, "cyclic references in let clause or alias");
    return;
  }
  if (entry.lookedUp) return;
  entry.lookedUp = true;
  if (entry.state === LetState.done) {
    const collectors = c.collectors;
    c.collectors = collectors.filter((k) => k.depth < where.depth);
    repeatErrors(c, entry);
    c.collectors = collectors;
    return;
  }
  entry.resolving = true;
  // Lets beside this one or deeper only come upon it: what is wrong here is not wrong with them.
  const collectors = c.collectors;
  c.collectors = collectors.filter((k) => k.depth < where.depth);
  const value = compileValue(c, entry, where);
  c.collectors = collectors;
  entry.resolving = false;
  // Met inside its own declaration, it is only compiled to find the cycle.
  if (entry.state === LetState.fresh) finish(entry, value);
}

/** Compiles a let where it is declared. */
export function declareLet(c: Compiler, entry: LetEntry, where: Scope): Expr {
  if (entry.state === LetState.done) repeatErrors(c, entry);
  else {
    entry.state = LetState.declaring;
    finish(entry, compileValue(c, entry, where));
  }
  return entry.value as Expr;
}

interface LetValue {
  readonly value: Expr;
  readonly errors: LetEntry["errors"];
}

function compileValue(c: Compiler, entry: LetEntry, where: Scope): LetValue {
  const collectors = c.collectors;
  const errors: Failure[] = [];
  c.collectors = [...collectors, { depth: where.depth, errors }];
  const value = c.expr(entry.clause.expr, new Scope(where, 0, "let[]", true, entry.name));
  c.collectors = collectors;
  return { value, errors };
}

function finish(entry: LetEntry, result: LetValue): void {
  entry.state = LetState.done;
  entry.value = result.value;
  entry.errors = result.errors;
}

function repeatErrors(c: Compiler, entry: LetEntry): void {
  for (const e of entry.errors) c.addError(e);
}
