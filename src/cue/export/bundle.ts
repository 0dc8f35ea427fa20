import type { Engine } from "../eval/index.ts";
import {
  Rel,
  labelNeedsQuotes,
  makeBasicLit,
  makeBinary,
  makeEmbedDecl,
  makeFile,
  makeIdent,
  makeImportDecl,
  makeImportSpec,
  makeIndex,
  makeLetClause,
  makeSelector,
  makeStruct,
  quoteString,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { ArcType, NoLabel, isIntLabel, isLetLabel, isStringLabel, labelIndex } from "../value/index.ts";
import type { Label, Vertex } from "../value/index.ts";
import { qualifier } from "./builtin-name.ts";
import { cloneSyntax } from "./clone-syntax.ts";
import { exportSource } from "./file.ts";
import { importPath } from "./name-scope.ts";
import { PackageSource, importedPackage } from "./package-source.ts";
import type { TopDecl } from "./package-source.ts";

/**
 * The parts of packages that a value is made of, as one file: each package is a let, and the value is selected from its
 * own. Nothing is rewritten but names, so whatever the source says, cycles included, it still says. Null if the
 * value is not part of a package's source.
 */
export function bundle(v: Vertex, engine: Engine): ast.File | null {
  const path: Label[] = [];
  let root = v;
  for (; root.parent !== null; root = root.parent) {
    const { label } = root;
    if (
      label === NoLabel ||
      isLetLabel(label) ||
      root.isDynamic ||
      root.parent.base === root ||
      root.arcType !== ArcType.Member
    )
      return null;
    path.unshift(label);
  }
  const main = new PackageSource(root.conjuncts);
  if (main.isIncomplete || main.files.length === 0) return null;
  const b = new Bundle(engine, main);
  const first = path[0];
  if (first === undefined) b.needAll(main);
  else b.need(main, engine.runtime.labels.text(first));
  return b.write(path);
}

class Bundle {
  readonly #engine: Engine;
  readonly #main: PackageSource;
  readonly #packages = new Map<object, PackageSource>();
  readonly #paths = new Map<PackageSource, string>();
  readonly #kept = new Map<PackageSource, Set<TopDecl>>();
  readonly #work: { readonly pkg: PackageSource; readonly decl: TopDecl }[] = [];
  #failed = false;

  constructor(engine: Engine, main: PackageSource) {
    this.#engine = engine;
    this.#main = main;
    this.#enter(main, "");
  }

  #enter(pkg: PackageSource, path: string): void {
    this.#paths.set(pkg, path);
    this.#kept.set(pkg, new Set());
    for (const d of pkg.decls) if (d.name === "") this.#keep(pkg, d);
  }

  #keep(pkg: PackageSource, d: TopDecl): void {
    const kept = this.#kept.get(pkg) as Set<TopDecl>;
    if (kept.has(d)) return;
    kept.add(d);
    this.#work.push({ pkg, decl: d });
  }

  need(pkg: PackageSource, name: string): void {
    for (const d of pkg.decls) if (d.name === name && !d.isLet) this.#keep(pkg, d);
  }

  needAll(pkg: PackageSource): void {
    for (const d of pkg.decls) if (!d.isLet) this.#keep(pkg, d);
  }

  #package(pkg: PackageSource, path: string): PackageSource | null {
    const instance = pkg.imports.get(path) ?? null;
    if (instance === null) return null;
    let p = this.#packages.get(instance);
    if (p === undefined) {
      const read = importedPackage(this.#engine, instance);
      if (read === null || read.isIncomplete) {
        this.#failed = true;
        return null;
      }
      this.#packages.set(instance, (p = read));
      this.#enter(p, path);
    }
    return p;
  }

  /** Follows everything that is kept to what it refers to. */
  #follow(): void {
    for (let w = this.#work.pop(); w !== undefined; w = this.#work.pop()) {
      const { pkg, decl } = w;
      for (const { id, binding } of decl.idents) {
        const link = binding === null ? null : (binding.link as ast.Node);
        if (link === null) this.need(pkg, id.name);
        else if (link.kind === "ImportSpec") this.#followImport(pkg, id, importPath(link));
        else {
          const at = pkg.decls.find((d) => declares(d, link));
          if (at !== undefined && at.isLet) this.#keep(pkg, at);
          else if (at !== undefined) this.need(pkg, at.name);
        }
      }
    }
  }

  #followImport(pkg: PackageSource, id: ast.Ident, path: string): void {
    const p = this.#package(pkg, path);
    if (p === null) return;
    const name = pkg.selected.get(id);
    if (name === undefined) this.needAll(p);
    else this.need(p, name);
  }

  write(path: readonly Label[]): ast.File | null {
    this.#follow();
    const sources = [this.#main, ...this.#packages.values()];
    const files = sources.flatMap((p) => p.files);
    const first = files[0] as ast.File;
    const agree = files.every(
      (f) =>
        f.experiments.explicitopen === first.experiments.explicitopen &&
        f.experiments.shortcircuit === first.experiments.shortcircuit,
    );
    if (this.#failed || !agree) return null;
    const names = new BundleNames(sources, this.#paths, this.#main);
    const decls: ast.Decl[] = [];
    if (path.length > 0) decls.push(this.#selection(names, path));
    for (const p of sources) {
      const body = this.#body(p, names);
      if (p === this.#main && path.length === 0) decls.push(...body);
      else decls.push(makeLetClause(makeIdent(names.packageName(p)), makeStruct(body)));
    }
    const imports = names.imports();
    if (imports.length > 0) decls.unshift(makeImportDecl(imports));
    const file = makeFile(decls);
    file.experiments = first.experiments;
    return file;
  }

  #selection(names: BundleNames, path: readonly Label[]): ast.Decl {
    const { labels } = this.#engine.runtime;
    let x: ast.Expr = makeIdent(names.packageName(this.#main));
    for (const label of path) {
      if (isIntLabel(label)) x = makeIndex(x, makeBasicLit("INT", String(labelIndex(label))));
      else {
        const text = labels.text(label);
        const quoted = isStringLabel(label) && labelNeedsQuotes(text);
        x = quoted ? makeIndex(x, makeBasicLit("STRING", quoteString(text))) : makeSelector(x, makeIdent(text));
      }
    }
    return makeEmbedDecl(x);
  }

  #body(p: PackageSource, names: BundleNames): ast.Decl[] {
    const kept = this.#kept.get(p) as Set<TopDecl>;
    const out: ast.Decl[] = [];
    const used = new Set<object>();
    for (const d of kept) for (const { binding } of d.idents) if (binding !== null) used.add(binding.link);
    for (const d of p.decls) {
      if (!kept.has(d)) continue;
      const bound = new Map(d.idents.map((x) => [x.id, x.binding]));
      const rename = (id: ast.Ident): string => names.ident(p, d.file, id, bound.get(id) ?? null);
      const copy = cloneSyntax(d.decl, rename, (n) => this.#withInjected(p, n));
      if (d.isLet && copy.kind === "LetClause") copy.ident.name = names.local(p, d.file, d.name);
      if (copy.kind === "Field" && d.decl.kind === "Field") {
        // What referred to an alias may have been left out, and then it must not stay.
        if (copy.label.kind === "Alias" && !used.has(d.decl.label)) copy.label = copy.label.expr as ast.Label;
        if (copy.alias !== null && d.decl.alias !== null && !used.has(d.decl.alias)) copy.alias = null;
        if (copy.label.kind === "Alias") copy.label.ident.name = names.local(p, d.file, copy.label.ident.name);
      }
      out.push(onNewLine(copy));
    }
    return out;
  }

  #withInjected(p: PackageSource, n: ast.Node): ast.Node {
    const values = n.kind === "Field" ? p.injected.get(n) : undefined;
    if (values === undefined || n.kind !== "Field") return n;
    let { value } = n;
    for (const v of values) value = makeBinary("&", value, exportSource(v, this.#engine));
    return { ...n, value };
  }
}

/** Declarations of files that stood on one line must not, beside others. */
function onNewLine(d: ast.Decl): ast.Decl {
  if (d.kind === "Field" && d.label.kind === "Ident") d.label.rel = (d.label.rel & ~Rel.mask) | Rel.newline;
  return d;
}

/** The names in a bundle: those of imports, of hidden fields of other packages, and of what only one file sees. */
class BundleNames {
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
function declares(d: TopDecl, link: object): boolean {
  return d.decl === link || (d.decl.kind === "Field" && (d.decl.label === link || d.decl.alias === link));
}

const aliasOf = (d: TopDecl): string =>
  d.decl.kind === "Field" && d.decl.label.kind === "Alias" ? d.decl.label.ident.name : "";
