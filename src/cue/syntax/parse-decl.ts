import type { Attribute, Expr, Field, Label, LetClause, Node, PostfixAlias } from "./ast.ts";
import {
  makeAttribute,
  makeBadDecl,
  makeEllipsis,
  makeEmbedDecl,
  makeField,
  makeIdent,
  makeImpliedStruct,
  makeLetClause,
  makePostfixAlias,
} from "./make.ts";
import { beginComprehension } from "./parse-comprehension.ts";
import { beginAlias } from "./parse-list.ts";
import { checkDeclared, parseDeclaredIdent, parseIdent } from "./parse-name.ts";
import { finishStruct } from "./parse-struct.ts";
import { FIELDS, K_FIELD, K_LET, K_STRUCT, VALUE } from "./parser.ts";
import type { Frame, Parser } from "./parser.ts";
import * as t from "./token.ts";

type State = NonNullable<Frame["comments"]>;

const missing = null as unknown as Expr;

/** States of a declaration: what its frame waits for. */
const firstLabel = 0;
const firstLabelAliased = 1;
const chainLabel = 2;
const chainLabelAliased = 3;
const fieldValue = 4;
const embedding = 5;

/** The next declaration of the struct or file on top; VALUE when there are no more. */
export function continueFields(p: Parser): number {
  while (p.tok !== t.RBRACE && p.tok !== t.EOF) {
    if (p.tok === t.ATTRIBUTE) {
      p.top().add(parseAttribute(p));
      p.consumeDeclComma();
    } else if (p.tok === t.ELLIPSIS) {
      const comments = p.comments.open();
      const node = makeEllipsis();
      node.pos = p.pos;
      node.end = p.end;
      node.rel = p.rel;
      p.next();
      p.comments.close(comments, node);
      p.top().add(node);
      p.consumeDeclComma();
    } else {
      return beginDecl(p);
    }
    if (p.aborted) return VALUE;
  }
  p.comments.closeList();
  return p.top().kind === K_STRUCT ? finishStruct(p) : VALUE;
}

function beginDecl(p: Parser): number {
  const frame = p.push(K_FIELD);
  frame.comments = p.comments.open();
  frame.pos = p.pos;
  frame.rel = p.rel;
  frame.num = p.tok;
  frame.node = null;
  frame.inner = null;
  return beginLabel(p, frame, firstLabel);
}

/** What may be a label, or else the start of an expression. */
function beginLabel(p: Parser, frame: Frame, state: number): number {
  frame.state = state;
  switch (p.tok) {
    case t.FOR:
    case t.IF:
    case t.TRY:
      return state === firstLabel ? beginComprehension(p, false) : p.beginExpr();
    case t.LET:
      return beginLet(p);
    case t.IDENT:
    case t.STRING:
    case t.INTERPOLATION:
    case t.LPAREN:
    case t.LBRACK:
    case t.NULL:
    case t.TRUE:
    case t.FALSE:
    case t.IN:
    case t.FUNC:
    case t.ELSE:
    case t.FALLBACK:
    case t.OTHERWISE:
      return p.beginExpr();
  }
  frame.state = state === firstLabel ? embedding : fieldValue;
  return p.beginExpr();
}

/** Gives `p.value`, or the let clause or comprehension in it, to a declaration. */
export function deliverToDecl(p: Parser, frame: Frame): number {
  const x: Expr | LetClause = p.value;
  switch (frame.state) {
    case firstLabel:
      if (x.kind === "Comprehension") return finishDecl(p, frame, x);
      if (x.kind === "Ident" && p.tok === t.BIND) {
        frame.state = firstLabelAliased;
        frame.name = x;
        return beginAlias(p);
      }
      return afterFirstLabel(p, frame, x, plainLabel(x));
    case firstLabelAliased:
      return afterFirstLabel(p, frame, x, aliasLabel(frame, x));
    case chainLabel:
      if (x.kind === "Ident" && p.tok === t.BIND) {
        frame.state = chainLabelAliased;
        frame.name = x;
        return beginAlias(p);
      }
      return afterChainLabel(p, frame, x, plainLabel(x));
    case chainLabelAliased:
      return afterChainLabel(p, frame, x, aliasLabel(frame, x));
    case fieldValue:
      return finishField(p, frame, x);
  }
  return finishEmbedding(p, frame, x);
}

/** The expression as a label, or null if it cannot be one. */
function plainLabel(x: Expr): Label | null {
  switch (x.kind) {
    case "BasicLit":
      return x.token === "INT" || x.token === "FLOAT" ? null : x;
    case "Ident":
    case "Interpolation":
    case "ParenExpr":
    case "ListLit":
      return x;
  }
  return null;
}

/** After `X=`: the alias if it names a label. With new aliases, the name alone was kept. */
function aliasLabel(frame: Frame, x: Expr): Label | null {
  if (x.kind !== "Alias") return frame.name;
  switch (x.expr.kind) {
    case "BasicLit":
    case "Ident":
    case "Interpolation":
    case "ParenExpr":
    case "ListLit":
    case "Alias":
      return x;
  }
  return null;
}

function finishEmbedding(p: Parser, frame: Frame, x: Expr): number {
  if (x.kind === "Alias") {
    p.errorExpected("label or ':'");
    p.consumeDeclComma();
    return finishBad(p, frame);
  }
  const node = makeEmbedDecl(x);
  node.pos = x.pos;
  node.end = x.end;
  p.consumeDeclComma();
  return finishDecl(p, frame, node);
}

function finishBad(p: Parser, frame: Frame): number {
  const node = makeBadDecl(frame.pos, p.pos);
  node.rel = frame.rel;
  return finishDecl(p, frame, node);
}

function finishDecl(p: Parser, frame: Frame, node: Node): number {
  p.comments.close(frame.comments as State, node);
  p.pop();
  p.top().add(node);
  return FIELDS;
}

function afterFirstLabel(p: Parser, frame: Frame, x: Expr, label: Label | null): number {
  if (label === null) return finishEmbedding(p, frame, x);
  const field = makeField(label, missing);
  field.alias = parsePostfixAlias(p);
  parseConstraint(p, field);
  if (p.tok !== t.COLON) return withoutColon(p, frame, x);
  if (label.kind === "Ident") checkDeclared(p, label);
  frame.node = field;
  return afterLabel(p, frame, field);
}

/** A label that no colon follows is an embedding, if the declaration ends here. */
function withoutColon(p: Parser, frame: Frame, x: Expr): number {
  if (p.tok === t.COMMA || p.tok === t.RBRACE || p.tok === t.EOF) {
    if (p.tok === t.COMMA) p.next();
    // A lone `func` is refused: the word is kept for a later version of the language.
    if (x.kind !== "Alias" && frame.num !== t.FUNC) {
      const node = makeEmbedDecl(x);
      node.pos = x.pos;
      node.end = x.end;
      return finishDecl(p, frame, node);
    }
  }
  p.errorExpected("label or ':'");
  return finishBad(p, frame);
}

/** At the colon: passes it and reads the next label or the value. */
function afterLabel(p: Parser, frame: Frame, field: Field): number {
  field.pos = field.label.pos;
  field.colon = p.expect(t.COLON);
  frame.inner = field;
  const label = field.label;
  if (label.kind === "ListLit" && label.elts.length !== 1) {
    p.error(label.pos, "square bracket must have exactly one element");
  }
  return beginLabel(p, frame, chainLabel);
}

function afterChainLabel(p: Parser, frame: Frame, x: Expr, label: Label | null): number {
  if (label === null || (p.tok !== t.COLON && p.tok !== t.OPTION && p.tok !== t.NOT && p.tok !== t.TILDE)) {
    return finishField(p, frame, x);
  }
  p.enter();
  const field = makeField(label, missing);
  (frame.inner as Field).value = makeImpliedStruct(field);
  field.alias = parsePostfixAlias(p);
  parseConstraint(p, field);
  return afterLabel(p, frame, field);
}

function parseConstraint(p: Parser, field: Field): void {
  if (p.tok === t.OPTION) field.constraint = "?";
  else if (p.tok === t.NOT) field.constraint = "!";
  else return;
  p.next();
}

function finishField(p: Parser, frame: Frame, x: Expr): number {
  const innermost = frame.inner as Field;
  innermost.value = x;
  if (p.tok === t.ATTRIBUTE) {
    const attrs: Attribute[] = [];
    p.comments.openList();
    while (p.tok === t.ATTRIBUTE) attrs.push(parseAttribute(p));
    p.comments.closeList();
    innermost.attrs = attrs;
  } else {
    // Attributes count as one child of the field, even if there are none.
    p.comments.top.step();
  }
  const count = innermost.attrs.length;
  const end = count > 0 ? (innermost.attrs[count - 1] as Attribute).end : x.end;
  // All structs of a chain end where the innermost field ends.
  let field = frame.node as Field;
  while (field !== innermost) {
    field.end = end;
    const struct = field.value as ReturnType<typeof makeImpliedStruct>;
    field = struct.elts[0] as Field;
    struct.pos = field.pos;
    struct.end = end;
    struct.oneLine = field.pos >= p.prevEndLineStart;
    p.nesting--;
  }
  field.end = end;
  p.consumeDeclComma();
  return finishDecl(p, frame, frame.node as Field);
}

export function parseAttribute(p: Parser): Attribute {
  const comments = p.comments.open();
  const node = makeAttribute(p.lit);
  node.pos = p.pos;
  node.end = p.end;
  node.rel = p.rel;
  p.next();
  p.comments.close(comments, node);
  return node;
}

/** `let x = e`; a `let` that no name follows is a label. */
function beginLet(p: Parser): number {
  const comments = p.comments.open();
  const pos = p.pos;
  const end = p.end;
  const rel = p.rel;
  p.next();
  if (p.tok !== t.IDENT) {
    p.comments.close(comments, null);
    const ident = makeIdent("let");
    ident.pos = pos;
    ident.end = end;
    ident.rel = rel;
    p.value = ident;
    return VALUE;
  }
  const frame = p.push(K_LET);
  frame.comments = comments;
  const node = makeLetClause(parseDeclaredIdent(p), missing);
  node.pos = pos;
  node.rel = rel;
  node.equalRel = p.rel;
  node.equal = p.expect(t.BIND);
  frame.node = node;
  return p.beginExpr();
}

export function deliverToLet(p: Parser, frame: Frame): number {
  const node = frame.node as LetClause;
  node.expr = p.value;
  node.end = p.value.end;
  p.consumeDeclComma();
  p.comments.close(frame.comments as State, node);
  p.pop();
  const parent = p.top();
  if (parent.state === firstLabel) return finishDecl(p, parent, node);
  // `a: let x = 1, v`: cue drops the clause and takes what follows as the value.
  parent.state = fieldValue;
  return p.beginExpr();
}

/** `~X`, `~(X)` or `~(K,V)` after a label; null if there is none. */
function parsePostfixAlias(p: Parser): PostfixAlias | null {
  if (p.tok !== t.TILDE) return null;
  if (!p.experiments.aliasv2) p.error(p.pos, "postfix alias syntax requires @experiment(aliasv2)");
  const pos = p.pos;
  const rel = p.rel;
  p.next();
  let node: PostfixAlias;
  if (p.tok === t.IDENT) {
    const field = parseIdent(p);
    node = makePostfixAlias(null, field);
    node.end = field.end;
  } else if (p.tok === t.LPAREN) {
    const inner = parseAliasPair(p);
    if (inner === null) return null;
    node = inner;
  } else {
    p.errorExpected("identifier or '('");
    return null;
  }
  node.pos = pos;
  node.rel = rel;
  return node;
}

function parseAliasPair(p: Parser): PostfixAlias | null {
  const lparen = p.pos;
  const lparenRel = p.rel;
  p.next();
  if (p.tok !== t.IDENT) {
    p.errorExpected("identifier for label alias");
    return null;
  }
  const first = parseIdent(p);
  let node = makePostfixAlias(null, first);
  node.end = first.end;
  if (p.tok !== t.RPAREN) {
    const commaRel = p.rel;
    const comma = p.expect(t.COMMA);
    if (comma < 0) return node;
    node = makePostfixAlias(first, first);
    node.lparen = lparen;
    node.lparenRel = lparenRel;
    node.comma = comma;
    node.commaRel = commaRel;
    node.end = first.end;
    if (p.tok !== t.IDENT) {
      p.errorExpected("identifier for field alias");
      return node;
    }
    node.field = parseIdent(p);
  }
  node.lparen = lparen;
  node.lparenRel = lparenRel;
  node.rparenRel = p.rel;
  node.end = p.end;
  node.rparen = p.expect(t.RPAREN);
  return node;
}
