import { nodeBehind, isConcrete } from "../eval/index.ts";
import {
  makeAlias,
  makeBareStruct,
  makeComprehension,
  makeEmbedDecl,
  makeFallbackClause,
  makeField,
  makeForClause,
  makeIdent,
  makeIfClause,
  makeLetClause,
  makeList,
  makeParen,
  makeStruct,
  makeTryClause,
} from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import { ArcType, Environment, NoLabel, Tag } from "../value/index.ts";
import type {
  BulkOptionalField,
  Comprehension,
  Decl,
  DynamicField,
  Field,
  ForClause,
  Label,
  Src,
  StructLit,
} from "../value/index.ts";
import { addFieldAttributes } from "./docs.ts";
import { evaluateIn } from "./evaluate.ts";
import { emptyVertex, term } from "./exporter.ts";
import type { Exporter } from "./exporter.ts";
import { labelName, labelSyntax } from "./label.ts";

/** A struct literal whose parts cannot be merged with others: one declaration after the other. */
export function writeStruct(e: Exporter, outer: Environment | null, x: StructLit): ast.StructLit {
  const s = makeBareStruct([]);
  const env = new Environment(outer, e.node);
  for (const d of x.decls) {
    const source = d.src === null ? null : d.src.node;
    let alias: ast.Ident | null = null;
    if (source !== null && source.kind === "Field" && source.value.kind === "Alias") {
      alias = makeIdent(source.value.ident.name);
      e.valueAliases.set(alias.name, alias);
    }
    const decl = writeDecl(e, env, d);
    if (decl === null) continue;
    if (e.profile.docs && source !== null) setDocs(decl.kind === "EmbedDecl" ? decl.expr : decl, source);
    if (alias !== null && decl.kind === "Field") decl.value = makeAlias(alias, decl.value);
    s.elts.push(decl);
  }
  return s;
}

function setDocs(to: { comments: ast.CommentGroup[] | null }, from: { comments: ast.CommentGroup[] | null }): void {
  const docs = (from.comments ?? []).filter((g) => g.doc);
  to.comments = docs.length === 0 ? null : docs;
}

type Written = ast.Field | ast.EmbedDecl | ast.Comprehension | ast.Ellipsis;

export const constraintOf = (t: ArcType): "" | "?" | "!" =>
  t === ArcType.Optional ? "?" : t === ArcType.Required ? "!" : "";

function sourceField(src: Src | null): ast.Field | null {
  return src !== null && src.node !== null && src.node.kind === "Field" ? src.node : null;
}

/** The X of `X=label`. */
function aliasName(src: Src | null): string {
  const f = sourceField(src);
  return f !== null && f.label.kind === "Alias" ? f.label.ident.name : "";
}

function attributes(src: Src | null): ast.Attribute[] {
  const out: ast.Attribute[] = [];
  addFieldAttributes(out, sourceField(src));
  return out;
}

function writeDecl(e: Exporter, env: Environment, d: Decl): Written | null {
  switch (d.tag) {
    case Tag.Field:
      return writeField(e, env, d);
    case Tag.LetField:
      return null;
    case Tag.BulkOptionalField:
      return writePattern(e, env, d);
    case Tag.DynamicField:
      return writeDynamic(e, env, d);
    case Tag.Comprehension:
      return e.comprehension(env, d);
    default: {
      const x = e.elem(env, d);
      if (x.kind === "Ellipsis") return x;
      const embed = makeEmbedDecl(x);
      e.valueEmbeds.add(embed);
      return embed;
    }
  }
}

function writeField(e: Exporter, env: Environment, x: Field): ast.Field {
  const source = sourceField(x.src);
  const prepared = source === null ? undefined : e.aliasedFields.find((a) => a.source === source);
  const f = prepared?.field ?? makeField(labelSyntax(e, x.label), makeIdent("_"));
  f.constraint = constraintOf(x.arcType);
  const entry = e.entryAt(0, x.label);
  if (entry !== null) {
    entry.field = f;
    entry.node = null;
  }
  f.attrs = attributes(x.src);
  if (x.value.tag !== Tag.StructLit) {
    f.value = e.expr(env, x.value);
    return f;
  }
  const top = e.frameAt(0)?.node ?? null;
  const arc = top === null ? null : top.arc(x.label);
  const target = arc === null ? null : nodeBehind(arc);
  const body = term(env, x.value);
  e.deep(
    () => e.merge(target, [body]),
    (value) => {
      f.value = value;
      e.linkField(target, f);
    },
  );
  return f;
}

function writePattern(e: Exporter, env: Environment, x: BulkOptionalField): ast.Field {
  const frame = e.frameAt(0);
  let expr = e.operand(env, x.filter);
  if (frame !== null) frame.labelExpr = expr;
  if (x.label !== NoLabel) {
    e.names.mark(x.value);
    expr = makeAlias(makeIdent(e.names.alias(e.labels.text(x.label))), expr);
  }
  const f = makeField(makeList([expr]), makeIdent("_"));
  const alias = aliasName(x.src);
  if (frame !== null) {
    frame.field = f;
    if (alias !== "") frame.dynamicFields.push({ alias, field: f });
  }
  f.value = e.expr(env, x.value);
  f.attrs = attributes(x.src);
  return f;
}

function writeDynamic(e: Exporter, env: Environment, x: DynamicField): ast.Field {
  const v = evaluateIn(e.engine, env, x.key);
  const key = e.operand(env, v !== null && v.tag === Tag.String && isConcrete(v) ? v : x.key);
  const label: ast.Label = key.kind === "Interpolation" || key.kind === "BasicLit" ? key : makeParen(key);
  const f = makeField(label, makeIdent("_"), constraintOf(x.arcType));
  e.frameAt(0)?.dynamicFields.push({ alias: aliasName(x.src), field: f });
  f.value = e.expr(env, x.value);
  f.attrs = attributes(x.src);
  return f;
}

/** Clauses keep the lines of their source, bodies do not. */
export function writeComprehension(e: Exporter, outer: Environment | null, comp: Comprehension): ast.Comprehension {
  const clauses: ast.Clause[] = [];
  const before = e.frame;
  let env = outer;
  const enter = (): void => {
    env = new Environment(env, emptyVertex);
  };
  const bind = (clause: ast.Clause, ...labels: Label[]): void => {
    const frame = e.push(emptyVertex);
    for (const label of labels) frame.entry(label).node = clause;
  };
  for (const x of comp.clauses) {
    switch (x.tag) {
      case Tag.ForClause: {
        enter();
        const clause = makeForClause(forKey(e, x), ident(e, x.value), e.operand(env, x.source));
        clauses.push(keepPlace(e, clause, x.src));
        bind(clause, x.key, x.value);
        break;
      }
      case Tag.IfClause:
        clauses.push(keepPlace(e, makeIfClause(e.operand(env, x.condition)), x.src));
        break;
      case Tag.LetClause: {
        enter();
        const clause = makeLetClause(ident(e, x.label), e.operand(env, x.expr));
        clauses.push(keepPlace(e, clause, x.src));
        bind(clause, x.label);
        break;
      }
      case Tag.TryClause: {
        if (x.expr === null) {
          clauses.push(keepPlace(e, makeTryClause(), x.src));
          break;
        }
        enter();
        const clause = makeTryClause(ident(e, x.label), e.operand(env, x.expr));
        clauses.push(keepPlace(e, clause, x.src));
        bind(clause, x.label);
        break;
      }
    }
  }
  const body = e.expr(env, comp.value);
  const out = makeComprehension(clauses, body.kind === "StructLit" ? body : makeStruct([makeEmbedDecl(body)]));
  if (e.profile.docs && comp.src !== null && comp.src.node !== null) setDocs(out, comp.src.node);
  if (comp.src !== null && comp.src.node !== null) out.pos = comp.src.node.pos;
  if (comp.fallback !== null) {
    const fallback = e.expr(outer, comp.fallback);
    // The original forgets a fallback that is no struct, as in lists.
    if (fallback.kind === "StructLit") out.fallback = makeFallbackClause(fallback);
    else if (e.profile.selfContained) out.fallback = makeFallbackClause(makeStruct([makeEmbedDecl(fallback)]));
  }
  while (e.frame !== null && e.frame !== before) e.pop(e.frame);
  return out;
}

const ident = (e: Exporter, label: Label): ast.Ident => makeIdent(label === NoLabel ? "_" : labelName(e, label));

function forKey(e: Exporter, x: ForClause): ast.Ident | null {
  if (x.key !== NoLabel) return ident(e, x.key);
  const source = x.src === null ? null : x.src.node;
  return source !== null && source.kind === "ForClause" && source.key !== null ? makeIdent("_") : null;
}

function keepPlace<T extends ast.Clause>(e: Exporter, clause: T, src: Src | null): T {
  const node = src === null ? null : src.node;
  if (node === null || node.kind !== clause.kind) return clause;
  if (e.profile.docs) setDocs(clause, node);
  clause.pos = node.pos;
  clause.rel = (node as T).rel;
  return clause;
}
