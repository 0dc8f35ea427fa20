import type { Data } from "../codec/index.ts";
import { bottomOf, defaultVertex, nodeBehind, isConcrete, kindOf } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import {
  ArcType,
  Bottom,
  NullKind,
  Status,
  StructKind,
  Tag,
  Vertex,
  isDefinitionLabel,
  isIntLabel,
  isResolver,
  isStringLabel,
} from "../value/index.ts";
import type { Disjunction, Environment, Expr, Resolver, Value } from "../value/index.ts";
import { valueData } from "./data.ts";
import { docText, docsOf } from "./docs.ts";
import { evaluateIn, resolveIn } from "./evaluate.ts";
import { constrainPart, typeName } from "./openapi-constraint.ts";
import { OpenApiPart } from "./openapi-part.ts";
import { operandsOf } from "./openapi-operands.ts";
import type { Operand } from "./openapi-operands.ts";
import { NoSchema } from "./no-schema.ts";
import { num, str } from "./schema-builder.ts";
import { subsumes } from "./subsume.ts";

const prefix = "#/components/schemas/";
/** References that are written out have no other end. */
const maxDepth = 200;

/** Definitions as schemas of OpenAPI 3.0, by name in order. */
export class OpenApiSchemas {
  readonly #engine: Engine;
  readonly #expand: boolean;
  readonly #schemas = new Map<string, Data>();
  #depth = 0;

  constructor(engine: Engine, expand: boolean) {
    this.#engine = engine;
    this.#expand = expand;
  }

  get data(): Data {
    const names = [...this.#schemas.keys()].sort((a, b) => (a < b ? -1 : 1));
    return { kind: "struct", fields: names.map((name) => ({ name, value: this.#schemas.get(name) as Data })) };
  }

  /** Adds a definition, and those inside of it. */
  define(name: string, v: Vertex): void {
    this.#schemas.set(name, { kind: "null" });
    this.#schemas.set(name, this.#schema(v, name, ""));
  }

  #schema(v: Vertex, path: string, outer: string): Data {
    this.#engine.meter.values(1);
    if (++this.#depth > maxDepth) throw new NoSchema("openapi: references that are expanded do not end", v);
    const part = new OpenApiPart(outer);
    const isReference = this.#value(part, v, path);
    const docs = isReference ? "" : docsOf(v.conjuncts, v.parent).map(docText).join("\n\n");
    if (docs !== "") part.single("description", str(docs));
    this.#depth--;
    return part.data;
  }

  /** Writes a value; true if it is nothing but a reference. */
  #value(part: OpenApiPart, v: Vertex, path: string): boolean {
    if (v.status !== Status.Finalized) this.#engine.finalize(v);
    const kind = kindOf(nodeBehind(v).base ?? v);
    const operands = this.#expand ? [] : operandsOf(v);
    const rest: Operand[] = [];
    const seen = new Set<string>();
    for (const o of operands) {
      const name = isResolver(o.x) ? this.#reference(o.env, o.x as Resolver) : null;
      if (name === null) rest.push(o);
      else if (!seen.has(name)) {
        seen.add(name);
        part.reference(prefix + name);
      }
    }
    if (seen.size > 0 && rest.length === 0) return seen.size === 1;
    const bottom = bottomOf(v);
    if (bottom !== null) throw new NoSchema("", v, bottom);
    part.type ||= typeName(kind & ~NullKind);
    const isStruct = (kind & ~NullKind) === StructKind;
    if (isStruct && (seen.size > 0 || rest.length > 1 || rest[0]?.x.tag === Tag.DisjunctionExpr))
      for (const o of rest) this.#written(part, o, path);
    else this.#evaluated(part, v, path);
    if (seen.size === 0) this.#default(part, v);
    return false;
  }

  /** One of the parts of a struct that was written as several. */
  #written(part: OpenApiPart, { x, env, only }: Operand, path: string): void {
    if (x.tag === Tag.DisjunctionExpr && !x.hasDefaults) return this.#alternatives(part, env, x, path);
    const v = evaluateIn(this.#engine, env, x);
    if (v === null || v.tag === Tag.Bottom) throw new NoSchema("openapi: a part of the struct has no value", null);
    if (v.tag !== Tag.Vertex) return void constrainPart(part, v);
    if (only === null) this.#evaluated(part, v, path);
    else this.#struct(part, nodeBehind(v), path, only);
  }

  #alternatives(
    part: OpenApiPart,
    env: Environment,
    x: Expr & { tag: typeof Tag.DisjunctionExpr },
    path: string,
  ): void {
    const items: Value[] = [];
    const names = new Map<Value, string>();
    for (const d of x.values) {
      const v = evaluateIn(this.#engine, env, d.expr);
      if (v === null || v.tag === Tag.Bottom) continue;
      items.push(v);
      const name = isResolver(d.expr) ? this.#reference(env, d.expr as Resolver) : null;
      if (name !== null) names.set(v, name);
    }
    this.#oneOf(part, items, names, path);
  }

  /** What evaluation made of a value. */
  #evaluated(part: OpenApiPart, vertex: Vertex, path: string): void {
    const v = nodeBehind(vertex);
    const { base } = v;
    if (base === null || base.tag === Tag.StructMarker) return this.#struct(part, v, path, null);
    if (base.tag === Tag.ListMarker) return this.#list(part, v, path);
    if (base.tag === Tag.Disjunction) return this.#oneOf(part, this.#withoutDefaults(base), new Map(), path);
    if (isConcrete(base as Value)) return this.#concrete(part, base as Value);
    const builtin = constrainPart(part, base as Value);
    if (builtin === undefined) return;
    // A test of the language that OpenAPI has no word for is named.
    part.type = part.outer;
    part.reference(prefix + builtin.name);
    const named = new OpenApiPart();
    named.type = builtin.type;
    this.#schemas.set(builtin.name, named.data);
  }

  #concrete(part: OpenApiPart, v: Value): void {
    if (v.tag === Tag.Null) part.nullable();
    part.set("enum", { kind: "list", items: [this.#data(v)] });
  }

  /** A default that another alternative allows is only a default. */
  #withoutDefaults(d: Disjunction): Value[] {
    return d.values.filter(
      (v, i) => i >= d.numDefaults || !d.values.some((w, j) => j >= d.numDefaults && subsumes(this.#engine, w, v)),
    );
  }

  #oneOf(part: OpenApiPart, values: readonly Value[], names: ReadonlyMap<Value, string>, path: string): void {
    const open: Value[] = [];
    const enums: Data[] = [];
    for (const v of values) {
      const plain = v.tag === Tag.Vertex ? scalarIn(v) : v;
      if (plain.tag === Tag.Null) part.nullable();
      else if (plain.tag !== Tag.Vertex && isConcrete(plain)) enums.push(this.#data(plain));
      else open.push(v);
    }
    if (open.length === 0 || (open.length === 1 && enums.length === 0)) {
      const [only] = open;
      if (only !== undefined) this.#alternative(part, only, names, path);
      if (enums.length > 0) part.set("enum", { kind: "list", items: enums });
      return;
    }
    const items: Data[] = enums.length === 0 ? [] : [object("enum", { kind: "list", items: enums })];
    const schemas = open.map((v) => {
      const child = new OpenApiPart(part.type || part.outer);
      this.#alternative(child, v, names, path);
      return child.data;
    });
    // Only one may match: what a narrower alternative describes is taken from the wider one.
    open.forEach((v, i) => {
      const own = schemas[i] as Data & { readonly kind: "struct" };
      const narrower = schemas.filter((_, j) => j !== i && subsumes(this.#engine, v, open[j] as Value));
      if (narrower.length === 0) return items.push(own);
      const not = object("not", object("anyOf", { kind: "list", items: narrower }));
      return items.push(own.fields.length === 0 ? not : object("allOf", { kind: "list", items: [own, not] }));
    });
    part.set("oneOf", { kind: "list", items });
  }

  #alternative(part: OpenApiPart, v: Value, names: ReadonlyMap<Value, string>, path: string): void {
    const name = names.get(v);
    if (name !== undefined) return part.reference(prefix + name);
    part.type ||= typeName(kindOf(v.tag === Tag.Vertex ? (nodeBehind(v).base ?? v) : v) & ~NullKind);
    if (v.tag === Tag.Vertex) this.#evaluated(part, v, path);
    else constrainPart(part, v);
  }

  /** Fields of a struct; `only` those, if not null. */
  #struct(part: OpenApiPart, v: Vertex, path: string, only: ReadonlySet<number> | null): void {
    const { runtime } = this.#engine;
    const required: Data[] = [];
    for (const a of runtime.orderedArcs(v)) {
      if (a.arcType >= ArcType.Pending || (only !== null && !only.has(a.label))) continue;
      const name = runtime.labels.text(a.label);
      if (isDefinitionLabel(a.label)) {
        if (name.startsWith("#") && path !== "") this.define(`${path}.${name.slice(1)}`, a);
        continue;
      }
      if (!isStringLabel(a.label)) continue;
      if (a.arcType === ArcType.Member || a.arcType === ArcType.Required) required.push(str(name));
      const value = this.#schema(a, `${path}.${name}`, "");
      const known = part.properties.findIndex((f) => f.name === name);
      if (known < 0) part.properties.push({ name, value });
      else part.properties[known] = { name, value };
    }
    if (required.length > 0) part.set("required", { kind: "list", items: required });
    for (const { pattern, constraint } of v.patterns ?? []) {
      const p = pattern.tag === Tag.Vertex ? nodeBehind(pattern).base : pattern;
      if (p !== null && p.tag !== Tag.BasicType && p.tag !== Tag.Top) continue;
      const value = this.#schema(constraint, "", "");
      if (value.kind === "struct" && value.fields.length > 0) part.single("additionalProperties", value);
    }
  }

  #list(part: OpenApiPart, v: Vertex, path: string): void {
    const items = v.arcs.filter((a) => isIntLabel(a.label)).map((a) => this.#schema(a, "", ""));
    const isOpen = v.base?.tag === Tag.ListMarker && v.base.isOpen;
    if (items.length > 0) part.set("items", { kind: "list", items });
    if (!isOpen) return;
    const type = new Vertex(v, 0, ArcType.Member);
    type.conjuncts = (v.patterns ?? []).flatMap((p) => p.constraint.conjuncts);
    const tail = type.conjuncts.length === 0 ? new OpenApiPart().data : this.#schema(type, "", "");
    if (items.length === 0) return part.set("items", tail);
    part.set("minItems", num(items.length));
    if (path !== "" || tail.kind === "struct") part.set("additionalItems", tail);
  }

  #default(part: OpenApiPart, v: Vertex): void {
    const { base } = nodeBehind(v);
    const isOpenList = base?.tag === Tag.ListMarker && base.isOpen;
    if (!(base?.tag === Tag.Disjunction && base.hasDefaults) && !isOpenList) return;
    const d = valueData(defaultVertex(v), this.#engine);
    if (d instanceof Bottom || (d.kind === "list" && d.items.length === 0)) return;
    part.set("default", d);
  }

  /** The name of what is referred to, which is then listed; null for what has no place of its own. */
  #reference(env: Environment, r: Resolver): string | null {
    const v = resolveIn(this.#engine, env, r);
    if (v === null || v.isDynamic) return null;
    const { labels } = this.#engine.runtime;
    const names: string[] = [];
    for (let p: Vertex = v; p.parent !== null; p = p.parent) {
      if (!isStringLabel(p.label) && !isDefinitionLabel(p.label)) return null;
      names.unshift(labels.text(p.label).replace(/^#/, ""));
    }
    const target = nodeBehind(v).base;
    if (names.length === 0 || target?.tag === Tag.BuiltinValidator || target?.tag === Tag.Builtin) return null;
    const name = names.join(".");
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, { kind: "null" });
      this.#schemas.set(name, this.#schema(v, "", ""));
    }
    return name;
  }

  #data(v: Value): Data {
    const w = new Vertex(null, 0, ArcType.Member);
    w.status = Status.Finalized;
    w.base = v;
    const d = valueData(w, this.#engine);
    if (d instanceof Bottom) throw new NoSchema("", null, d);
    return d;
  }
}

const object = (name: string, value: Data): Data => ({ kind: "struct", fields: [{ name, value }] });
function scalarIn(v: Vertex): Value {
  const { base } = nodeBehind(v);
  return base !== null && base.tag !== Tag.StructMarker && base.tag !== Tag.ListMarker ? (base as Value) : v;
}
