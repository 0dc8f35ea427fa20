/** Where documents of data files are put: -l, --list and --with-context. */
import { SourceFile } from "../../source/index.ts";
import { errorsText } from "../../cue/index.ts";
import type { CueContext, CueError, Selector, Value } from "../../cue/index.ts";
import type { Instance, LoadedFile } from "../../cue/load/index.ts";
import { sanitize } from "../../cue/schema/index.ts";
import {
  decodeString,
  makeBasicLit,
  makeEmbedDecl,
  makeField,
  makeFile,
  makeIdent,
  makeList,
  makePackage,
  makeStruct,
  parseExpr,
  parseFile,
  quoteString,
} from "../../cue/syntax/index.ts";
import type { BasicLit, Decl, Expr, File, Ident, ListLit, StructLit } from "../../cue/syntax/index.ts";
import { fileOf, instanceOf } from "./data-document.ts";
import type { DataDocument } from "./data-document.ts";
import { expressionOf } from "./schema-file.ts";
import { failed, mistake, success } from "./mistake.ts";
import type { Outcome } from "./mistake.ts";

/** A label that is given, or an expression that makes one. */
type PathLabel = { readonly label: Ident | BasicLit } | { readonly expression: string };

export interface Placement {
  readonly path: readonly PathLabel[];
  readonly list: boolean;
  readonly withContext: boolean;
}

export const isPlaced = (p: Placement): boolean => p.list || p.path.length > 0;

/** Reads the flags. */
export function parsePlacement(
  labels: readonly string[],
  list: boolean,
  withContext: boolean,
  hasSchema: boolean,
): Outcome<Placement> {
  const path: PathLabel[] = [];
  for (const text of labels) {
    const source = new SourceFile("--path", text);
    if (parseExpr(source).errors.length === 0) path.push({ expression: text });
    else {
      const parsed = fullPath(text);
      if (!Array.isArray(parsed)) {
        return mistake(
          `labels must be expressions (-l foo -l 'strings.ToLower(bar)') or full paths (-l '"foo": "\\(strings.ToLower(bar))":) : ${parsed}`,
        );
      }
      path.push(...parsed);
    }
  }
  const placed = list || path.length > 0;
  if (!placed && withContext)
    return mistake('flag "with-context" must be used with at least one of flag "path", "list", or "files"');
  if (placed && hasSchema) return mistake('cannot combine --schema flag with flag "path", "list", or "files"');
  return success({ path, list, withContext });
}

/** `a: "b": "\(c)":` */
function fullPath(text: string): PathLabel[] | string {
  const { file, errors } = parseFile(new SourceFile("--path", `${text}_`));
  const [first] = errors;
  if (first !== undefined) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more errors)` : "";
    return `parser error in path ${quoteString(text)}: ${first.message}${more}`;
  }
  if (file.decls.length !== 1) return "path flag must be a space-separated sequence of labels";
  const out: PathLabel[] = [];
  for (let d: Decl | undefined = file.decls[0]; d !== undefined;) {
    if (d.kind !== "Field") return "%q not a sequence of labels";
    const { label } = d;
    if (label.kind === "Ident" || label.kind === "BasicLit") out.push({ label });
    else out.push({ expression: text.slice(label.pos, label.end) });
    if (d.value.kind !== "StructLit") break;
    if (d.value.elts.length !== 1) return "path value may not contain a struct";
    d = d.value.elts[0];
  }
  return out;
}

/** The labels of a path, evaluated where they are expressions over `scope`. */
export function resolveLabels(placement: Placement, scope: Value): Outcome<(Ident | BasicLit)[]> {
  const out: (Ident | BasicLit)[] = [];
  for (const step of placement.path) {
    if ("label" in step) {
      out.push(step.label.kind === "Ident" ? makeIdent(step.label.name) : makeBasicLit("STRING", step.label.text));
      continue;
    }
    const value = scope.evaluate(step.expression, { filename: "--path" });
    if (value.kind !== "string") {
      return mistake(`error evaluating label ${step.expression}: ${labelError(value)}`);
    }
    if (isDisjunction(step.expression)) return mistake(`expression is not a valid label: ${step.expression}`);
    const data = value.toJS();
    if (!data.ok) return failed(data.errors);
    out.push(makeBasicLit("STRING", quoteString(data.value as string)));
  }
  return success(out);
}

/** A disjunction is no label, even if all of it is the same string. */
function isDisjunction(text: string): boolean {
  let { expr } = parseExpr(new SourceFile("--path", text));
  while (expr.kind === "ParenExpr") expr = expr.x;
  return expr.kind === "BinaryExpr" && expr.op === "|";
}

function labelError(value: Value): string {
  const [error, ...more] = value.errors();
  if (error === undefined) return String(value);
  const text = errorsText([{ ...error, positions: [] }]).trimEnd();
  return more.length > 0 ? `${text} (and ${more.length} more errors)` : text;
}

export function selectorOf(label: Ident | BasicLit): Selector {
  if (label.kind === "Ident") return { identifier: label.name };
  const decoded = decodeString(label.text);
  return decoded.ok ? decoded.value : label.text;
}

/** The documents of one file, put where the flags say. */
export function placeDocuments(
  ctx: CueContext,
  placement: Placement,
  like: Instance,
  packageName: string,
  documents: readonly DataDocument[],
): Outcome<LoadedFile | undefined> {
  const decls: Decl[] = [];
  const lists = new ListIndex();
  const links = new Map<Ident, object>();
  for (const [i, d] of documents.entries()) {
    const expr = d.schema === undefined ? d.expr : expressionOf(d.schema.file);
    for (const [ident, link] of d.schema?.links ?? []) links.set(ident, link);
    let labels: (Ident | BasicLit)[] = [];
    if (placement.path.length > 0) {
      const resolved = labelsOf(ctx, placement, like, d, i, documents.length);
      if (!resolved.ok) {
        // Nothing can name a field of null.
        if (d.expr.kind === "BasicLit" && d.expr.token === "NULL") continue;
        return resolved;
      }
      labels = resolved.value;
    }
    if (placement.list) lists.add(labels, expr);
    else if (labels.length > 0) decls.push(nested(labels, expr, d.schema?.file));
    else if (expr.kind === "StructLit") decls.push(...expr.elts);
    else {
      return mistake(
        expr.kind === "ListLit"
          ? "expected struct as object root, did you mean to use the --list flag?"
          : "cannot map non-struct to object root",
      );
    }
  }
  if (placement.list) decls.push(...lists.decls());
  const first = documents[0];
  if (first === undefined && decls.length === 0) return success(undefined);
  const head: Decl[] = packageName === "" ? [] : [makePackage(makeIdent(packageName))];
  const source = first?.source ?? new SourceFile("", "");
  const syntax = makeFile([...head, ...decls]);
  syntax.comments = first?.schema?.file.comments ?? null;
  sanitize(syntax, links);
  return success({ path: first?.path ?? "", source, syntax });
}

/** Where one document goes. */
function labelsOf(
  ctx: CueContext,
  placement: Placement,
  like: Instance,
  d: DataDocument,
  index: number,
  count: number,
): Outcome<(Ident | BasicLit)[]> {
  const syntax = placement.withContext ? fileOf(contextOf(d, index, count)) : (d.schema?.file ?? fileOf(d.expr));
  const scope = ctx.build(instanceOf(like, [{ path: d.path, source: d.source, syntax }]));
  const errors: readonly CueError[] = scope.errors();
  return errors.length > 0 ? failed(errors) : resolveLabels(placement, scope);
}

function nested(labels: readonly (Ident | BasicLit)[], value: Expr, file: File | undefined): Decl {
  let x = value;
  for (const label of labels.slice(1).reverse()) x = makeStruct([makeField(label, x)]);
  const field = makeField(labels[0] as Ident | BasicLit, x);
  const clause = file?.decls.find((d) => d.kind === "Package");
  if (clause?.kind === "Package" && clause.comments !== null) field.comments = clause.comments;
  return field;
}

function contextOf(d: DataDocument, index: number, count: number): StructLit {
  const name = (text: string): Ident => makeIdent(text);
  return makeStruct([
    makeField(name("data"), d.expr),
    makeField(name("filename"), makeBasicLit("STRING", quoteString(d.path))),
    makeField(name("index"), makeBasicLit("INT", String(index))),
    makeField(name("recordCount"), makeBasicLit("INT", String(count))),
  ]);
}

/** Lists by the labels that lead to them, in the order in which they were begun. */
class ListIndex {
  readonly #children = new Map<string, { readonly label: Ident | BasicLit; readonly index: ListIndex }>();
  #list: ListLit | undefined;

  add(labels: readonly (Ident | BasicLit)[], value: Expr): void {
    const [label, ...rest] = labels;
    if (label === undefined) {
      this.#list ??= makeList([]);
      this.#list.elts.push(value);
      return;
    }
    const key = label.kind === "Ident" ? label.name : label.text;
    let child = this.#children.get(key);
    if (child === undefined) this.#children.set(key, (child = { label, index: new ListIndex() }));
    child.index.add(rest, value);
  }

  decls(): Decl[] {
    if (this.#list !== undefined) return [makeEmbedDecl(this.#list)];
    if (this.#children.size === 0) return [makeEmbedDecl(makeList([]))];
    return [...this.#children.values()].map(({ label, index }) => makeField(label, index.#value()));
  }

  #value(): Expr {
    return (
      this.#list ?? makeStruct([...this.#children.values()].map(({ label, index }) => makeField(label, index.#value())))
    );
  }
}
