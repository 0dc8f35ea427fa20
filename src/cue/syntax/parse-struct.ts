import type { Decl, StructLit } from "./ast.ts";
import { makeStruct } from "./make.ts";
import { FIELDS, K_STRUCT, PRIMARY, VALUE } from "./parser.ts";
import type { Parser } from "./parser.ts";
import * as t from "./token.ts";

const nothing: Decl[] = [];

/** `{ … }`: as an operand, which selectors may follow, or as a body. */
export function beginStruct(p: Parser, operand: boolean): number {
  const frame = p.push(K_STRUCT);
  frame.num = operand ? 1 : 0;
  const node = makeStruct(nothing);
  node.rel = p.tok === t.LBRACE ? p.rel : 0;
  node.lbrace = node.pos = p.expect(t.LBRACE);
  frame.node = node;
  if (p.tok === t.RBRACE) return finishStruct(p);
  p.comments.openList();
  return FIELDS;
}

/** After the last declaration. */
export function finishStruct(p: Parser): number {
  const frame = p.top();
  const node = frame.node as StructLit;
  node.elts = frame.taken() as Decl[];
  if (p.tok === t.RBRACE) {
    node.rbraceRel = p.rel;
    node.end = p.end;
    node.oneLine = node.pos >= p.lineStart;
  }
  node.rbrace = p.expectClosing(t.RBRACE, "struct literal");
  if (node.end < 0) node.end = p.prevEnd;
  p.pop();
  p.value = node;
  return frame.num === 1 ? PRIMARY : VALUE;
}
