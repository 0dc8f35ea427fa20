import { makeBasicLit, makeIdent, makeImportSpec, quoteString } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { qualifier } from "./builtin-name.ts";
import { importPath } from "./name-scope.ts";
import type { PackageSource, TopDecl } from "./package-source.ts";

/** The names in a bundle: those of imports, of hidden fields of other packages, and of what only one file sees. */
export class BundleNames {
  readonly #taken = new Set<string>();
  readonly #main: PackageSource;
  readonly #packageNames = new Map<PackageSource, string>();
  readonly #byPath = new Map<PackageSource, Map<string, PackageSource>>();
  readonly #builtins = new Map<string, string>();
  readonly #locals = new Map<string, string>();
  readonly #marks = new Map<PackageSource, string>();

  constructor(sources: readonly PackageSource[], paths: ReadonlyMap<PackageSource, string>, main: PackageSource) {
    this.#main = main;
    for (const p of sources) for (const name of p.names) this.#taken.add(name);
    sources.forEach((p, i) => {
      const base =
        (paths.get(p) ?? "") === "" ? "main" : qualifier(paths.get(p) as string).replace(/[^A-Za-z0-9]/g, "");
      this.#packageNames.set(p, this.#unique(base));
      this.#marks.set(p, `_${i}`);
      const byPath = new Map<string, PackageSource>();
      for (const q of sources) byPath.set(paths.get(q) ?? "", q);
      this.#byPath.set(p, byPath);
    });
  }

  #unique(base: string): string {
    let name = base;
    for (let i = 1; this.#taken.has(name); i++) name = `${base}_${i}`;
    this.#taken.add(name);
    return name;
  }

  packageName(p: PackageSource): string {
    return this.#packageNames.get(p) as string;
  }

  imports(): ast.ImportSpec[] {
    return [...this.#builtins].map(([path, name]) =>
      makeImportSpec(name === qualifier(path) ? null : makeIdent(name), makeBasicLit("STRING", quoteString(path))),
    );
  }

  /** A name that only one file sees, where another file has the same name. */
  local(p: PackageSource, file: ast.File, name: string): string {
    const shared = p.decls.some(
      (d) => (d.file !== file || !d.isLet) && (d.name === name || aliasOf(d) === name) && d.file !== file,
    );
    const marked = this.#hidden(p, name);
    if (!shared) return marked;
    const key = `${this.#marks.get(p)} ${p.files.indexOf(file)} ${name}`;
    let other = this.#locals.get(key);
    if (other === undefined) this.#locals.set(key, (other = this.#unique(`${marked}_${p.files.indexOf(file)}`)));
    return other;
  }

  /** Hidden names of different packages are different names. */
  #hidden(p: PackageSource, name: string): string {
    if (p === this.#main || !name.startsWith("_") || name === "_" || name.startsWith("__")) return name;
    return name + (this.#marks.get(p) as string);
  }

  ident(p: PackageSource, file: ast.File, id: ast.Ident, binding: { readonly link: object } | null): string {
    const link = binding === null ? null : (binding.link as ast.Node);
    if (link !== null && link.kind === "ImportSpec") {
      const path = importPath(link);
      const target = (p.imports.get(path) ?? null) === null ? undefined : this.#byPath.get(p)?.get(path);
      if (target !== undefined) return this.packageName(target);
      let name = this.#builtins.get(path);
      if (name === undefined) this.#builtins.set(path, (name = this.#unique(qualifier(path))));
      return name;
    }
    const isFileLevel = link !== null && p.decls.some((d) => d.file === file && declares(d, link));
    if (isFileLevel && (link.kind === "LetClause" || link.kind === "Alias")) return this.local(p, file, id.name);
    return this.#hidden(p, id.name);
  }
}

/** Whether the declaration, or the alias of its field, is what a name is bound to. */
export function declares(d: TopDecl, link: object): boolean {
  return d.decl === link || (d.decl.kind === "Field" && (d.decl.label === link || d.decl.alias === link));
}

const aliasOf = (d: TopDecl): string =>
  d.decl.kind === "Field" && d.decl.label.kind === "Alias" ? d.decl.label.ident.name : "";
