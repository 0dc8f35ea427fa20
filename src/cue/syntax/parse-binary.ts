import type { BasicLit, BinaryExpr, BinaryOp, CallExpr, Expr, Ident } from "./ast.ts";
import { makeBinary, makeCall, makeIdent } from "./make.ts";
import { K_BINARY, K_BINARY_TAIL } from "./parser.ts";
import type { Parser } from "./parser.ts";
import * as t from "./token.ts";

const missing = null as unknown as Expr;

/** Operators that are words, which languages before v0.17 had: `a div b` is `div(a, b)` since. */
const WORDS = new Set(["div", "mod", "quo", "rem"]);
const WORD_PRECEDENCE = 7;

/** A binary operator after the value, if its precedence suffices: starts its right side. */
export function continueBinary(p: Parser, lowest: number): boolean {
  const isWord = p.tok === t.IDENT && p.wordOperators && WORDS.has(p.lit);
  const precedence = isWord ? WORD_PRECEDENCE : t.precedenceOf(p.tok);
  if (precedence < lowest) return false;
  const comments = p.comments.open();
  comments.pos = 1;
  const node = makeBinary((isWord ? p.lit : t.tokenText[p.tok]) as BinaryOp, p.value, missing);
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

/** The operation when its right side is there: one that is a word becomes the call that it is. */
export function endBinary(node: BinaryExpr): BinaryExpr | CallExpr {
  if (!WORDS.has(node.op)) return node;
  const fun = makeIdent(node.op);
  fun.pos = node.opPos;
  fun.end = node.opPos + node.op.length;
  const call = makeCall(fun, [node.x, node.y]);
  // What stood before the operand stands before the call now.
  const first = leftmost(node.x);
  if (first !== null) {
    fun.rel = first.rel;
    first.rel = 0;
  }
  call.pos = node.pos;
  call.end = node.end;
  call.lparen = node.opPos;
  call.rparen = node.end;
  return call;
}

/** The name or literal that an expression begins with. */
function leftmost(x: Expr): Ident | BasicLit | null {
  for (;;) {
    switch (x.kind) {
      case "Ident":
      case "BasicLit":
        return x;
      case "BinaryExpr":
      case "SelectorExpr":
      case "IndexExpr":
        x = x.x;
        break;
      case "CallExpr":
        x = x.fun;
        break;
      default:
        return null;
    }
  }
}
