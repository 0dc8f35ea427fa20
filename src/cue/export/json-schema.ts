import type { Data } from "../codec/index.ts";
import { bottomOf, defaultOf, defaultVertex, nodeBehind, isClosedStruct, isConcrete } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import {
  ArcType,
  Status,
  Tag,
  Vertex,
  conjunctExpr,
  isDefinitionLabel,
  isIntLabel,
  isResolver,
  isStringLabel,
} from "../value/index.ts";
import type { Conjunct, Disjunction, DisjunctionExpr, Environment, Expr, Resolver, Value } from "../value/index.ts";
import { valueData } from "./data.ts";
import { docText, docsOf } from "./docs.ts";
import { evaluateIn, resolveIn } from "./evaluate.ts";
import { Schema, bool, num, str } from "./schema-builder.ts";
import { constrain, withoutType } from "./schema-constraint.ts";

export interface JsonSchemaOptions {
  readonly id?: string;
  readonly title?: string;
}

/**
 * A definition as JSON Schema 2020-12. Definitions that it refers to go to `$defs`; comments become descriptions;
 * fields with a default need not be given.
 */
export function jsonSchema(v: Vertex, engine: Engine, options: JsonSchemaOptions = {}): Data {
  const w = new Writer(engine, "#/$defs/");
  engine.finalize(v);
  const head = new Schema().set("$schema", str("https://json-schema.org/draft/2020-12/schema"));
  if (options.id !== undefined) head.set("$id", str(options.id));
  if (options.title !== undefined) head.set("title", str(options.title));
  head.merge(w.describe(w.field(v), v.conjuncts, v.parent));
  const defs = w.definitions(v);
  if (!defs.isEmpty) head.set("$defs", defs.data);
  return head.data;
}

/** The definitions of a package as an OpenAPI 3.1 document without paths. */
export function openApi(
  root: Vertex,
  engine: Engine,
  info: { readonly title: string; readonly version: string },
): Data {
  const w = new Writer(engine, "#/components/schemas/");
  engine.finalize(root);
  for (const a of engine.runtime.orderedArcs(nodeBehind(root)))
    if (isDefinitionLabel(a.label) && a.arcType === ArcType.Member) w.name(a);
  return new Schema()
    .set("openapi", str("3.1.0"))
    .set("info", new Schema().set("title", str(info.title)).set("version", str(info.version)).data)
    .set("paths", new Schema().data)
    .set("components", new Schema().set("schemas", w.definitions(null).data).data).data;
}

/** Below this depth everything is allowed: values that unfold without end have no other end. */
const maxDepth = 64;

class Writer {
  readonly #engine: Engine;
  readonly #prefix: string;
  readonly #names = new Map<Vertex, string>();
  readonly #queue: Vertex[] = [];
  #depth = 0;

  constructor(engine: Engine, prefix: string) {
    this.#engine = engine;
    this.#prefix = prefix;
  }

  /** The name under which a definition is listed. */
  name(v: Vertex): string {
    let name = this.#names.get(v);
    if (name === undefined) {
      const base = this.#engine.runtime.labels.text(v.label).replace(/^_?#/, "");
      const taken = new Set(this.#names.values());
      name = base;
      for (let i = 2; taken.has(name); i++) name = `${base}${i}`;
      this.#names.set(v, name);
      this.#queue.push(v);
    }
    return name;
  }

  /** Everything that was referred to, and what that refers to in turn. */
  definitions(main: Vertex | null): Schema {
    const out = new Schema();
    for (let v = this.#queue.shift(); v !== undefined; v = this.#queue.shift()) {
      const name = this.#names.get(v) as string;
      out.set(
        name,
        v === main ? new Schema().set("$ref", str("#")).data : this.describe(this.field(v), v.conjuncts, v.parent).data,
      );
    }
    return out;
  }

  describe(s: Schema, conjuncts: readonly Conjunct[], parent: Vertex | null): Schema {
    const text = docsOf(conjuncts, parent).map(docText).join("\n\n");
    return text === "" ? s : new Schema().set("description", str(text)).merge(s);
  }

  /** A field, element or definition: a reference to a definition stays one. */
  field(v: Vertex): Schema {
    if (this.#depth >= maxDepth) return new Schema();
    this.#depth++;
    const only = v.conjuncts.length === 1 ? (v.conjuncts[0] as Conjunct) : null;
    const x = only === null ? null : conjunctExpr(only.x);
    const s =
      (only !== null && x !== null && x.tag !== Tag.Comprehension ? this.#written(only.env, x) : null) ??
      this.vertex(v);
    this.#depth--;
    return s;
  }

  #written(env: Environment, x: Expr): Schema | null {
    if (isResolver(x)) return this.#reference(env, x as Resolver);
    return x.tag === Tag.DisjunctionExpr ? this.#alternatives(env, x) : null;
  }

  #reference(env: Environment, r: Resolver): Schema | null {
    const v = resolveIn(this.#engine, env, r);
    if (v === null || !isDefinitionLabel(v.label) || v.isDynamic) return null;
    return new Schema().set("$ref", str(this.#prefix + this.name(v)));
  }

  /** A disjunction that names definitions. */
  #alternatives(env: Environment, x: DisjunctionExpr): Schema | null {
    if (!x.values.some((d) => isResolver(d.expr) && this.#reference(env, d.expr as Resolver) !== null)) return null;
    const options = x.values.map((d) => {
      const s = this.#written(env, d.expr);
      if (s !== null) return s.data;
      const v = evaluateIn(this.#engine, env, d.expr);
      return v === null ? new Schema().data : this.value(v).data;
    });
    return new Schema().set("anyOf", { kind: "list", items: options });
  }

  vertex(vertex: Vertex): Schema {
    if (vertex.status !== Status.Finalized) this.#engine.finalize(vertex);
    const v = nodeBehind(vertex);
    const { base } = v;
    if (base === null || (base.tag === Tag.Bottom && base.isIncomplete))
      return v.arcs.length > 0 ? this.#struct(v) : this.#parts(vertex);
    if (base.tag === Tag.StructMarker) return this.#validators(this.#struct(v), v);
    if (base.tag === Tag.ListMarker) return this.#validators(this.#list(v), v);
    return this.value(base as Value);
  }

  /** Structs and lists do not show what tests them; their conjuncts do. */
  #validators(s: Schema, v: Vertex): Schema {
    for (const { x, env } of operandsOf(v)) {
      if (x.tag !== Tag.CallExpr && !isResolver(x)) continue;
      const value = evaluateIn(this.#engine, env, x);
      if (value !== null && (value.tag === Tag.BuiltinValidator || value.tag === Tag.Builtin))
        s.merge(withoutType(constrain(value)));
    }
    return s;
  }

  /** What has no value as long as nobody gives one, such as a list of at least one: each of its parts has. */
  #parts(v: Vertex): Schema {
    const s = new Schema();
    const operands = operandsOf(v);
    if (operands.length < 2) return s;
    for (const { x, env } of operands) {
      const value = evaluateIn(this.#engine, env, x);
      if (value === null || value.tag === Tag.Bottom) continue;
      const part = value.tag === Tag.Vertex && value.conjuncts.length === 0 ? this.vertex(value) : this.value(value);
      s.merge(s.has("type") ? withoutType(part) : part);
    }
    return s;
  }

  value(v: Value): Schema {
    switch (v.tag) {
      case Tag.Vertex:
        return this.field(v);
      case Tag.Bottom:
        return v.isIncomplete ? new Schema() : new Schema().set("not", new Schema().data);
      case Tag.Disjunction:
        return this.#disjunction(v);
      case Tag.Null:
      case Tag.Bool:
      case Tag.Num:
      case Tag.String:
      case Tag.Bytes:
        return new Schema().set("const", this.#data(v));
      default:
        return constrain(v);
    }
  }

  #data(v: Value): Data {
    const w = v.tag === Tag.Vertex ? v : asFinished(v);
    const d = valueData(w, this.#engine);
    return "kind" in d ? d : { kind: "null" };
  }

  #disjunction(d: Disjunction): Schema {
    const s = new Schema();
    const values = d.values.map(plainValue);
    if (values.every(isScalar)) s.set("enum", { kind: "list", items: values.map((v) => this.#data(v)) });
    else {
      // A default that another alternative allows anyway is only a default.
      const types = values.some((v) => v.tag >= Tag.Top && v.tag <= Tag.Conjunction);
      const rest = types ? values.filter((v, i) => i >= d.numDefaults || !isScalar(v)) : values;
      const options = rest.map((v) => this.value(v));
      if (options.length === 1) s.merge(options[0] as Schema);
      else s.set("anyOf", { kind: "list", items: options.map((o) => o.data) });
    }
    const first = defaultOf(d);
    if (d.numDefaults === 1 && isPlain(first)) s.set("default", this.#data(first));
    return s;
  }

  #struct(v: Vertex): Schema {
    const s = new Schema().set("type", str("object"));
    const properties = new Schema();
    const required: Data[] = [];
    const { labels } = this.#engine.runtime;
    for (const a of this.#engine.runtime.orderedArcs(v)) {
      if (!isStringLabel(a.label) || a.arcType >= ArcType.Pending) continue;
      const name = labels.text(a.label);
      const bottom = bottomOf(a);
      // What may be given but not with any value is not said.
      if (a.arcType === ArcType.Optional && bottom !== null && !bottom.isIncomplete) continue;
      properties.set(name, this.describe(this.field(a), a.conjuncts, a.parent).data);
      if (a.arcType === ArcType.Required || (a.arcType === ArcType.Member && !isGiven(a))) required.push(str(name));
    }
    if (!properties.isEmpty) s.set("properties", properties.data);
    if (required.length > 0) s.set("required", { kind: "list", items: required });
    this.#patterns(s, v);
    return s;
  }

  #patterns(s: Schema, v: Vertex): void {
    const patterns = new Schema();
    let others: Schema | null = null;
    for (const { pattern, constraint } of v.patterns ?? []) {
      const p = pattern.tag === Tag.Vertex ? (nodeBehind(pattern).base as Value | null) : pattern;
      const value = this.field(constraint);
      if (p !== null && p.tag === Tag.BoundValue && p.op === "=~" && p.value.tag === Tag.String)
        patterns.set(p.value.s, value.data);
      else if (p === null || p.tag === Tag.BasicType || p.tag === Tag.Top) others = value;
      else s.set("propertyNames", this.value(p).data);
    }
    if (!patterns.isEmpty) s.set("patternProperties", patterns.data);
    if (others !== null) s.set("additionalProperties", others.data);
    else if (isClosedStruct(v) && !v.hasEllipsis) s.set("additionalProperties", bool(false));
  }

  #list(v: Vertex): Schema {
    const s = new Schema().set("type", str("array"));
    const items = v.arcs.filter((a) => isIntLabel(a.label)).map((a) => this.field(a).data);
    const isOpen = v.base?.tag === Tag.ListMarker && v.base.isOpen;
    if (items.length > 0) s.set("prefixItems", { kind: "list", items }).set("minItems", num(items.length));
    if (!isOpen) return s.set("items", bool(false));
    const tail: Conjunct[] = (v.patterns ?? []).flatMap((p) => p.constraint.conjuncts);
    if (tail.length === 0) return s;
    const type = new Vertex(v, 0, ArcType.Member);
    type.conjuncts = tail;
    const t = this.field(type);
    return t.isEmpty ? s : s.set("items", t.data);
  }
}

/** The expressions that are unified in a vertex. */
function operandsOf(v: Vertex): { readonly x: Expr; readonly env: Environment }[] {
  const out: { x: Expr; env: Environment }[] = [];
  for (const c of v.conjuncts) {
    const first = conjunctExpr(c.x);
    const stack: Expr[] = first === null || first.tag === Tag.Comprehension ? [] : [first];
    for (let x = stack.pop(); x !== undefined; x = stack.pop()) {
      if (x.tag === Tag.BinaryExpr && x.op === "&") stack.push(x.y, x.x);
      else out.push({ x, env: c.env });
    }
  }
  return out;
}

const isScalar = (v: Value): boolean => v.tag >= Tag.Null && v.tag <= Tag.Bytes;

/** A vertex that holds a scalar counts as that scalar. */
function plainValue(v: Value): Value {
  if (v.tag !== Tag.Vertex) return v;
  const { base } = nodeBehind(v);
  return base !== null && base.tag <= Tag.BuiltinValidator ? (base as Value) : v;
}

const isPlain = (v: Value): boolean => isConcrete(v) && v.tag !== Tag.Bottom;

/** The value is known without anyone giving it. */
function isGiven(v: Vertex): boolean {
  const d = nodeBehind(defaultVertex(v));
  if (bottomOf(d) !== null) return false;
  if (d.base?.tag === Tag.StructMarker)
    return d.arcs.every(
      (a) => !isStringLabel(a.label) || a.arcType === ArcType.Optional || (a.arcType === ArcType.Member && isGiven(a)),
    );
  if (d.base?.tag === Tag.ListMarker) return d.arcs.every((a) => !isIntLabel(a.label) || isGiven(a));
  return isConcrete(d);
}

function asFinished(v: Value): Vertex {
  const w = new Vertex(null, 0, ArcType.Member);
  w.status = Status.Finalized;
  w.base = v;
  return w;
}
