import { toLiteral } from "../number/index.ts";
import { makeBasicLit, quoteBytes, quoteString } from "../syntax/index.ts";
import type { BasicLit } from "../syntax/index.ts";
import { IntKind } from "../value/index.ts";
import type { Bytes, Conjunct, Num, Str } from "../value/index.ts";

/** The literal as the author wrote it, if a conjunct is nothing but a literal. */
export function writtenLiteral(conjuncts: readonly Conjunct[]): BasicLit | null {
  for (const c of conjuncts) {
    const node = c.x.src === null ? null : c.x.src.node;
    if (node !== null && node.kind === "BasicLit") return makeBasicLit(node.token, node.text);
  }
  return null;
}

export function numberLiteral(n: Num): BasicLit {
  const isInt = (n.kind & IntKind) !== 0;
  return makeBasicLit(isInt ? "INT" : "FLOAT", toLiteral(n.x, isInt));
}

/** Text with line feeds takes several lines, indented as deep as the value stands. */
export function stringLiteral(s: Str, depth: number): BasicLit {
  return makeBasicLit("STRING", quoteString(s.s, { multiline: "auto", indent: depth }));
}

export function bytesLiteral(b: Bytes, depth: number): BasicLit {
  return makeBasicLit("STRING", quoteBytes(b.b, { multiline: "auto", indent: depth }));
}
