import type { BinaryOp, Expr } from "./ast.ts";
import { makeBinary } from "./make.ts";
import { K_BINARY, K_BINARY_TAIL } from "./parser.ts";
import type { Parser } from "./parser.ts";
import * as t from "./token.ts";

const missing = null as unknown as Expr;

/** A binary operator after the value, if its precedence suffices: starts its right side. */
export function continueBinary(p: Parser, lowest: number): boolean {
  const precedence = t.precedenceOf(p.tok);
  if (precedence < lowest) return false;
  const comments = p.comments.open();
  comments.pos = 1;
  const node = makeBinary(t.tokenText[p.tok] as BinaryOp, p.value, missing);
  node.pos = p.value.pos;
  node.opPos = p.pos;
  node.opRel = p.rel;
  p.next();
  const frame = p.push(K_BINARY);
  frame.node = node;
  frame.comments = comments;
  const tail = p.push(K_BINARY_TAIL);
  tail.num = precedence + 1;
  tail.comments = null;
  p.comments.openList();
  return true;
}
