import type * as ast from "../syntax/index.ts";
import { Comprehension, ForClause, IfClause, LetClause, NoLabel, TryClause } from "../value/index.ts";
import type { Bottom, Clause, Label } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import { clauseScope } from "./declare.ts";
import { Scope } from "./scope.ts";

const needsTry = "requires the try experiment (language version v0.16.0 or later)";

export function compileComprehension(c: Compiler, x: ast.Comprehension, outer: Scope): Comprehension | Bottom {
  const clauses: Clause[] = [];
  let scope = outer;
  let triesBody = false;
  for (let i = 0; i < x.clauses.length; i++) {
    const clause = x.clauses[i] as ast.Clause;
    const src = c.src(clause);
    switch (clause.kind) {
      case "ForClause": {
        const source = c.expr(clause.source, scope);
        clauses.push(new ForClause(src, name(c, clause.key), name(c, clause.value), source));
        scope = clauseScope(c, scope, "for[]", [clause.key, clause.value]);
        break;
      }
      case "IfClause":
        clauses.push(new IfClause(src, c.expr(clause.condition, scope)));
        break;
      case "LetClause": {
        const value = c.expr(clause.expr, scope);
        clauses.push(new LetClause(src, name(c, clause.ident), value));
        scope = clauseScope(c, scope, "let[]", [clause.ident]);
        break;
      }
      case "TryClause":
        if (!c.features.tryClause) return c.fail(clause, scope, `try clause ${needsTry}`);
        if (clause.ident === null || clause.expr === null) {
          triesBody = true;
          clauses.push(new TryClause(src, NoLabel, null));
        } else {
          const value = c.expr(clause.expr, tryScope(scope));
          clauses.push(new TryClause(src, name(c, clause.ident), value));
          scope = clauseScope(c, scope, "try[]", [clause.ident]);
        }
        break;
    }
    if (x.clauses[0]?.kind === "LetClause") {
      return c.fail(x, scope, "first comprehension clause must be 'if' or 'for'");
    }
    const before = i > 0 ? x.clauses[i - 1] : undefined;
    if (before?.kind === "TryClause" && before.ident === null) {
      return c.fail(before, scope, "struct-form try clause must be the last clause in a comprehension");
    }
  }
  if (clauses.length === 0) return c.fail(x, scope, "comprehension value without clauses");
  const value = c.structLit(x.value, triesBody ? tryScope(scope) : scope);
  if (x.fallback === null) return new Comprehension(c.src(x), clauses, value, null);
  if (!c.features.tryClause) {
    const only = x.clauses.length === 1 ? x.clauses[0]?.kind : undefined;
    const word = only === "IfClause" || only === "TryClause" ? "else" : "fallback";
    return c.fail(x.fallback, scope, `${word} clause ${needsTry}`);
  }
  // It does not see the variables of the clauses.
  return new Comprehension(c.src(x), clauses, value, c.structLit(x.fallback.body, outer));
}

function tryScope(outer: Scope): Scope {
  return new Scope(outer, 0, null, false, null, true);
}

function name(c: Compiler, id: ast.Ident | null): Label {
  return id === null || id.name === "_" ? NoLabel : c.identLabel(id.name);
}
