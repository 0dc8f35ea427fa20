import type { BasicLit, Expr, Interpolation, Node } from "./ast.ts";
import { decodeBytes, decodeBytesParts } from "./literal.ts";
import { decodeNumber } from "./number-literal.ts";
import { childrenOf } from "./walk.ts";

/**
 * Whether two trees say the same. Places, comments and layout do not count: braces around a
 * single field, doubled parentheses, `..._` for `...`, and how a literal is written.
 */
export function equalNodes(a: Node, b: Node): boolean {
  const work: Node[] = [a, b];
  while (work.length > 0) {
    const y = plain(work.pop() as Node);
    const x = plain(work.pop() as Node);
    if (x.kind !== y.kind || !sameSelf(x, y)) return false;
    const xs = parts(x);
    const ys = parts(y);
    if (xs.length !== ys.length) return false;
    for (let i = 0; i < xs.length; i++) work.push(xs[i] as Node, ys[i] as Node);
  }
  return true;
}

function plain(node: Node): Node {
  let result = node;
  while (result.kind === "ParenExpr" && result.x.kind === "ParenExpr") result = result.x;
  return result;
}

/** The children that count by themselves. */
function parts(node: Node): Node[] {
  // Fragments of an interpolation mean something only together.
  if (node.kind === "Interpolation") return node.parts.filter((_, i) => i % 2 === 1);
  if (node.kind === "Ellipsis" && isTop(node.type)) return [];
  return childrenOf(node);
}

function isTop(x: Expr | null): boolean {
  return x !== null && x.kind === "Ident" && x.name === "_";
}

function sameSelf(x: Node, y: Node): boolean {
  if (x.kind === "BasicLit") return sameLiteral(x, y as BasicLit);
  if (x.kind === "Interpolation") return sameFragments(x, y as Interpolation);
  return ownText(x) === ownText(y);
}

function sameLiteral(x: BasicLit, y: BasicLit): boolean {
  if (x.token !== y.token) return false;
  if (x.text === y.text) return true;
  if (x.token === "STRING" || x.token === "BYTES") {
    const a = decodeBytes(x.text);
    const b = decodeBytes(y.text);
    return a.ok && b.ok && sameBytes(a.value, b.value);
  }
  const a = decodeNumber(x.text);
  const b = decodeNumber(y.text);
  return a.ok && b.ok && stripped(a.digits, a.exponent) === stripped(b.digits, b.exponent);
}

/** `5.` and `5.0` are the same number. */
function stripped(digits: string, exponent: number): string {
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === 48) end--;
  return `${digits.slice(0, end)}e${exponent + digits.length - end}`;
}

function sameFragments(x: Interpolation, y: Interpolation): boolean {
  const texts = (node: Interpolation): string[] =>
    node.parts.filter((_, i) => i % 2 === 0).map((part) => (part as BasicLit).text);
  const xs = texts(x);
  const ys = texts(y);
  if (xs.length !== ys.length || xs.every((text, i) => text === ys[i])) return xs.length === ys.length;
  const a = decodeBytesParts(xs);
  const b = decodeBytesParts(ys);
  return a.ok && b.ok && a.values.every((bytes, i) => sameBytes(bytes, b.values[i] as Uint8Array));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** What a node says by itself, and which of its optional children it has. */
function ownText(node: Node): string {
  switch (node.kind) {
    case "Ident":
      return node.name;
    case "Attribute":
      return node.text;
    case "Field":
      return `${node.constraint} ${node.alias === null} ${node.attrs.length}`;
    case "UnaryExpr":
    case "BinaryExpr":
    case "PostfixExpr":
      return node.op;
    case "PostfixAlias":
      return String(node.label === null);
    case "ImportSpec":
      return String(node.name === null);
    case "ForClause":
      return String(node.key === null);
    case "TryClause":
      return `${node.ident === null} ${node.expr === null}`;
    case "SliceExpr":
      return `${node.low === null} ${node.high === null}`;
    case "Comprehension":
      return `${node.clauses.length} ${node.fallback === null}`;
  }
  return "";
}
