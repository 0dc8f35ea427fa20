import { bottomOf } from "../eval/index.ts";
import { joinBinary, makeAlias, makeCall, makeEllipsis, makeEmbedDecl, makeField, makeIdent } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";
import {
  ArcType,
  Conjunct,
  Environment,
  Tag,
  TopKind,
  Vertex,
  conjunctExpr,
  isDefinitionLabel,
  isLetLabel,
  noCloseInfo,
} from "../value/index.ts";
import type { BaseValue, Comprehension, Expr, Label, StructInfo, StructLit, Value } from "../value/index.ts";
import { constraintOf } from "./declaration.ts";
import { addDeclAttributes, docsOf, fieldAttributes, sourceOf } from "./docs.ts";
import { setFieldAlias } from "./exporter.ts";
import type { Exporter, Term } from "./exporter.ts";
import { orderFields } from "./field-order.ts";
import { labelSyntax } from "./label.ts";
import { markLets, removeUnusedLets } from "./lets.ts";

/** Writes the conjuncts of a node: literals are merged by one level, everything else is kept. */
export function mergeTerms(e: Exporter, src: Vertex | null, terms: readonly Term[]): ast.Expr {
  const frame = e.push(src);
  let alias: ast.Ident | null = null;
  for (const { c } of terms) {
    const source = sourceOf(c) as ast.Node | null;
    if (source !== null && source.kind === "Field" && source.value.kind === "Alias") {
      alias ??= makeIdent(e.names.alias(source.value.ident.name));
      e.valueAliases.set(source.value.ident.name, alias);
    }
    const x = conjunctExpr(c.x);
    if (x !== null) markLets(e, x);
  }
  const result = new Merge(e, src, frame.scope).run(terms);
  removeUnusedLets(e, frame.scope);
  e.pop(frame);
  return alias === null ? result : makeAlias(alias, result);
}

interface MergedField {
  arcType: ArcType;
  arc: Vertex | null;
  readonly terms: Term[];
}

class Merge {
  readonly #e: Exporter;
  readonly #src: Vertex | null;
  readonly #s: ast.StructLit;
  /** Plain values: they are unified. */
  readonly #values: Conjunct[] = [];
  readonly #embeds: ast.Expr[] = [];
  readonly #conjuncts: ast.Expr[] = [];
  readonly #structs: { readonly lit: StructLit; readonly repeats: number }[] = [];
  readonly #fields = new Map<Label, MergedField>();
  readonly #attrs: ast.Attribute[] = [];
  #hasEllipsis = false;
  #isData = false;

  constructor(e: Exporter, src: Vertex | null, s: ast.StructLit) {
    this.#e = e;
    this.#src = src;
    this.#s = s;
  }

  run(terms: readonly Term[]): ast.Expr {
    const e = this.#e;
    const s = this.#s;
    const src = this.#src;
    const hasLets = s.elts.length > 0;
    const seen = new Set<object>();
    for (const { c, up } of terms) {
      e.frame!.upCount = up;
      const x = conjunctExpr(c.x);
      if (x === null || seen.has(x)) continue;
      seen.add(x);
      this.#add(c.env, src, x, false);
    }
    for (const a of src?.arcs ?? []) {
      const f = this.#fields.get(a.label);
      if (f === undefined) continue;
      f.arc = a;
      f.arcType = a.arcType;
    }
    s.elts.push(...this.#attrs);
    if (this.#values.length > 0) this.#embeds.push(this.#unified());

    const count = this.#embeds.length + this.#conjuncts.length;
    if (this.#fields.size === 0 && !this.#hasEllipsis && count < 2 && !(count === 0 && this.#attrs.length > 0)) {
      if (count === 0) return this.#structs.length > 0 || this.#isData ? this.#closed() : makeIdent("_");
      const x = (this.#conjuncts[0] ?? this.#embeds[0]) as ast.Expr;
      if (this.#attrs.length === 0 && !hasLets) return x;
      if (x.kind === "StructLit") {
        s.elts.push(...x.elts);
        return this.#closed();
      }
    }
    for (const x of this.#embeds) s.elts.push(makeEmbedDecl(x));
    for (const label of orderFields([...this.#fields.keys()], this.#structs)) {
      if (!isLetLabel(label)) s.elts.push(this.#field(label));
    }
    if (this.#hasEllipsis) s.elts.push(makeEllipsis());
    const struct = this.#closed();
    if (this.#conjuncts.length === 0) return struct;
    if (this.#structs.length > 0 || s.elts.length > 0) this.#conjuncts.push(struct);
    return joinBinary("&", this.#conjuncts);
  }

  /** `close({…})` if that is how it was closed. */
  #closed(): ast.Expr {
    return !this.#hasEllipsis && this.#src?.closedNonRecursive === true
      ? makeCall(makeIdent("close"), [this.#s])
      : this.#s;
  }

  #unified(): ast.Expr {
    const v = new Vertex(null, 0, ArcType.Member);
    v.conjuncts = this.#values;
    this.#e.engine.finalize(v);
    return this.#e.value(v, v.conjuncts);
  }

  #field(label: Label): ast.Field {
    const e = this.#e;
    const merged = this.#fields.get(label) as MergedField;
    const isDefinition = isDefinitionLabel(label);
    if (isDefinition) e.inDefinition++;
    const f = makeField(labelSyntax(e, label), makeIdent("_"));
    const entry = e.frameAt(0)?.known(label);
    if (entry !== undefined && entry.alias !== "") {
      setFieldAlias(f, entry.alias);
      entry.node = f;
    }
    e.deep(
      () => e.merge(merged.arc, merged.terms),
      (value) => {
        f.value = value;
        e.linkField(merged.arc, f);
      },
    );
    if (isDefinition) e.inDefinition--;
    f.constraint = constraintOf(merged.arcType);
    const conjuncts = merged.terms.map((t) => t.c);
    if (e.profile.docs) {
      const docs = docsOf(conjuncts, null);
      f.comments = docs.length === 0 ? null : docs;
    }
    if (e.profile.attributes) f.attrs = fieldAttributes(conjuncts);
    return f;
  }

  #addValue(src: Vertex | null, env: Environment | null, x: Expr): void {
    if (src !== null && isTop(x as BaseValue) && src.base !== null && !isTop(src.base)) return;
    this.#values.push(new Conjunct(env ?? new Environment(null, null), x, noCloseInfo));
  }

  #addField(label: Label, type: ArcType, env: Environment | null, x: Conjunct["x"]): void {
    let f = this.#fields.get(label);
    if (f === undefined) this.#fields.set(label, (f = { arcType: ArcType.NotPresent, arc: null, terms: [] }));
    if (type < f.arcType) f.arcType = type;
    f.terms.push({ c: new Conjunct(env ?? new Environment(null, null), x, noCloseInfo), up: this.#e.frame!.upCount });
  }

  #add(env: Environment | null, src: Vertex | null, x: Expr | Comprehension, isEmbed: boolean): void {
    const e = this.#e;
    if (x.tag === Tag.StructLit) return this.#addStruct(env, src, x);
    if (x.tag === Tag.Vertex) return this.#addVertex(env, src, x);
    if (x.tag < Tag.Vertex) return this.#addValue(src, env, x as Value);
    if (x.tag === Tag.BinaryExpr && x.op === "&" && !isEmbed) {
      this.#add(env, src, x.x, false);
      this.#add(env, src, x.y, false);
      return;
    }
    if (isSelfContained(x)) this.#addValue(src, env, x as Expr);
    else (isEmbed ? this.#embeds : this.#conjuncts).push(e.expr(env, x));
  }

  #addStruct(outer: Environment | null, src: Vertex | null, x: StructLit): void {
    const e = this.#e;
    const top = e.frame!;
    top.upCount++;
    if (e.profile.attributes) addDeclAttributes(this.#attrs, x.src === null ? null : x.src.node);
    if (isComplex(x)) {
      const frame = e.push(src);
      this.#embeds.push(e.plainExpr(outer, x));
      e.pop(frame);
      // The count of the outer frame stays: the original forgets to lower it.
      return;
    }
    this.#structs.push({ lit: x, repeats: 0 });
    const env = new Environment(outer, e.node);
    for (const d of x.decls) {
      switch (d.tag) {
        case Tag.Field:
          this.#addField(d.label, d.arcType, env, d);
          break;
        case Tag.LetField:
          break;
        case Tag.Ellipsis:
          this.#hasEllipsis = true;
          break;
        default:
          if (d.tag < Tag.Field) this.#add(env, null, d as Expr, true);
      }
    }
    top.upCount--;
  }

  #addVertex(env: Environment | null, src: Vertex | null, v: Vertex): void {
    const e = this.#e;
    const b = bottomOf(v);
    if (b !== null && (!b.isIncomplete || e.profile.final)) return this.#addValue(v, env, b);
    if (!v.isData && v.conjuncts.length > 0) {
      for (const c of v.conjuncts) {
        const x = conjunctExpr(c.x);
        if (x !== null) this.#add(c.env, v, x, false);
      }
      return;
    }
    for (const s of v.structs as readonly StructInfo[]) this.#structs.push(s);
    this.#isData = true;
    const { base } = v;
    if (base !== null && base.tag !== Tag.StructMarker && base.tag !== Tag.ListMarker)
      this.#addValue(src, env, base as Value);
    for (const a of v.arcs) {
      e.engine.finalize(a);
      if (a.arcType === ArcType.Member) this.#addField(a.label, a.arcType, env, a);
    }
  }
}

function isTop(x: BaseValue): boolean {
  return x.tag === Tag.Top || (x.tag === Tag.BasicType && x.kind === TopKind);
}

/** Patterns, computed fields, comprehensions, typed ends and aliases keep a literal from being merged. */
function isComplex(s: StructLit): boolean {
  for (const d of s.decls) {
    switch (d.tag) {
      case Tag.Field: {
        const node = d.src === null ? null : d.src.node;
        if (node !== null && node.kind === "Field" && node.label.kind === "Alias") return true;
        break;
      }
      case Tag.Ellipsis:
        if (d.value !== null) return true;
        break;
      case Tag.BulkOptionalField:
      case Tag.DynamicField:
      case Tag.Comprehension:
        return true;
    }
  }
  return false;
}

/** Values and operations on values alone. */
function isSelfContained(x: Expr | Comprehension): boolean {
  switch (x.tag) {
    case Tag.BinaryExpr:
      return isSelfContained(x.x) && isSelfContained(x.y);
    case Tag.UnaryExpr:
      return isSelfContained(x.x);
    case Tag.BoundExpr:
      return isSelfContained(x.expr);
    default:
      return x.tag <= Tag.Vertex;
  }
}
