import type { Expr } from "../syntax/ast.ts";
import { Float } from "../value/value.ts";
import type { Value } from "../value/value.ts";

/** The value of a literal without filters. */
export function constantValue(expr: Expr): Value | undefined {
  if (expr.filters.length > 0 || expr.negated) return undefined;
  const val = expr.val;
  if (val.kind === "string" || val.kind === "int" || val.kind === "bool") return val.value;
  return val.kind === "float" ? new Float(val.value) : undefined;
}
