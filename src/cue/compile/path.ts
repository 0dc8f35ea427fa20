import type * as ast from "../syntax/index.ts";
import { quoteSelector } from "../value/index.ts";
import type { Scope } from "./scope.ts";
import { decodePlainString } from "./literal.ts";

/** Where a scope stands in the data, in the words of error messages. */
export function scopePath(scope: Scope | null): string[] {
  const out: string[] = [];
  for (let s = scope; s !== null; s = s.outer) {
    if (s.label !== null) out.push(typeof s.label === "string" ? s.label : labelText(s.label));
  }
  return out.reverse();
}

function labelText(field: ast.Field): string {
  const label = bareLabel(field.label);
  switch (label?.kind) {
    case "Ident":
      return label.name;
    case "BasicLit": {
      if (label.token === "STRING") {
        const text = decodePlainString(label.text);
        if (text !== null && quoteSelector(text) === text) return text;
      }
      return label.text;
    }
    case "ListLit":
      return "[]";
    case "Interpolation":
      return "?";
    default:
      return "<unknown>";
  }
}

/** The label without an old alias before it; null if what follows the alias cannot be a label. */
export function bareLabel(label: ast.Label): Exclude<ast.Label, ast.Alias> | null {
  if (label.kind !== "Alias") return label;
  const x = label.expr;
  switch (x.kind) {
    case "Ident":
    case "BasicLit":
    case "Interpolation":
    case "ListLit":
    case "ParenExpr":
      return x;
    default:
      return null;
  }
}
