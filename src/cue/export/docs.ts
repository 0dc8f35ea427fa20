import type { Attribute, CommentGroup, Decl, Field, File, Label } from "../syntax/index.ts";
import { Tag } from "../value/index.ts";
import type { Conjunct, Vertex } from "../value/index.ts";

/** The syntax of the declaration that a conjunct stands for. */
export function sourceOf(c: Conjunct): object | null {
  const src = c.x.tag === Tag.Comprehension ? c.x.value.src : c.x.src;
  return src === null ? null : src.node;
}

const isField = (node: object | null): node is Field => node !== null && (node as Field).kind === "Field";
const isFile = (node: object | null): node is File => node !== null && (node as File).kind === "File";

/**
 * The doc comments of a field, from all its declarations. In `a: b: 1` the comment above belongs to the innermost
 * field.
 */
export function docsOf(conjuncts: readonly Conjunct[], parent: Vertex | null): CommentGroup[] {
  const docs: CommentGroup[] = [];
  let fields: Field[] = [];
  for (const c of conjuncts) {
    if (c.x.tag === Tag.Vertex) docs.push(...docsOf(c.x.conjuncts, c.x.parent));
    const node = sourceOf(c);
    if (isField(node)) {
      if (isShorthand(node)) continue;
      fields.push(node);
      addDocs(docs, node.comments);
    } else if (isFile(node)) docs.push(...fileComments(node).docs);
  }
  for (let p = parent; p !== null && fields.length > 0; p = p.parent) {
    const outer: Field[] = [];
    for (const c of p.conjuncts) {
      const node = c.x.src === null ? null : c.x.src.node;
      if (!isField(node) || !isShorthand(node)) continue;
      const inner = nestedField(node);
      for (const f of fields) {
        if (inner !== f) continue;
        outer.push(node);
        addDocs(docs, node.comments);
      }
    }
    fields = outer;
  }
  return docs;
}

function addDocs(docs: CommentGroup[], comments: readonly CommentGroup[] | null): void {
  if (comments === null) return;
  for (const g of comments) if (g.doc && !docs.some((d) => d === g || docText(d) === docText(g))) docs.push(g);
}

/** The text of a comment without its marks. */
export function docText(g: CommentGroup): string {
  const lines = g.list.map((c) => c.text.replace(/^\/\/ ?/, "").trimEnd());
  const out: string[] = [];
  for (const line of lines) if (line !== "" || (out.length > 0 && out.at(-1) !== "")) out.push(line);
  while (out.at(-1) === "") out.pop();
  return out.join("\n");
}

/** The inner field of `a: b: …`. */
function nestedField(f: Field): Field | null {
  const s = f.value;
  if (s.kind !== "StructLit" || s.elts.length !== 1 || s.lbrace >= 0 || s.rbrace >= 0 || s.rel !== 0) return null;
  const inner = s.elts[0] as Decl;
  return inner.kind === "Field" ? inner : null;
}

function isShorthand(f: Field): boolean {
  const inner = nestedField(f);
  return inner !== null && hasName(inner.label);
}

function hasName(label: Label): boolean {
  if (label.kind === "Alias") return label.expr.kind === "Ident" || label.expr.kind === "BasicLit";
  return label.kind === "Ident" || label.kind === "BasicLit";
}

/** Comments of a file: those of its package, and the others. Without a package the first one counts as its doc. */
export function fileComments(f: File): { readonly docs: CommentGroup[]; readonly rest: CommentGroup[] } {
  const pkg = f.decls.find((d) => d.kind === "Package");
  const docs = pkg === undefined ? [] : [...((pkg as { comments: CommentGroup[] | null }).comments ?? [])];
  const rest: CommentGroup[] = [];
  for (const g of f.comments ?? []) (g.doc ? docs : rest).push(g);
  if (pkg === undefined && docs.length === 0 && rest.length > 0)
    docs.push({ ...(rest.shift() as CommentGroup), doc: true });
  return { docs, rest };
}

/** Attributes of the declarations of a field, each text once. */
export function fieldAttributes(conjuncts: readonly Conjunct[]): Attribute[] {
  const out: Attribute[] = [];
  for (const c of conjuncts) addFieldAttributes(out, sourceOf(c));
  return out;
}

export function addFieldAttributes(out: Attribute[], node: object | null): void {
  if (isField(node)) for (const a of node.attrs) addAttribute(out, a);
}

/** Attributes that stand in a struct as declarations of their own. */
export function addDeclAttributes(out: Attribute[], node: object | null): void {
  if (node === null) return;
  const n = node as File | { kind: "StructLit"; elts: Decl[] };
  if (n.kind === "File") {
    for (const d of n.decls.slice(preambleLength(n.decls))) if (d.kind === "Attribute") addAttribute(out, d);
  } else if (n.kind === "StructLit") {
    for (const d of n.elts) if (d.kind === "Attribute") addAttribute(out, d);
  }
}

/** How many declarations belong to the head of a file: up to its last import. */
export function preambleLength(decls: readonly Decl[]): number {
  let n = 0;
  for (let i = 0; i < decls.length; i++) {
    const { kind } = decls[i] as Decl;
    if (kind === "Package" || kind === "ImportDecl") n = i + 1;
    else if (kind !== "CommentGroup" && kind !== "Attribute") break;
  }
  return n;
}

function addAttribute(out: Attribute[], a: Attribute): void {
  if (!out.some((x) => x.text === a.text)) out.push(a);
}
