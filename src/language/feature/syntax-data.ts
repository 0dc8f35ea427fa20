// Syntax of data files as plain data.
import { decodeNumber, decodeString } from "../../cue/syntax/index.ts";
import type { Expr } from "../../cue/syntax/index.ts";
import { labelText } from "../analysis/syntax-path.ts";

type SyntaxData = null | boolean | number | string | readonly SyntaxData[] | { readonly [name: string]: SyntaxData };

/** What is no data is null. */
export function dataOf(expr: Expr): SyntaxData {
  switch (expr.kind) {
    case "BasicLit":
      switch (expr.token) {
        case "STRING": {
          const decoded = decodeString(expr.text);
          return decoded.ok ? decoded.value : "";
        }
        case "INT":
        case "FLOAT": {
          const n = Number(expr.text.replaceAll("_", ""));
          return Number.isNaN(n) ? (decodeNumber(expr.text) === undefined ? null : expr.text) : n;
        }
        case "TRUE":
          return true;
        case "FALSE":
          return false;
        default:
          return null;
      }
    case "UnaryExpr": {
      const inner = dataOf(expr.x);
      return expr.op === "-" && typeof inner === "number" ? -inner : inner;
    }
    case "ListLit":
      return expr.elts.map(dataOf);
    case "StructLit": {
      const out: Record<string, SyntaxData> = Object.create(null) as Record<string, SyntaxData>;
      for (const e of expr.elts) if (e.kind === "Field") out[labelText(e.label) ?? ""] = dataOf(e.value);
      return out;
    }
    default:
      return null;
  }
}
