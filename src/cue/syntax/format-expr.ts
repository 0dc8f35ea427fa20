import type {
  BinaryExpr,
  BinaryOp,
  CallExpr,
  Decl,
  Expr,
  Interpolation,
  SelectorExpr,
  SliceExpr,
  StructLit,
  UnaryOp,
} from "./ast.ts";
import { blankCutoff, precedence } from "./binary-layout.ts";
import { feed, printDecls, printEllipsis, printLabel } from "./format-decl.ts";
import { printComprehension } from "./format-comprehension.ts";
import { printList } from "./format-list.ts";
import type { ArgumentWalk } from "./format-list.ts";
import {
  OP_ARGUMENTS,
  OP_BINARY_RIGHT,
  OP_CALL_ARGS,
  OP_CALL_END,
  OP_EXPR,
  OP_PARTS,
  OP_SELECT,
  OP_SLICE_HIGH,
  OP_STRUCT_END,
  OP_TOKEN,
} from "./format-machine.ts";
import type { FormatMachine } from "./format-machine.ts";
import { hasRel, isOnNewLine, relOf } from "./format-rules.ts";
import { blank, formFeed, indent, newline, noBlank, noOverride, trailingComma, unindent } from "./printer.ts";
import * as t from "./token.ts";

const unaryPrecedence = 8;
const highestPrecedence = 9;

const operators = new Map<string, number>();
for (let token = t.ADD; token <= t.TILDE; token++) operators.set(t.tokenText[token] as string, token);

function operatorToken(op: BinaryOp | UnaryOp | "..." | "?"): number {
  return operators.get(op) as number;
}

/** Prints an expression without its comments. */
export function printRaw(m: FormatMachine, x: Expr, outer: number, depth: number): void {
  switch (x.kind) {
    case "Ident":
      m.printer.place(x.rel);
      m.printer.ident(x.name);
      return;
    case "BasicLit":
      m.printer.place(x.rel);
      m.printer.literal(x);
      return;
    case "StructLit":
      printStruct(m, x);
      return;
    case "ListLit":
      printList(m, x);
      return;
    case "BinaryExpr":
      printBinary(m, x, outer, depth);
      return;
    case "UnaryExpr":
      if (unaryPrecedence < outer) {
        inParens(m, x, 1);
        return;
      }
      m.placed(x.rel, operatorToken(x.op));
      m.space(noOverride);
      m.expr(x.x, unaryPrecedence, depth);
      return;
    case "PostfixExpr":
      m.push(OP_TOKEN, null, operatorToken(x.op));
      m.expr(x.x, highestPrecedence, depth);
      return;
    case "ParenExpr":
      if (x.x.kind === "ParenExpr") {
        m.expr(x.x, 0, depth);
        return;
      }
      m.placed(x.rel, t.LPAREN);
      m.push(OP_TOKEN, null, t.RPAREN, x.rparenRel);
      m.expr(x.x, 0, reduced(depth));
      return;
    case "SelectorExpr":
      printSelector(m, x, depth);
      return;
    case "CallExpr":
      printCall(m, x, depth);
      return;
    case "IndexExpr":
      m.push(OP_TOKEN, null, t.RBRACK, x.rbrackRel);
      m.push(OP_EXPR, x.index, 0, depth + 1);
      m.push(OP_TOKEN, null, t.LBRACK, x.lbrackRel);
      m.expr(x.x, highestPrecedence, 1);
      return;
    case "SliceExpr":
      m.push(OP_SLICE_HIGH, x, depth);
      if (x.low !== null) m.push(OP_EXPR, x.low, 0, depth + 1);
      m.push(OP_TOKEN, null, t.LBRACK, x.lbrackRel);
      m.expr(x.x, highestPrecedence, 1);
      return;
    case "Interpolation":
      m.before(null);
      m.push(OP_PARTS, x, 0, depth + 1);
      return;
    case "BottomLit":
      m.placed(x.rel, t.BOTTOM);
      return;
    case "BadExpr":
      m.printer.place(x.rel);
      m.word("_|_");
      return;
    case "Alias":
      printLabel(m, x.ident);
      m.placed(x.equalRel, t.BIND);
      m.expr(x.expr);
      return;
    case "Ellipsis":
      printEllipsis(m, x);
      return;
    case "Comprehension":
      printComprehension(m, x);
  }
}

/** Parentheses that the tree lacks; only trees made by programs need them. */
function inParens(m: FormatMachine, x: Expr, depth: number): void {
  m.token(t.LPAREN);
  m.space(noOverride);
  m.push(OP_TOKEN, null, t.RPAREN);
  m.push(OP_EXPR, x, 0, depth);
}

function reduced(depth: number): number {
  return depth > 2 ? depth - 1 : 1;
}

function printBinary(m: FormatMachine, x: BinaryExpr, outer: number, depth: number): void {
  const level = precedence(x);
  if (level < outer) {
    inParens(m, x, reduced(depth));
    return;
  }
  const blanks = level < 6 || level < blankCutoff(x, depth, m.spine);
  m.push(OP_BINARY_RIGHT, x, blanks ? 1 : 0, depth);
  const same = x.x.kind === "BinaryExpr" && precedence(x.x) === level;
  m.expr(x.x, level, same ? depth : depth + 1);
}

/** The left side is printed. */
export function printRight(m: FormatMachine, x: BinaryExpr, blanks: boolean, depth: number): void {
  m.space(blanks ? noOverride | blank : noOverride);
  m.placed(x.opRel, operatorToken(x.op));
  if (isOnNewLine(relOf(x.y))) m.space(formFeed);
  else m.space(blanks ? noOverride | blank : noOverride);
  m.expr(x.y, precedence(x) + 1, depth + 1);
}

function printSelector(m: FormatMachine, x: SelectorExpr, depth: number): void {
  m.push(OP_SELECT, x);
  m.expr(x.x, highestPrecedence, depth);
}

export function printSel(m: FormatMachine, x: SelectorExpr): void {
  m.token(t.PERIOD);
  if (isOnNewLine(x.sel.rel)) {
    m.space(indent | formFeed);
    m.expr(x.sel);
    m.space(unindent);
  } else {
    m.space(noBlank);
    m.expr(x.sel);
  }
}

function printCall(m: FormatMachine, x: CallExpr, depth: number): void {
  const inner = x.args.length > 1 ? depth + 1 : depth;
  m.push(OP_CALL_ARGS, x, inner);
  // The comments of a selector that is called are not printed.
  if (x.fun.kind === "SelectorExpr") printSelector(m, x.fun, inner);
  else m.expr(x.fun, highestPrecedence, inner);
}

export function printArguments(m: FormatMachine, x: CallExpr, depth: number): void {
  m.placed(x.lparenRel, t.LPAREN);
  m.push(OP_CALL_END, x);
  m.before(null);
  m.push(OP_ARGUMENTS, { args: x.args, depth, index: 0 } satisfies ArgumentWalk);
}

export function finishCall(m: FormatMachine, x: CallExpr): void {
  m.space(trailingComma | noBlank);
  m.placed(x.rparenRel, t.RPAREN);
  if (x.fun.kind === "SelectorExpr" && isOnNewLine(x.fun.sel.rel)) m.space(unindent);
}

/** The lower index of a slice is printed. Blanks around the colon if an index is binary. */
export function printHigh(m: FormatMachine, x: SliceExpr, depth: number): void {
  const { low, high } = x;
  const wide = depth <= 1 && low !== null && high !== null && (low.kind === "BinaryExpr" || high.kind === "BinaryExpr");
  if (wide) m.space(blank);
  m.token(t.COLON);
  if (wide) m.space(blank);
  m.push(OP_TOKEN, null, t.RBRACK, x.rbrackRel);
  if (high !== null) m.expr(high, 0, depth + 1);
}

export function continueParts(m: FormatMachine, x: Interpolation, index: number, depth: number): void {
  const part = x.parts[index];
  if (part === undefined) {
    m.after();
    return;
  }
  if (x.breaks !== null && x.breaks.includes(index)) m.space(newline | noOverride);
  m.push(OP_PARTS, x, index + 1, depth);
  m.expr(part, 0, depth);
}

function printStruct(m: FormatMachine, x: StructLit): void {
  let space = noBlank;
  let end = feed(m);
  const first = x.elts[0];
  if (first === undefined) {
    if (!(x.comments?.some((group) => group.position === 1) ?? false)) end = blank | noOverride;
  } else if ((x.rbraceRel & 7) === 0 || !hasRel(first) || losesQuotes(m, first)) {
    space |= newline | noOverride;
  }
  m.placed(x.rel, t.LBRACE);
  const line = m.printer.line;
  m.space(space | end | indent);
  m.printer.braceOnLine = true;
  m.push(OP_STRUCT_END, x, line);
  printDecls(m, x.elts);
}

/** A label that loses its quotes loses its place as well. */
function losesQuotes(m: FormatMachine, decl: Decl): boolean {
  return decl.kind === "Field" && m.plainName(decl.label) !== null;
}

export function finishStruct(m: FormatMachine, x: StructLit, line: number): void {
  let space = unindent | noBlank;
  if (m.printer.line !== line) {
    space |= newline;
    if (m.printer.lastToken !== t.RBRACE && m.printer.lastToken !== t.RBRACK) space |= noOverride;
  }
  m.space(space);
  m.placed(x.rbraceRel, t.RBRACE);
}
