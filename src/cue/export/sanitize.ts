import { Rel, makeAlias, makeIdent, makeImportDecl, makeImportSpec, makeLetClause } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { predeclared } from "./links.ts";
import { NameScope, importName, importPath, visitNames } from "./name-scope.ts";
import { growth, newRandom } from "./random.ts";

/**
 * Makes a file mean what its identifiers are bound to: adds imports, and gives another name to what is hidden by a
 * field of the same name.
 */
export function sanitize(file: ast.File, links: Map<ast.Ident, object>): void {
  // Without bound identifiers there is nothing that could go wrong.
  if (links.size === 0) return;
  const taken = new Set<string>();
  visitNames(file, new NameScope(null, file, taken), () => {});
  const z = new Sanitizer(file, links, taken);
  visitNames(file, z.outermost, (s, id) => z.ident(s, id));
  z.finish();
}

type Bound = ast.Field | ast.LetClause | ast.Alias | { readonly kind: "other" };

class Sanitizer {
  readonly outermost: NameScope;
  readonly #file: ast.File;
  readonly #links: Map<ast.Ident, object>;
  readonly #taken: Set<string>;
  readonly #random = newRandom();
  /** New names of declarations. */
  readonly #renamed = new Map<object, string>();
  /** Imports that had to take another name, by path. */
  readonly #imports = new Map<string, ast.ImportSpec>();

  constructor(file: ast.File, links: Map<ast.Ident, object>, taken: Set<string>) {
    this.#file = file;
    this.#links = links;
    this.#taken = taken;
    this.outermost = new NameScope(null, file);
  }

  finish(): void {
    const first = this.#file.decls.find((d) => d.kind === "ImportDecl");
    if (first !== undefined) (first as ast.ImportDecl).rel = Rel.newSection;
  }

  ident(s: NameScope, id: ast.Ident): void {
    const link = this.#links.get(id);
    if (link === undefined) return;
    const known = s.lookup(id.name);
    const spec = (link as ast.Node).kind === "ImportSpec" ? (link as ast.ImportSpec) : null;
    if (link === predeclared) {
      if (known !== null || this.#taken.has(id.name)) id.name = `__${id.name}`;
    } else if (spec !== null) this.#import(id, spec, known === null ? null : known.node);
    else if (known !== null && known.node !== link) this.#unshadow(s, id, link);
  }

  #import(id: ast.Ident, spec: ast.ImportSpec, known: object | null): void {
    if (known === null) {
      const added = this.#addImport(spec);
      this.outermost.insert(importName(spec), added, added);
      return;
    }
    const path = importPath(spec);
    if ((known as ast.Node).kind === "ImportSpec" && importPath(known as ast.ImportSpec) === path) return;
    let other = this.#imports.get(path);
    if (other === undefined) {
      const name = this.#uniqueName(importName(spec));
      other = this.#addImport(makeImportSpec(makeIdent(name), spec.path));
      this.#imports.set(path, other);
      this.outermost.insert(name, other, other);
    }
    id.name = importName(other);
    this.#links.set(id, other);
  }

  #addImport(spec: ast.ImportSpec): ast.ImportSpec {
    const { decls } = this.#file;
    let at = 0;
    for (let i = 0; i < decls.length; i++) {
      const d = decls[i] as ast.Decl;
      if (d.kind === "ImportDecl") {
        d.specs.push(spec);
        return spec;
      }
      if (d.kind === "Package" || d.kind === "CommentGroup") at = i + 1;
      else if (d.kind !== "Attribute") break;
    }
    decls.splice(at, 0, makeImportDecl([spec]));
    return spec;
  }

  #uniqueName(base: string): string {
    for (let n = 16; ; n = growth(n)) {
      const name = `${base}_${this.#random.below(n).toString(16).toUpperCase()}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }

  /** The identifier means something further out than what its name finds. */
  #unshadow(s: NameScope, id: ast.Ident, link: object): void {
    let inner: NameScope = s;
    for (let at: NameScope | null = s; at !== null; inner = at, at = at.outer) {
      const b = at.names.get(id.name);
      if (b === undefined || b.node !== link) continue;
      const name = this.#rename(inner.node === b.node ? null : at.node, b.link as Bound);
      if (name !== null) id.name = name;
      return;
    }
    // It may be declared in another file.
    id.name = this.#letFor(this.#file, id.name, id);
  }

  #rename(parent: object | null, x: Bound): string | null {
    switch (x.kind) {
      case "Field": {
        const known = this.#renamed.get(x);
        if (known !== undefined) return known;
        if (x.label.kind === "Alias") return this.#letFor(parent, x.label.ident.name, x.label);
        if (x.label.kind !== "Ident") return null;
        const name = this.#uniqueName(x.label.name);
        this.#renamed.set(x, name);
        const alias = makeIdent(name);
        alias.comments = x.label.comments;
        x.label.comments = null;
        x.label = makeAlias(alias, x.label);
        return name;
      }
      case "LetClause":
      case "Alias":
        return this.#letFor(parent, x.ident.name, x);
      default:
        return null;
    }
  }

  /** A let beside the declaration, under a name that nothing hides. */
  #letFor(parent: object | null, base: string, link: object): string {
    const known = this.#renamed.get(link);
    if (known !== undefined) return known;
    const name = this.#uniqueName(base);
    this.#renamed.set(link, name);
    const holder = (parent ?? this.#file) as ast.File | ast.StructLit;
    const decls = holder.kind === "File" ? holder.decls : holder.kind === "StructLit" ? holder.elts : this.#file.decls;
    let i = 0;
    while (
      i < decls.length &&
      decls[i] !== link &&
      !((decls[i] as ast.Field).kind === "Field" && (decls[i] as ast.Field).label === link)
    )
      i++;
    const let_ = makeLetClause(makeIdent(name), makeIdent(base));
    if (i > 0) let_.rel = Rel.newSection;
    decls.splice(i, 0, let_);
    return name;
  }
}
