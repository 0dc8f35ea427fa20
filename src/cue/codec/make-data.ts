import type { BasicLit, Expr, Field, ListLit, LiteralToken, StructLit } from "../syntax/index.ts";
import { makeBasicLit, makeField, makeList, makeStruct, makeUnary, quoteString } from "../syntax/index.ts";

/** Syntax nodes of data, with their places. */

export function literalAt(token: LiteralToken, text: string, pos: number, end: number): BasicLit {
  const lit = makeBasicLit(token, text);
  lit.pos = pos;
  lit.end = end;
  return lit;
}

/** A number literal; a minus becomes an operator, as in source. */
export function numberAt(text: string, isInt: boolean, pos: number, end: number): Expr {
  const token = isInt ? "INT" : "FLOAT";
  if (text.charCodeAt(0) !== 0x2d) return literalAt(token, text, pos, end);
  const neg = makeUnary("-", literalAt(token, text.slice(1), pos + 1, end));
  neg.pos = pos;
  neg.end = end;
  return neg;
}

export function fieldAt(name: string, value: Expr, pos: number, end: number): Field {
  const f = makeField(literalAt("STRING", quoteString(name), pos, end), value);
  f.pos = pos;
  f.end = value.end;
  return f;
}

export function listAt(elts: Expr[], pos: number, end: number): ListLit {
  const list = makeList(elts);
  list.pos = pos;
  list.rbrack = end - 1;
  list.end = end;
  return list;
}

export function structAt(elts: Field[], pos: number, end: number): StructLit {
  const s = makeStruct(elts);
  s.pos = pos;
  s.lbrace = pos;
  s.rbrace = end - 1;
  s.end = end;
  return s;
}
