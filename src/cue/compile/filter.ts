import { walk } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import type { Compiler } from "./compiler.ts";
import { patternOf } from "./declare.ts";
import type { Scope } from "./scope.ts";

/** The filter of a pattern must not depend on the fields that it is matched against. */
export function checkFilter(c: Compiler, d: ast.Field, value: Scope, struct: Scope): void {
  const filter = patternOf(d);
  if (filter === null) return;
  // The names of the pattern itself; an alias of the value is no such name.
  const pattern = d.value.kind === "Alias" ? (value.outer as Scope) : value;
  walk(filter, (node) => {
    if (node.kind !== "Ident") return;
    report(c, pattern, node);
    for (let s: Scope | null = struct; s !== null && !s.isValue; s = s.outer) report(c, s, node);
  });
}

function report(c: Compiler, scope: Scope, id: ast.Ident): void {
  if (scope.names === null || !scope.names.has(id.name)) return;
  c.failScope(id, 'reference "%" in label expression refers to field against which it would be matched', id.name);
}
