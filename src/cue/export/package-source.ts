import type { Engine } from "../eval/index.ts";
import { labelName } from "../codec/index.ts";
import type * as ast from "../syntax/index.ts";
import { walk } from "../syntax/index.ts";
import { Tag } from "../value/index.ts";
import type { Conjunct, Expr } from "../value/index.ts";
import { NameScope, visitNames } from "./name-scope.ts";
import type { Binding } from "./name-scope.ts";
import { walkNodes } from "./walk-nodes.ts";

/** A declaration at the top of a file. */
export interface TopDecl {
  readonly decl: ast.Decl;
  readonly file: ast.File;
  /** The name of a field or let; "" for what always belongs to the package. */
  readonly name: string;
  readonly isLet: boolean;
  /** The identifiers in it and what its file binds them to. */
  readonly idents: { readonly id: ast.Ident; readonly binding: Binding | null }[];
}

/** The source of a package, read for what its declarations need. */
export class PackageSource {
  readonly files: ast.File[] = [];
  readonly decls: TopDecl[] = [];
  /** Every name that is declared anywhere in it. */
  readonly names = new Set<string>();
  /** What is selected from an identifier: `x` of `pkg.x`. */
  readonly selected = new Map<ast.Ident, string>();
  /** Imported packages of this one, by path; null for builtin packages. */
  readonly imports = new Map<string, object | null>();
  /** Values that attributes put into fields. */
  readonly injected = new Map<ast.Node, Expr[]>();
  /** Something in it cannot be found in its source. */
  isIncomplete = false;

  constructor(conjuncts: readonly Conjunct[]) {
    for (const c of conjuncts) {
      const file = c.x.src?.node ?? null;
      if (c.x.tag !== Tag.StructLit || !c.x.isFile || file === null || file.kind !== "File") {
        this.isIncomplete = true;
        continue;
      }
      this.#readExpressions(c.x);
      this.#readFile(file);
    }
  }

  #readExpressions(root: Expr): void {
    walkNodes(root, {
      node: (x) => {
        if (x.tag === Tag.ImportReference) this.imports.set(x.importPath, x.instance);
        if (x.tag !== Tag.Field || x.src === null || x.src.node === null) return;
        let v = x.value;
        // Attributes add operands without a place.
        for (; v.tag === Tag.BinaryExpr && v.op === "&" && v.src === null; v = v.x) {
          const list = this.injected.get(x.src.node) ?? [];
          this.injected.set(x.src.node, [v.y, ...list]);
        }
      },
    });
  }

  #readFile(file: ast.File): void {
    this.files.push(file);
    const decls: TopDecl[] = [];
    for (const decl of file.decls) {
      if (decl.kind === "Package" || decl.kind === "ImportDecl" || decl.kind === "CommentGroup") continue;
      if (decl.kind === "Attribute") {
        if (/^@extern\b/.test(decl.text)) this.isIncomplete = true;
        continue;
      }
      const name = topName(decl);
      decls.push({ decl, file, name, isLet: decl.kind === "LetClause", idents: [] });
      walk(decl, (n) => {
        if (n.kind === "SelectorExpr" && n.x.kind === "Ident") {
          const sel = n.sel.kind === "Ident" ? n.sel.name : labelName(n.sel);
          if (sel !== undefined) this.selected.set(n.x, sel);
        }
        return true;
      });
    }
    this.decls.push(...decls);
    let last: TopDecl | undefined;
    visitNames(file, new NameScope(null, file, this.names), (s, id) => {
      // Neighbours mostly belong together.
      if (last === undefined || !isInside(id, last.decl)) last = decls.find((x) => isInside(id, x.decl));
      last?.idents.push({ id, binding: s.lookup(id.name) });
    });
  }
}

const isInside = (id: ast.Ident, decl: ast.Decl): boolean => id.pos >= decl.pos && id.pos < decl.end;

function topName(decl: ast.Decl): string {
  if (decl.kind === "LetClause") return decl.ident.name;
  if (decl.kind !== "Field") return "";
  const label = decl.label.kind === "Alias" ? decl.label.expr : decl.label;
  return label.kind === "Ident" || label.kind === "BasicLit" ? (labelName(label) ?? "") : "";
}

/** The package behind an import, or null if its source is not known. */
export function importedPackage(engine: Engine, instance: object): PackageSource | null {
  const conjuncts = engine.runtime.instanceConjuncts(instance);
  return conjuncts === null ? null : new PackageSource(conjuncts);
}
