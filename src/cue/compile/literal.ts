import { parseNumber } from "../number/index.ts";
import { decodeBytes, decodeBytesParts, decodeString, decodeStringParts } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import {
  Bool,
  Bytes,
  BytesKind,
  FloatKind,
  IntKind,
  Interpolation,
  Null,
  Num,
  Str,
  StringKind,
  Top,
} from "../value/index.ts";
import type { Expr } from "../value/index.ts";
import type { Compiler } from "./compiler.ts";
import type { Scope } from "./scope.ts";

const unset: Expr = new Top(null);

/** The text of a string literal in plain double quotes, or null. */
export function decodePlainString(text: string): string | null {
  if (!text.startsWith('"')) return null;
  const d = decodeString(text);
  return d.ok ? d.value : null;
}

/** The value of a literal without mistakes, or null. */
export function plainLiteral(c: Compiler, x: ast.BasicLit): Expr | null {
  const marks = c.marks?.get(x.pos) ?? null;
  switch (x.token) {
    case "STRING": {
      const d = decodeString(x.text);
      return d.ok ? new Str(c.src(x), d.value, marks) : null;
    }
    case "INT":
    case "FLOAT": {
      const n = parseNumber(x.text);
      return typeof n === "string" ? null : new Num(c.src(x), n.isInt ? IntKind : FloatKind, n.value, marks);
    }
    case "TRUE":
      return new Bool(c.src(x), true, marks);
    case "FALSE":
      return new Bool(c.src(x), false, marks);
    case "NULL":
      return new Null(c.src(x), marks);
    case "BYTES": {
      const d = decodeBytes(x.text);
      return d.ok ? new Bytes(c.src(x), d.value, marks) : null;
    }
  }
}

export function compileLiteral(c: Compiler, x: ast.BasicLit, scope: Scope): Expr {
  const value = plainLiteral(c, x);
  if (value !== null) return value;
  if (x.token === "INT" || x.token === "FLOAT")
    return c.fail(x, scope, "parse error: %", parseNumber(x.text) as string);
  const d = x.token === "BYTES" ? decodeBytes(x.text) : decodeString(x.text);
  return badString(c, x, scope, d.ok ? "" : d.message);
}

function badString(c: Compiler, x: ast.Expr, scope: Scope, problem: string): Expr {
  return c.fail(x, scope, "invalid string: %", problem.replace(/^invalid string: /, ""));
}

export function compileInterpolation(c: Compiler, x: ast.Interpolation, scope: Scope): Expr {
  const fragments: string[] = [];
  for (let i = 0; i < x.parts.length; i += 2) {
    const part = x.parts[i] as ast.Expr;
    if (part.kind !== "BasicLit") return c.fail(x, scope, "invalid interpolation");
    fragments.push(part.text);
  }
  const isBytes = (x.parts[0] as ast.BasicLit).text.replace(/^#+/, "").startsWith("'");
  const decoded = isBytes ? decodeBytesParts(fragments) : decodeStringParts(fragments);
  if (!decoded.ok) return c.fail(x, scope, "invalid interpolation: %", decoded.message);
  const parts: Expr[] = [];
  for (let i = 0; i < x.parts.length; i++) {
    const part = x.parts[i] as ast.Expr;
    if (i % 2 === 1) {
      parts.push(unset);
      c.nested(part, scope, (value) => {
        parts[i] = value;
      });
    } else {
      const value = decoded.values[i / 2] as string | Uint8Array;
      parts.push(typeof value === "string" ? new Str(c.src(part), value) : new Bytes(c.src(part), value));
    }
  }
  return parts.length === 1 ? (parts[0] as Expr) : new Interpolation(c.src(x), isBytes ? BytesKind : StringKind, parts);
}
