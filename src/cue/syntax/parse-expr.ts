import type {
  BasicLit,
  BinaryExpr,
  CallExpr,
  Expr,
  Ident,
  IndexExpr,
  LiteralToken,
  ParenExpr,
  SelectorExpr,
  UnaryExpr,
  UnaryOp,
} from "./ast.ts";
import {
  makeBadExpr,
  makeBasicLit,
  makeBottom,
  makeCall,
  makeIdent,
  makeIndex,
  makeParen,
  makePostfix,
  makeSelector,
  makeSlice,
  makeUnary,
} from "./make.ts";
import { continueBinary, endBinary } from "./parse-binary.ts";
import { beginInterpolation } from "./parse-interpolation.ts";
import { beginList } from "./parse-list.ts";
import { parseIdent, parseKeyIdent } from "./parse-name.ts";
import { beginStruct } from "./parse-struct.ts";
import {
  K_BINARY,
  K_BINARY_TAIL,
  K_CALL,
  K_INDEX,
  K_PAREN,
  K_UNARY,
  PRIMARY,
  START_UNARY,
  VALUE,
  isBytesLiteral,
} from "./parser.ts";
import type { Frame, Parser } from "./parser.ts";
import * as t from "./token.ts";

const missing = null as unknown as Expr;
const nothing: Expr[] = [];

/** A unary expression, up to where it needs another expression. */
export function startUnary(p: Parser): number {
  const leaf = p.takeLeaf();
  if (leaf !== null) {
    p.value = leaf;
    return VALUE;
  }
  p.enter();
  if (isUnaryOperator(p)) {
    const frame = p.push(K_UNARY);
    frame.comments = p.comments.open();
    const node = makeUnary(t.tokenText[p.tok] as UnaryOp, missing);
    node.pos = p.pos;
    node.rel = p.rel;
    frame.node = node;
    p.next();
    return START_UNARY;
  }
  return startOperand(p);
}

function isUnaryOperator(p: Parser): boolean {
  switch (p.tok) {
    case t.EQL:
      return p.experiments.structcmp;
    case t.ADD:
    case t.SUB:
    case t.NOT:
    case t.MUL:
    case t.LSS:
    case t.LEQ:
    case t.GEQ:
    case t.GTR:
    case t.NEQ:
    case t.MAT:
    case t.NMAT:
      return true;
  }
  return false;
}

function startOperand(p: Parser): number {
  switch (p.tok) {
    case t.IDENT: {
      const ident = parseIdent(p);
      p.value = ident;
      // In `a?: 1` the mark belongs to the field.
      if (p.tok === t.OPTION && !p.colonFollows()) p.value = withOptionalMark(p, ident);
      return primaryTail(p);
    }
    case t.STRING:
      return literal(p, isBytesLiteral(p.lit) ? "BYTES" : "STRING");
    case t.INT:
      return literal(p, "INT");
    case t.FLOAT:
      return literal(p, "FLOAT");
    case t.NULL:
      return literal(p, "NULL");
    case t.TRUE:
      return literal(p, "TRUE");
    case t.FALSE:
      return literal(p, "FALSE");
    case t.LBRACE:
      return beginStruct(p, true);
    case t.LBRACK:
      return beginList(p);
    case t.INTERPOLATION:
      return beginInterpolation(p);
    case t.LPAREN: {
      const frame = p.push(K_PAREN);
      frame.comments = p.comments.open();
      const node = makeParen(missing);
      node.pos = p.pos;
      node.rel = p.rel;
      frame.node = node;
      p.next();
      p.comments.openList();
      return p.beginExpr();
    }
    case t.BOTTOM: {
      const comments = p.comments.open();
      const node = makeBottom();
      node.pos = p.pos;
      node.end = p.end;
      node.rel = p.rel;
      p.next();
      p.comments.close(comments, node);
      p.value = node;
      return primaryTail(p);
    }
  }
  if (t.isKeywordToken(p.tok)) {
    p.value = parseKeyIdent(p);
    return primaryTail(p);
  }
  const comments = p.comments.open();
  const bad = makeBadExpr(p.pos);
  bad.rel = p.rel;
  p.errorExpected("operand");
  p.skipToEnd();
  bad.end = p.pos;
  p.comments.close(comments, bad);
  p.value = bad;
  return primaryTail(p);
}

function literal(p: Parser, token: LiteralToken): number {
  const comments = p.comments.open();
  const node = makeBasicLit(token, p.lit);
  node.pos = p.pos;
  node.end = p.end;
  node.rel = p.rel;
  p.next();
  p.comments.close(comments, node);
  p.value = node;
  return primaryTail(p);
}

function withOptionalMark(p: Parser, x: Expr): Expr {
  if (p.tok !== t.OPTION) return x;
  const node = makePostfix("?", x);
  node.pos = x.pos;
  node.opPos = p.pos;
  node.end = p.end;
  p.next();
  return node;
}

/** Selectors, indices, slices, calls and `...` after an operand. */
export function primaryTail(p: Parser): number {
  for (;;) {
    switch (p.tok) {
      case t.PERIOD:
        parseSelector(p);
        continue;
      case t.LBRACK:
        return beginIndex(p);
      case t.LPAREN:
        return beginCall(p);
      case t.ELLIPSIS:
        parseOpen(p);
        continue;
    }
    p.nesting--;
    return VALUE;
  }
}

function parseSelector(p: Parser): void {
  const comments = p.comments.open();
  comments.pos = 1;
  p.next();
  const x = p.value;
  let sel: Ident | BasicLit;
  let valid = true;
  if (p.tok === t.IDENT) {
    sel = parseIdent(p);
  } else if (p.tok === t.STRING && p.lit.startsWith('"') && !p.lit.startsWith('""')) {
    sel = makeBasicLit("STRING", p.lit);
    sel.pos = p.pos;
    sel.end = p.end;
    sel.rel = p.rel;
    p.next();
  } else if (t.isKeywordToken(p.tok)) {
    sel = parseKeyIdent(p);
  } else {
    valid = false;
    p.errorExpected("selector");
    sel = makeIdent("_");
    sel.pos = sel.end = p.pos;
    sel.rel = p.rel;
    p.next();
  }
  const node: SelectorExpr = makeSelector(x, sel);
  node.pos = x.pos;
  node.end = sel.end;
  p.value = valid ? withOptionalMark(p, node) : node;
  p.comments.close(comments, p.value);
}

function parseOpen(p: Parser): void {
  if (p.experiments.explicitopen) {
    const comments = p.comments.open();
    const node = makePostfix("...", p.value);
    node.pos = p.value.pos;
    node.opPos = p.pos;
    node.end = p.end;
    p.next();
    p.comments.close(comments, node);
    p.value = node;
    return;
  }
  const pos = p.pos;
  const rel = p.rel;
  p.next();
  p.alwaysError(pos, "postfix ... operator requires @experiment(explicitopen)");
  const bad = makeBadExpr(pos, p.pos);
  bad.rel = rel;
  p.value = bad;
}

const waitLow = 0;
const waitHigh = 1;

function beginIndex(p: Parser): number {
  const comments = p.comments.open();
  comments.pos = 1;
  const frame = p.push(K_INDEX);
  frame.comments = comments;
  frame.node = p.value;
  frame.inner = null;
  frame.num = 0;
  frame.rel = p.rel;
  frame.pos = p.expect(t.LBRACK);
  if (p.tok !== t.COLON) {
    frame.state = waitLow;
    return p.beginExpr();
  }
  return afterLow(p, frame);
}

/** `num` counts the colons, `inner` is the lower index. */
function afterLow(p: Parser, frame: Frame): number {
  if (p.tok === t.COLON) {
    frame.num = 1;
    p.next();
    if (p.tok !== t.COLON && p.tok !== t.RBRACK && p.tok !== t.EOF) {
      frame.state = waitHigh;
      return p.beginExpr();
    }
  } else if (p.tok === t.COMMA) {
    p.next();
  }
  return finishIndex(p, frame, null);
}

function finishIndex(p: Parser, frame: Frame, high: Expr | null): number {
  const x = frame.node as Expr;
  const rel = p.rel;
  const end = p.end;
  p.expect(t.RBRACK);
  let node: Expr;
  if (frame.num > 0) {
    node = makeSlice(x, frame.inner as Expr | null, high);
    node.lbrack = frame.pos;
    node.lbrackRel = frame.rel;
    node.rbrackRel = rel;
    node.pos = x.pos;
    node.end = end;
  } else {
    const index: IndexExpr = makeIndex(x, frame.inner as Expr);
    index.lbrack = frame.pos;
    index.lbrackRel = frame.rel;
    index.rbrackRel = rel;
    index.pos = x.pos;
    index.end = end;
    node = withOptionalMark(p, index);
  }
  p.comments.close(frame.comments as NonNullable<typeof frame.comments>, node);
  p.pop();
  p.value = node;
  return PRIMARY;
}

function beginCall(p: Parser): number {
  const comments = p.comments.open();
  p.comments.openList();
  const frame = p.push(K_CALL);
  frame.comments = comments;
  const node = makeCall(p.value, nothing);
  node.pos = p.value.pos;
  node.lparenRel = p.rel;
  node.lparen = p.expect(t.LPAREN);
  frame.node = node;
  return nextArgument(p, node);
}

function nextArgument(p: Parser, node: CallExpr): number {
  return p.tok !== t.RPAREN && p.tok !== t.EOF ? p.beginExpr() : finishCall(p, node);
}

function finishCall(p: Parser, node: CallExpr): number {
  const frame = p.top();
  node.args = frame.taken() as Expr[];
  if (p.tok === t.RPAREN) {
    node.rparenRel = p.rel;
    node.end = p.end;
  }
  node.rparen = p.expectClosing(t.RPAREN, "argument list");
  if (node.end < 0) node.end = p.prevEnd;
  p.comments.closeList();
  p.comments.close(frame.comments as NonNullable<typeof frame.comments>, node);
  p.pop();
  p.value = node;
  return PRIMARY;
}

/** Gives `p.value` to a frame of an expression. */
export function deliverToExpr(p: Parser, frame: Frame): number {
  const x = p.value;
  switch (frame.kind) {
    case K_BINARY_TAIL:
      if (continueBinary(p, frame.num)) return START_UNARY;
      p.comments.closeList();
      if (frame.comments !== null) p.comments.close(frame.comments, p.value);
      p.pop();
      return VALUE;
    case K_BINARY: {
      const binary = frame.node as BinaryExpr;
      binary.y = x;
      binary.end = x.end;
      const node = p.wordOperators ? endBinary(binary) : binary;
      p.comments.close(frame.comments as NonNullable<typeof frame.comments>, node);
      p.pop();
      p.value = node;
      return VALUE;
    }
    case K_UNARY: {
      const node = frame.node as UnaryExpr;
      node.x = x;
      node.end = x.end;
      p.comments.close(frame.comments as NonNullable<typeof frame.comments>, node);
      p.pop();
      p.nesting--;
      p.value = node;
      return VALUE;
    }
    case K_PAREN: {
      const node = frame.node as ParenExpr;
      node.x = x;
      p.comments.closeList();
      node.rparenRel = p.rel;
      node.end = p.end;
      node.rparen = p.expect(t.RPAREN);
      p.comments.close(frame.comments as NonNullable<typeof frame.comments>, node);
      p.pop();
      p.value = node;
      return PRIMARY;
    }
    case K_INDEX:
      if (frame.state === waitHigh) return finishIndex(p, frame, x);
      frame.inner = x;
      return afterLow(p, frame);
  }
  // K_CALL
  const node = frame.node as CallExpr;
  frame.add(x);
  if (!p.atComma("argument list", t.RPAREN)) return finishCall(p, node);
  p.next();
  return nextArgument(p, node);
}
