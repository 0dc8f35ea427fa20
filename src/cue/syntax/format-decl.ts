import type { Alias, Decl, Ellipsis, Field, ImportDecl, ImportSpec, Label, LetClause } from "./ast.ts";
import { isValidIdent } from "./characters.ts";
import { printComprehension } from "./format-comprehension.ts";
import {
  OP_AFTER,
  OP_DECL,
  OP_DECLS,
  OP_DECL_DONE,
  OP_DEDENT,
  OP_EXPR,
  OP_FIELD_COLON,
  OP_FIELD_END,
  OP_POP_INDENT,
  OP_RAW,
  OP_SPACE,
} from "./format-machine.ts";
import type { FormatMachine } from "./format-machine.ts";
import {
  chainedField,
  fieldDepth,
  hasBrace,
  hasComments,
  isCatchAll,
  isDefinitionLabel,
  isOnNewLine,
  isTop,
  needsFormFeed,
  relOf,
} from "./format-rules.ts";
import { decodeString } from "./literal.ts";
import { makeEllipsis } from "./make.ts";
import {
  blank,
  column,
  declComma,
  formFeed,
  indent,
  newSection,
  newline,
  noBlank,
  noOverride,
  unindent,
} from "./printer.ts";
import { quoteString } from "./quote.ts";
import * as t from "./token.ts";

/** A list of declarations that is being printed. */
export interface DeclWalk {
  readonly list: readonly Decl[];
  index: number;
  /** Depth of the field printed last. */
  depth: number;
  /** With simplification: what is printed as `...` at the end. */
  catchAll: Decl | null;
}

export function printDecls(m: FormatMachine, list: readonly Decl[]): void {
  m.before(null);
  m.push(OP_DECLS, { list, index: 0, depth: 0, catchAll: null } satisfies DeclWalk);
}

export function continueDecls(m: FormatMachine, walk: DeclWalk): void {
  const { list } = walk;
  while (walk.index < list.length) {
    const i = walk.index;
    const decl = list[i] as Decl;
    if (i > 0) separateDecls(m, walk, list[i - 1] as Decl, decl);
    if (m.simplify && isCatchAll(decl)) {
      walk.catchAll = decl;
      walk.index++;
      continue;
    }
    m.push(OP_DECL_DONE, walk);
    startDecl(m, decl);
    return;
  }
  if (walk.catchAll !== null) {
    const node = makeEllipsis();
    if (walk.catchAll.kind !== "CommentGroup") node.comments = walk.catchAll.comments;
    m.before(node);
    m.placed(0, t.ELLIPSIS);
    m.after();
    m.space(m.current.parentSep);
  }
  m.after();
}

function separateDecls(m: FormatMachine, walk: DeclWalk, previous: Decl, decl: Decl): void {
  m.space(declComma);
  const sep = m.current.parentSep;
  const depth = fieldDepth(m, decl);
  if (sep === newline && (walk.depth === 0 || depth !== walk.depth)) m.space(feed(m));
  if (hasComments(m, decl) && (previous.kind !== "Field" || isDefinitionLabel(m, previous.label))) {
    m.space(newSection);
  }
}

/** A line break that ends the columns; a blank inside a struct on one line. */
export function feed(m: FormatMachine): number {
  return m.current.nodeSep === blank ? blank : formFeed;
}

export function finishDecl(m: FormatMachine, walk: DeclWalk): void {
  const decl = walk.list[walk.index] as Decl;
  walk.depth = fieldDepth(m, decl);
  walk.index++;
  const next = walk.list[walk.index];
  const alone =
    next?.kind === "Field" &&
    (next.value.kind === "ListLit" ||
      (next.value.kind === "StructLit" && (hasBrace(next.value) || next.value.elts.length !== 1)));
  m.space(alone ? feed(m) : m.current.parentSep);
  m.push(OP_DECLS, walk);
}

export function startDecl(m: FormatMachine, decl: Decl): void {
  if (decl.kind === "CommentGroup") {
    m.before(null);
    m.printer.commentGroup(decl);
    m.space(newSection);
    m.after();
    return;
  }
  m.before(decl);
  m.push(OP_AFTER, null);
  switch (decl.kind) {
    case "Field":
      m.push(OP_FIELD_COLON, decl);
      printLabel(m, decl.label);
      return;
    case "EmbedDecl":
      ownLine(m, decl);
      m.push(OP_SPACE, null, newline);
      m.expr(decl.expr);
      return;
    case "LetClause":
      printLet(m, decl);
      return;
    case "Comprehension":
      ownLine(m, decl);
      printComprehension(m, decl);
      return;
    case "Ellipsis":
      printEllipsis(m, decl);
      return;
    case "Alias":
      printAliasDecl(m, decl);
      return;
    case "Attribute":
      m.printer.place(decl.rel);
      m.printer.raw(decl.text, t.ATTRIBUTE);
      return;
    case "Package":
      m.printer.place(decl.rel);
      m.word("package");
      m.space(blank);
      m.printer.ident(decl.name.name);
      m.space(newSection | noOverride);
      return;
    case "ImportDecl":
      printImports(m, decl);
      return;
    case "BadDecl":
      m.printer.place(decl.rel);
      m.word("*bad decl*");
      m.space(declComma);
      return;
  }
  // Other expressions stand here only in trees that a program made.
  m.push(OP_RAW, decl, 0, 1);
}

/** Starts a line, unless the author put the declaration behind another. */
function ownLine(m: FormatMachine, decl: Exclude<Decl, { kind: "CommentGroup" }>): void {
  const rel = relOf(decl);
  if ((rel & 7) === 0 || isOnNewLine(rel)) m.space(formFeed);
}

function printLet(m: FormatMachine, decl: LetClause): void {
  ownLine(m, decl);
  m.placed(decl.rel, t.LET);
  m.space(blank | noOverride);
  m.expr(decl.ident);
  m.space(blank | noOverride);
  m.placed(decl.equalRel, t.BIND);
  m.space(blank);
  m.push(OP_SPACE, null, declComma);
  m.expr(decl.expr);
}

function printAliasDecl(m: FormatMachine, decl: Alias): void {
  ownLine(m, decl);
  m.expr(decl.ident);
  m.space(blank);
  m.placed(decl.equalRel, t.BIND);
  m.space(blank);
  m.push(OP_SPACE, null, declComma);
  m.expr(decl.expr);
}

export function printEllipsis(m: FormatMachine, x: Ellipsis): void {
  m.placed(x.rel, t.ELLIPSIS);
  if (x.type !== null && !isTop(x.type)) m.expr(x.type);
}

/** A label with its comments. What is not a name or a string is printed as the next step. */
export function printLabel(m: FormatMachine, label: Label): void {
  const plain = m.plainName(label);
  if (plain !== null) {
    m.before(null);
    m.word(plain);
    m.after();
    return;
  }
  if (label.comments === null && (label.kind === "Ident" || label.kind === "BasicLit")) {
    m.printer.place(label.rel);
    m.printer.raw(label.kind === "Ident" ? nameText(label.name) : labelText(label.text), t.STRING);
    m.skipChild();
    return;
  }
  m.before(label);
  switch (label.kind) {
    case "Ident":
      m.printer.place(label.rel);
      m.word(nameText(label.name));
      break;
    case "BasicLit":
      m.printer.place(label.rel);
      m.word(labelText(label.text));
      break;
    default:
      m.push(OP_AFTER, null);
      m.push(OP_EXPR, label, 0, 1);
      return;
  }
  m.after();
}

/** A name that is no identifier can only come from a program: it is quoted. */
function nameText(name: string): string {
  return isValidIdent(name) ? name : quoteString(name);
}

/** Raw and multi-line strings are no labels: they are quoted plainly. */
function labelText(text: string): string {
  if (!text.startsWith('"""') && !text.startsWith("#")) return text;
  const decoded = decodeString(text);
  return decoded.ok ? quoteString(decoded.value) : text;
}

/** The label of a field is printed: colon and value. */
export function printFieldValue(m: FormatMachine, field: Field): void {
  printAliasOf(m, field);
  if (field.constraint !== "") m.token(field.constraint === "?" ? t.OPTION : t.NOT);
  m.space(noBlank | noOverride);
  m.token(t.COLON);
  m.visitComments(m.current.pos);

  const inner = chainedField(m, field);
  if (inner !== null) {
    if (!m.simplify && m.plainName(inner.label) === null && isOnNewLine(relOf(inner.label))) {
      m.space(indent | formFeed);
      m.push(OP_DEDENT, null);
    } else {
      m.space(blank | noOverride);
    }
    m.push(OP_DECL, inner);
    return;
  }

  const alone = needsFormFeed(field.value);
  const tab = alone || m.printer.braceOnLine ? blank : column;
  m.space(tab);
  m.push(OP_FIELD_END, field, tab, alone ? 1 : 0);
  if (field.value.kind !== "ListLit" && field.value.kind !== "StructLit") {
    m.space(indent);
    m.push(OP_POP_INDENT, null);
  }
  m.expr(field.value);
}

function printAliasOf(m: FormatMachine, field: Field): void {
  const alias = field.alias;
  if (alias === null) return;
  m.placed(alias.rel, t.TILDE);
  m.space(noBlank);
  m.placed(alias.lparenRel, t.LPAREN);
  m.space(noBlank);
  if (alias.label !== null) {
    m.expr(alias.label);
    m.placed(alias.commaRel, t.COMMA);
    m.space(noBlank);
  }
  m.expr(alias.field);
  m.placed(alias.rparenRel, t.RPAREN);
  m.space(noBlank);
}

/** The value of a field is printed: attributes. */
export function finishField(m: FormatMachine, field: Field, tab: number, alone: boolean): void {
  let space = tab;
  for (const attribute of field.attrs) {
    m.before(attribute);
    m.space(space);
    m.printer.place(attribute.rel);
    m.printer.raw(attribute.text, t.ATTRIBUTE);
    m.after();
    space = blank;
  }
  if (alone) m.space(formFeed);
}

function printImports(m: FormatMachine, decl: ImportDecl): void {
  m.printer.place(decl.rel);
  m.word("import");
  if (decl.specs.length === 0) {
    m.space(blank);
    m.placed(decl.lparenRel, t.LPAREN);
    m.placed(decl.rparenRel, t.RPAREN);
    m.space(newline);
    return;
  }
  const first = decl.specs[0] as ImportSpec;
  const hasParens = decl.lparen >= 0 || decl.lparenRel !== 0;
  if (decl.specs.length === 1 && !hasParens && !hasLeadingComment(first)) {
    m.space(blank);
    printSpecs(m, decl.specs);
  } else {
    m.space(blank);
    m.placed(decl.lparenRel, t.LPAREN);
    m.space(newline | indent);
    printSpecs(m, decl.specs);
    m.space(unindent | newline);
    m.placed(decl.rparenRel, t.RPAREN);
    m.space(newline);
  }
  m.space(newSection | noOverride);
}

/** Comments at the end of the line need no parentheses. */
function hasLeadingComment(spec: ImportSpec): boolean {
  return spec.comments !== null && spec.comments.some((group) => group.position <= 1);
}

function printSpecs(m: FormatMachine, specs: readonly ImportSpec[]): void {
  m.before(null);
  for (const spec of specs) {
    m.before(spec);
    if (spec.name !== null) {
      printLabel(m, spec.name);
      m.space(blank);
    } else {
      m.skipChild();
    }
    m.expr(spec.path);
    m.space(newline);
    m.after();
  }
  m.after();
}
