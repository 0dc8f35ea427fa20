import { bottomOf } from "../eval/index.ts";
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
  makeIndex,
  makeLetClause,
  makeParen,
  makeSelector,
  makeStruct,
  quoteString,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { ArcType, NoLabel, isIntLabel, isLetLabel, isStringLabel, labelIndex } from "../value/index.ts";
import type { Label, Vertex } from "../value/index.ts";
import { BundleNames, declares } from "./bundle-names.ts";
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
  else {
    const name = engine.runtime.labels.text(first);
    const mayUnfold = path.length === 1 && isStringLabel(first) && bottomOf(v) === null;
    if (!mayUnfold || !b.unfold(name)) b.need(main, name);
  }
  return b.write(path);
}

class Bundle {
  readonly #engine: Engine;
  readonly #main: PackageSource;
  readonly #packages = new Map<object, PackageSource>();
  readonly #paths = new Map<PackageSource, string>();
  readonly #kept = new Map<PackageSource, Set<TopDecl>>();
  readonly #work: { readonly pkg: PackageSource; readonly decl: TopDecl }[] = [];
  /** The declarations of the value that are written in place of a selection. */
  #unfolded: readonly TopDecl[] = [];
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

  /**
   * Writes what a field's declarations say at the top, instead of selecting the field: a file that embeds a reference
   * has another order of fields, and refuses some that the value has. False if it has to be selected: something beside
   * its declarations adds to it, or they use names that cannot be selected, or would embed references again.
   */
  unfold(name: string): boolean {
    const { decls } = this.#main;
    const own = decls.filter((d) => d.name === name && !d.isLet);
    const isTop = ({ id, binding }: TopDecl["idents"][number]): boolean => this.#topField(id, binding) !== undefined;
    const isPlain = (d: TopDecl): boolean => {
      if (d.decl.kind !== "Field" || d.decl.value.kind === "Alias") return false;
      if (d.idents.some(({ binding }) => decls.some((x) => x.isLet && x.decl === binding?.link))) return false;
      const { value } = d.decl;
      const tops = d.idents.filter(isTop).map(({ id }) => id.pos);
      if (value.kind !== "StructLit" || value.elts.every((e) => e.kind === "EmbedDecl")) return tops.length === 0;
      // A pattern must not name what stands beside it.
      const labels = value.elts.flatMap((e) => (e.kind === "Field" && e.label.kind !== "Ident" ? [e.label] : []));
      return !labels.some(({ pos, end }) => tops.some((at) => at >= pos && at < end));
    };
    if (own.length === 0 || decls.some((d) => d.name === "") || !own.every(isPlain)) return false;
    this.#unfolded = own;
    for (const decl of own) this.#work.push({ pkg: this.#main, decl });
    return true;
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
    if (this.#unfolded.length > 0) decls.push(...this.#unfoldedDecls(names));
    else if (path.length > 0) decls.push(this.#selection(names, path));
    for (const p of sources) {
      const body = this.#body(p, names);
      if (p === this.#main && path.length === 0) decls.push(...body);
      else if (body.length > 0 || p !== this.#main || this.#unfolded.length === 0)
        decls.push(makeLetClause(makeIdent(names.packageName(p)), makeStruct(body)));
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

  #unfoldedDecls(names: BundleNames): ast.Decl[] {
    const p = this.#main;
    const parts = this.#unfolded.flatMap((d): ast.Expr[] => {
      const bound = new Map(d.idents.map((x) => [x.id, x.binding]));
      const selected = (n: ast.Node): ast.Node => {
        const top = n.kind === "Ident" && bound.has(n) ? this.#topField(n, bound.get(n) ?? null) : undefined;
        return top === undefined
          ? this.#withInjected(p, n)
          : makeSelector(makeIdent(names.packageName(p)), makeIdent(top));
      };
      const rename = (id: ast.Ident): string =>
        bound.has(id) ? names.ident(p, d.file, id, bound.get(id) ?? null) : id.name;
      const copy = cloneSyntax(d.decl, rename, selected);
      return copy.kind === "Field" ? [copy.value] : [];
    });
    // Fields that are embedded beside each other are allowed to each other; what may be closed is unified instead.
    if (parts.every(isOpenLiteral)) return parts.map(makeEmbedDecl);
    return [makeEmbedDecl(parts.reduce((x, y) => makeBinary("&", operand(x), operand(y))))];
  }

  /** The field at the top of the value's package that a name means. */
  #topField(id: ast.Ident, binding: { readonly link: object } | null): string | undefined {
    const { decls } = this.#main;
    const link = binding?.link;
    const at = decls.find((d) => !d.isLet && (link === undefined ? d.name === id.name : declares(d, link)));
    return at?.name;
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

const isOpenLiteral = (x: ast.Expr): boolean => x.kind === "StructLit" && x.elts.every((e) => e.kind !== "EmbedDecl");

const operand = (x: ast.Expr): ast.Expr => (x.kind === "BinaryExpr" && x.op !== "&" ? makeParen(x) : x);

/** Declarations of files that stood on one line must not, beside others. */
function onNewLine(d: ast.Decl): ast.Decl {
  if (d.kind === "Field" && d.label.kind === "Ident") d.label.rel = (d.label.rel & ~Rel.mask) | Rel.newline;
  return d;
}
