import type { Engine } from "../eval/index.ts";
import {
  format,
  makeBareStruct,
  makeEmbedDecl,
  makeField,
  makeFile,
  makeIdent,
  makePackage,
  makeStruct,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { Rel } from "../syntax/index.ts";
import { StructKind, Tag } from "../value/index.ts";
import type { Expr, Value, Vertex } from "../value/index.ts";
import { kindOf } from "../eval/index.ts";
import { fileComments, preambleLength, sourceOf } from "./docs.ts";
import type { Exporter } from "./exporter.ts";
import { JoinedExporter } from "./make-exporter.ts";
import { profileOf } from "./options.ts";
import type { ExportOptions } from "./options.ts";
import { Pivot } from "./pivot.ts";
import { setRel } from "./first-token.ts";
import { sanitize } from "./sanitize.ts";

/** A value as a file of source. */
export function exportFile(v: Vertex, engine: Engine, options: ExportOptions = {}): ast.File {
  const p = profileOf(options);
  engine.finalize(v);
  const e = new JoinedExporter(p, engine, v);
  const moves = p.selfContained || p.inlineImports || (v.parent !== null && !p.fragment && !p.expandReferences);
  const pivot = moves ? new Pivot(e, v) : null;
  const expr = p.mode === "value" ? e.value(v, v.conjuncts) : definition(e, v);
  e.complete();
  const file = toFile(e, v, expr);
  if (pivot !== null) file.decls.push(...pivot.declarations());
  sanitize(file, e.links);
  return file;
}

/** A definition closes what stands in it, so a value that is closed must stay inside of one. */
function definition(e: Exporter, v: Vertex): ast.Expr {
  if (!v.closedRecursive) return e.expr(null, v);
  e.inDefinition++;
  const expr = e.expr(null, v);
  e.inDefinition--;
  if (expr.kind === "StructLit" && expr.elts.some((d) => d.kind === "EmbedDecl" && isDefinitionReference(d.expr)))
    return expr;
  if (kindOf(v) !== StructKind || e.profile.fragment) return expr;
  return makeStruct([makeEmbedDecl(makeIdent("_#def")), makeField(makeIdent("_#def"), expr)]);
}

const isDefinitionName = (name: string): boolean => name.startsWith("#") || name.startsWith("_#");

function isDefinitionReference(x: ast.Expr): boolean {
  switch (x.kind) {
    case "Ident":
      return isDefinitionName(x.name);
    case "SelectorExpr":
      return (x.sel.kind === "Ident" && isDefinitionName(x.sel.name)) || isDefinitionReference(x.x);
    case "IndexExpr":
      return isDefinitionReference(x.x);
    default:
      return false;
  }
}

function toFile(e: Exporter, v: Vertex, x: ast.Expr): ast.File {
  const file = makeFile([]);
  if (e.profile.addPackage) addPackage(e, v, file);
  if (x.kind === "StructLit") file.decls.push(...x.elts);
  else file.decls.push(makeEmbedDecl(x));
  const [first] = file.decls;
  if (first?.kind === "EmbedDecl" && e.valueEmbeds.has(first)) setRel(first.expr, Rel.noSpace);
  return file;
}

/** The package clause, the comments of its files around it. */
function addPackage(e: Exporter, v: Vertex, file: ast.File): void {
  let name = "";
  const pkg: ast.CommentGroup[] = [];
  const rest: ast.CommentGroup[] = [];
  for (const c of v.conjuncts) {
    const f = sourceOf(c) as ast.Node | null;
    if (f === null || f.kind !== "File") continue;
    for (const d of f.decls) if (d.kind === "Package") name = d.name.name;
    if (!e.profile.docs) continue;
    const comments = fileComments(f);
    // An empty line keeps the comment apart from the one before it.
    pkg.push(...comments.docs.map(newSection));
    rest.push(...comments.rest);
  }
  if (name !== "") {
    const clause = makePackage(makeIdent(name));
    clause.rel = Rel.newSection;
    clause.comments = nonEmpty(mergeDocs(pkg));
    file.comments = nonEmpty(rest);
    file.decls.push(clause);
  } else file.comments = nonEmpty(mergeDocs([...pkg, ...rest]));
}

const nonEmpty = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list);

function newSection(g: ast.CommentGroup): ast.CommentGroup {
  const [first, ...others] = g.list;
  return first === undefined
    ? g
    : { ...g, list: [{ ...first, rel: (first.rel & ~Rel.mask) | Rel.newSection }, ...others] };
}

/** Several doc comments become one. */
function mergeDocs(groups: ast.CommentGroup[]): ast.CommentGroup[] {
  const docs = groups.filter((g) => g.doc);
  if (groups.length <= 1 || docs.length === 0) return groups;
  const [first, ...more] = docs as [ast.CommentGroup, ...ast.CommentGroup[]];
  const list = [...first.list];
  for (const g of more) list.push({ kind: "Comment", pos: -1, end: -1, rel: 0, text: "//" }, ...g.list);
  return [{ ...first, list }, ...groups.filter((g) => !g.doc)];
}

/** A value as source: an expression if it can be one, a file if it has a package clause or imports. */
export function exportSyntax(v: Vertex, engine: Engine, options: ExportOptions = {}): ast.File | ast.Expr {
  return syntaxOf(exportFile(v, engine, options));
}

function syntaxOf(f: ast.File): ast.File | ast.Expr {
  if (preambleLength(f.decls) > 0) return f;
  const [only] = f.decls;
  if (f.decls.length === 1 && only?.kind === "EmbedDecl") {
    const comments = [...(f.comments ?? []), ...(only.comments ?? []), ...(only.expr.comments ?? [])];
    only.expr.comments = nonEmpty(comments);
    return only.expr;
  }
  const s = makeBareStruct(f.decls);
  s.comments = f.comments;
  return s;
}

/** What the command line prints of syntax: a file in any case. */
export function asFile(x: ast.File | ast.Expr): ast.File {
  if (x.kind === "File") return x;
  if (x.kind === "StructLit") {
    const f = makeFile(x.elts);
    f.comments = x.comments;
    return f;
  }
  setRel(x, Rel.noSpace);
  return makeFile([makeEmbedDecl(x)]);
}

/** A value as one expression; references that lead out of it are left as they are. */
function exportExpression(v: Value, engine: Engine, options: ExportOptions = {}): ast.Expr {
  if (v.tag === Tag.Vertex) engine.finalize(v);
  const e = new JoinedExporter(profileOf(options), engine, v);
  const x = e.value(v);
  e.complete();
  // Names are made unambiguous in the tree itself.
  if (v.tag === Tag.Vertex) sanitize(toFile(e, v, x), e.links);
  return x;
}

/** An expression that is not evaluated. */
export function exportSource(x: Expr, engine: Engine, options: ExportOptions = {}): ast.Expr {
  const e = new JoinedExporter(profileOf(options), engine, null);
  const out = e.expr(null, x);
  e.complete();
  return out;
}

/** The text of a value, as the original's `%v` prints it. */
export function valueText(v: Value, engine: Engine, options: ExportOptions = {}): string {
  return trimLines(format(exportExpression(v, engine, options)));
}

const trimLines = (text: string): string => text.replace(/^[\n\r]+|[\n\r]+$/g, "");
