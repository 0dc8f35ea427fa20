import type { CommentGroup, Decl, Expr, Field, Label, Node, StructLit } from "./ast.ts";
import { Rel } from "./ast.ts";
import type { FormatMachine } from "./format-machine.ts";

/** How the first token of a node stood in the source; 0 if it was made by a program. */
export function relOf(node: Node | CommentGroup): number {
  let n: Node | CommentGroup = node;
  for (;;) {
    switch (n.kind) {
      case "Field":
        n = n.label;
        continue;
      case "EmbedDecl":
        n = n.expr;
        continue;
      case "BinaryExpr":
      case "SelectorExpr":
      case "IndexExpr":
      case "SliceExpr":
      case "PostfixExpr":
        n = n.x;
        continue;
      case "CallExpr":
        n = n.fun;
        continue;
      case "Alias":
        n = n.ident;
        continue;
      case "Comprehension":
        n = n.clauses[0] as Node;
        continue;
      case "ImportSpec":
        n = n.name ?? n.path;
        continue;
      case "Interpolation":
        n = n.parts[0] as Node;
        continue;
      case "StructLit":
        if (!hasBrace(n) && n.elts.length > 0) {
          n = n.elts[0] as Node;
          continue;
        }
        return n.rel;
      case "CommentGroup":
        return n.list[0]?.rel ?? 0;
      case "File":
        return 0;
    }
    return n.rel;
  }
}

export function hasRel(node: Node | CommentGroup): boolean {
  return (relOf(node) & Rel.mask) !== 0;
}

/** Whether a line break preceded the node. */
export function isOnNewLine(rel: number): boolean {
  return (rel & Rel.mask) >= Rel.newline;
}

/** Whether the node comes from a file, or at least says how it stands to what precedes it. */
export function hasPlace(node: Node): boolean {
  return node.pos >= 0 || relOf(node) !== 0;
}

export function hasBrace(x: StructLit): boolean {
  return x.lbrace >= 0 || x.rel !== 0;
}

/** Fields align only with neighbours of the same nesting: 0 for structs with braces to fill. */
export function fieldDepth(m: FormatMachine, decl: Decl): number {
  if (decl.kind !== "Field") return 0;
  let links = 0;
  let field: Field = decl;
  let rest = 1;
  while (field.value.kind === "StructLit") {
    const elts: Decl[] = field.value.elts;
    if (elts.length !== 1) {
      rest = 0;
      break;
    }
    const inner: Decl | undefined = elts[0];
    if (inner?.kind !== "Field") break;
    links++;
    field = inner;
    if (links > longChain) {
      const known = m.fieldDepths.get(field);
      if (known !== undefined) {
        rest = known;
        break;
      }
    }
  }
  if (links > longChain) noteDepths(m, decl, links + rest);
  return links + rest;
}

/** Chains are asked about link by link: long ones would take a time that grows by the square. */
const longChain = 32;

function noteDepths(m: FormatMachine, first: Field, depth: number): void {
  let field = first;
  for (let d = depth; !m.fieldDepths.has(field); d--) {
    m.fieldDepths.set(field, d);
    const value = field.value;
    const inner = value.kind === "StructLit" && value.elts.length === 1 ? value.elts[0] : undefined;
    if (inner?.kind !== "Field") return;
    field = inner;
  }
}

export function hasComments(m: FormatMachine, decl: Decl): boolean {
  if (decl.kind === "CommentGroup") return false;
  if (decl.comments !== null && decl.comments.length > 0) return true;
  switch (decl.kind) {
    case "Field":
      return m.plainName(decl.label) === null && (decl.label.comments?.length ?? 0) > 0;
    case "Alias":
    case "LetClause":
      return (decl.ident.comments?.length ?? 0) > 0;
  }
  return false;
}

function labelIdent(m: FormatMachine, label: Label): string | null {
  const plain = m.plainName(label);
  if (plain !== null) return plain;
  const l = label.kind === "Alias" ? label.expr : label;
  return l.kind === "Ident" ? l.name : null;
}

export function isDefinitionLabel(m: FormatMachine, label: Label): boolean {
  const name = labelIdent(m, label);
  return name !== null && (name.startsWith("#") || name.startsWith("_#"));
}

function isRegularLabel(m: FormatMachine, label: Label): boolean {
  const name = labelIdent(m, label);
  return name === null || !(name.startsWith("#") || name.startsWith("_"));
}

/** The only field of a field's struct, if both print as `a: b: …`; else null. */
export function chainedField(m: FormatMachine, field: Field): Field | null {
  const placed = m.plainName(field.label) === null && hasPlace(field.label);
  if (!placed && !(m.simplify && isRegularLabel(m, field.label))) return null;
  const struct = field.value;
  if (struct.kind !== "StructLit" || struct.elts.length !== 1 || field.attrs.length > 0) return null;
  if (hasBrace(struct) && (!m.simplify || hasComments(m, field))) return null;
  const inner = struct.elts[0] as Decl;
  if (inner.kind !== "Field" || inner.attrs.length > 0 || hasComments(m, inner)) return null;
  return inner;
}

/** `...`, `[string]: _` and `[_]: _` all allow everything. */
export function isCatchAll(decl: Decl): boolean {
  if (decl.kind === "Ellipsis") return true;
  if (decl.kind !== "Field" || !isTop(decl.value)) return false;
  const label = decl.label;
  if (label.kind !== "ListLit" || label.elts.length !== 1) return false;
  const pattern = label.elts[0] as Expr;
  return pattern.kind === "Ident" && (pattern.name === "string" || pattern.name === "_");
}

export function isTop(x: Expr): boolean {
  return x.kind === "Ident" && x.name === "_";
}

/** Values that can have several lines stand alone: they are in no column. */
export function needsFormFeed(value: Expr): boolean {
  let x: Expr = value;
  let more: Expr[] | null = null;
  for (;;) {
    switch (x.kind) {
      case "StructLit":
      case "ListLit":
        return true;
      case "BasicLit":
        if (x.text.indexOf("\n") >= 0) return true;
        break;
      case "BinaryExpr":
        (more ??= []).push(x.y);
        x = x.x;
        continue;
      case "ParenExpr":
      case "UnaryExpr":
      case "PostfixExpr":
      case "IndexExpr":
      case "SelectorExpr":
        x = x.x;
        continue;
      case "CallExpr":
        if (x.args.length > 0) (more ??= []).push(...x.args);
        break;
    }
    const next: Expr | undefined = more?.pop();
    if (next === undefined) return false;
    x = next;
  }
}

/** Whether the author left out commas: then they are printed only inside lines. */
export function omitsCommas(elts: readonly Expr[], rel: number, closingRel: number): boolean {
  if (elts.length === 0 || (rel & Rel.scanned) === 0) return false;
  for (let i = 1; i < elts.length; i++) {
    if ((relOf(elts[i] as Expr) & Rel.comma) === 0) return true;
  }
  return elts.length === 1 && (closingRel & Rel.comma) === 0;
}
