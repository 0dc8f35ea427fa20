import type { Ellipsis, Expr, Ident, ListLit } from "./ast.ts";
import { makeAlias, makeEllipsis, makeList } from "./make.ts";
import { continueBinary } from "./parse-binary.ts";
import { beginComprehension } from "./parse-comprehension.ts";
import { checkDeclared } from "./parse-name.ts";
import { ELEMENTS, K_ALIAS, K_ELEMENT, K_LIST, PRIMARY, START_UNARY, VALUE } from "./parser.ts";
import type { Frame, Parser } from "./parser.ts";
import { impliedComma } from "./scanner.ts";
import * as t from "./token.ts";

const nothing: Expr[] = [];

type State = NonNullable<Frame["comments"]>;

export function beginList(p: Parser): number {
  const frame = p.push(K_LIST);
  const node = makeList(nothing);
  node.rel = p.rel;
  node.pos = p.expect(t.LBRACK);
  frame.node = node;
  p.comments.openList();
  return ELEMENTS;
}

/** States of an element. */
const waitOperand = 0;
const aliased = 1;

/** The next element, or what follows the last one. */
export function continueList(p: Parser): number {
  if (p.tok === t.RBRACK || p.tok === t.ELLIPSIS || p.tok === t.EOF) return endElements(p);
  const frame = p.push(K_ELEMENT);
  frame.comments = p.comments.open();
  frame.state = waitOperand;
  if (p.tok === t.FOR || p.tok === t.IF || p.tok === t.TRY) return beginComprehension(p, true);
  return START_UNARY;
}

export function deliverToElement(p: Parser, frame: Frame): number {
  if (p.value.kind === "Comprehension") {
    if (p.atComma("list literal", t.RBRACK)) p.next();
    return finishElement(p, frame, true);
  }
  if (frame.state === waitOperand) {
    if (continueBinary(p, 1)) return START_UNARY;
    if (p.tok === t.BIND) {
      frame.state = aliased;
      return beginAlias(p);
    }
  }
  if (!p.newlineElements && p.tok === t.COMMA && p.lit === impliedComma) {
    p.next();
    // JSON: the last element has no comma.
    if (p.tok === t.RBRACK || p.tok === t.FOR || p.tok === t.IF) return finishElement(p, frame, false);
    p.error(p.pos, "missing ',' before newline in list literal");
  } else if (!p.atComma("list literal", t.RBRACK, t.FOR, t.IF)) {
    return finishElement(p, frame, false);
  }
  p.next();
  return finishElement(p, frame, true);
}

function finishElement(p: Parser, frame: Frame, more: boolean): number {
  p.comments.close(frame.comments as State, p.value);
  p.pop();
  p.top().add(p.value);
  return more ? ELEMENTS : endElements(p);
}

function endElements(p: Parser): number {
  p.comments.closeList();
  const frame = p.top();
  if (p.tok !== t.ELLIPSIS) return finishList(p, frame);
  const node = makeEllipsis();
  node.pos = p.pos;
  node.end = p.end;
  node.rel = p.rel;
  frame.add(node);
  p.next();
  if (p.tok !== t.COMMA && p.tok !== t.RBRACK) return p.beginExpr();
  return afterEllipsis(p, frame);
}

/** The type of `...T` is finished. */
export function deliverToList(p: Parser, frame: Frame): number {
  const node = frame.last() as Ellipsis;
  node.type = p.value;
  node.end = p.value.end;
  return afterEllipsis(p, frame);
}

function afterEllipsis(p: Parser, frame: Frame): number {
  if (p.atComma("list literal", t.RBRACK)) p.next();
  return finishList(p, frame);
}

function finishList(p: Parser, frame: Frame): number {
  const node = frame.node as ListLit;
  node.elts = frame.taken() as Expr[];
  if (p.tok === t.RBRACK) {
    node.rbrackRel = p.rel;
    node.end = p.end;
  }
  node.rbrack = p.expectClosing(t.RBRACK, "list literal");
  if (node.end < 0) node.end = p.prevEnd;
  p.pop();
  p.value = node;
  return PRIMARY;
}

/** `X=expr`, with X in `p.value` and the token at `=`. The frame below gets the Alias. */
export function beginAlias(p: Parser): number {
  const frame = p.push(K_ALIAS);
  frame.node = p.value;
  frame.pos = p.pos;
  frame.rel = p.rel;
  if (p.experiments.aliasv2) {
    p.error(
      p.pos,
      "old-style alias syntax (=) is not allowed with @experiment(aliasv2); use postfix syntax (~X or ~(K,V))",
    );
  }
  p.next();
  return p.beginExpr();
}

export function deliverToAlias(p: Parser, frame: Frame): number {
  const lhs = frame.node as Expr;
  p.pop();
  if (p.experiments.aliasv2) return VALUE;
  if (lhs.kind !== "Ident") {
    p.errorExpected("identifier for alias");
    return VALUE;
  }
  checkDeclared(p, lhs);
  const node = makeAlias(lhs satisfies Ident, p.value);
  node.pos = lhs.pos;
  node.end = p.value.end;
  node.equal = frame.pos;
  node.equalRel = frame.rel;
  p.value = node;
  return VALUE;
}
