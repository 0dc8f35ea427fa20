import { SourceFile } from "../../source/index.ts";
import type { Place } from "../../source/index.ts";
import {
  Outline,
  EqualFlag,
  accepts,
  bottomOf,
  deepMarks,
  markedNames,
  defaultVertex,
  nodeBehind,
  equal,
  isClosedStruct,
  isConcrete,
  isListVertex,
  joinValues,
  kindOf,
  validateVertex,
} from "../eval/index.ts";
import { jsonText } from "../codec/index.ts";
import {
  jsonSchema,
  openApi,
  selfContainedSyntax,
  subsumes,
  toBinary,
  toJson,
  toText,
  toToml,
  toYaml,
} from "../export/index.ts";
import type { Encoded, JsonSchemaOptions } from "../export/index.ts";
import type { Instance } from "../load/index.ts";
import type { Engine } from "../eval/index.ts";
import { nodeText, vertexPath } from "../message/index.ts";
import { format } from "../syntax/index.ts";
import type { File } from "../syntax/index.ts";
import {
  ArcType,
  Bottom,
  Conjunct,
  Environment,
  ErrorCode,
  Failure,
  Field,
  ListLit,
  NoLabel,
  Status,
  StructLit,
  Tag,
  Top,
  Vertex,
  Ellipsis,
  isDefinitionLabel,
  isHiddenLabel,
  isIntLabel,
  isLetLabel,
  isResolver,
  isStringLabel,
  kindString,
  labelIndex,
  noCloseInfo,
} from "../value/index.ts";
import type { Expr, Label, Resolver, Wording } from "../value/index.ts";
import { allowedText, choicesOf } from "./alternatives.ts";
import type { Core } from "./core.ts";
import type { CueError } from "./cue-error.ts";
import { declarationOf, placesOf } from "./declarations.ts";
import type { Declaration } from "./declarations.ts";
import { compileExpression } from "./expression.ts";
import { attributesOf, docsOf } from "./field-syntax.ts";
import type { Attribute, Doc } from "./field-syntax.ts";
import { originsOf } from "./origins.ts";
import type { Origin } from "./origins.ts";
import { markingVertex } from "./marking.ts";
import { pathLabels } from "./path.ts";
import type { Path } from "./path.ts";
import { dataExpr, vertexData } from "./plain-data.ts";
import type { PlainData } from "./plain-data.ts";
import { readableData, scalarOf } from "./readable-data.ts";
import type { MarkedScalar, ReadableData, Scalar } from "./readable-data.ts";
import { treeExpr } from "./source-tree.ts";
import { snapshotOf } from "./snapshot.ts";
import type { SourceTree, StructTree } from "./source-tree.ts";
import { fileSyntax } from "./value-syntax.ts";
import type { SyntaxOptions } from "./value-syntax.ts";

/** Data, or why there is none. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly CueError[] };

export interface ValidateOptions {
  /** Every regular field must be a concrete value. Implies `final`. */
  readonly concrete?: boolean;
  /** Required fields must be filled and cycles resolved, as for data that leaves the program. */
  readonly final?: boolean;
  /** Report every error; without it, the first of each branch ends the search. Default: true. */
  readonly all?: boolean;
}

export interface FieldOptions {
  readonly optional?: boolean;
  readonly definitions?: boolean;
  readonly hidden?: boolean;
}

export interface JsonOptions {
  /** What each level is indented by. Default: four spaces. */
  readonly indent?: string;
  readonly escapeHtml?: boolean;
}

export interface FieldEntry {
  /** The name without quotes; with `#` or `_` for definitions and hidden fields. */
  readonly name: string;
  /** As it is written in a path. */
  readonly selector: string;
  readonly value: Value;
  readonly presence: "member" | "required" | "optional";
  readonly isDefinition: boolean;
  readonly isHidden: boolean;
  /** The name was computed from something that is marked. */
  readonly isMarked: boolean;
}

/** What a value may be: one name, or several where it is open. */
export type KindName =
  | "bottom"
  | "null"
  | "bool"
  | "int"
  | "float"
  | "number"
  | "string"
  | "bytes"
  | "list"
  | "struct"
  | "top"
  | (string & {});

/**
 * A CUE value. It is evaluated when it is asked about: `lookupPath` evaluates what leads to the field, `validate` and
 * everything that returns data evaluate all of it. Values do not change; operations make new ones.
 */
export class Value {
  /** @internal The node in the engine. */
  readonly vertex: Vertex;
  /** @internal */
  readonly core: Core;
  /** The package that hidden names in paths and expressions belong to. */
  readonly packagePath: string;
  readonly #missing: boolean;

  /** It was found to be concrete: nothing is left that could change that. */
  #isData = false;

  /** @internal */
  constructor(core: Core, vertex: Vertex, packagePath: string, missing = false) {
    this.core = core;
    this.vertex = vertex;
    this.packagePath = packagePath;
    this.#missing = missing;
  }

  #with(vertex: Vertex, missing = false): Value {
    return new Value(this.core, vertex, this.packagePath, missing);
  }

  /** Where it stands in the data. */
  get path(): readonly string[] {
    return vertexPath(this.vertex, this.core.runtime.labels);
  }

  /** Where the value stands that a lone reference leads to; else the same as `path`. Errors name it. */
  get targetPath(): readonly string[] {
    this.#shape();
    return vertexPath(nodeBehind(this.vertex), this.core.runtime.labels);
  }

  /** False for a field that was looked up and is not there. */
  get exists(): boolean {
    return !this.#missing;
  }

  /** It could not be loaded or compiled: there is nothing to evaluate, and `errors` says why. */
  get isBroken(): boolean {
    return this.#faults() !== undefined;
  }

  /** The field at a path. One that is not there is a value with an error, whose `exists` is false. */
  lookupPath(path: Path, options: { readonly optional?: boolean } = {}): Value {
    const labels = pathLabels(path, this.core.runtime.labels, this.packagePath);
    if (labels === undefined) return this.#failed("invalid path %", JSON.stringify(path), ErrorCode.Eval);
    let v = this.vertex;
    for (const label of labels) {
      const arc = this.#arc(v, label);
      if (arc === null || arc.arcType > (options.optional === true ? ArcType.Optional : ArcType.Required)) {
        const broken = bottomOf(v);
        if (broken !== null && broken.code < ErrorCode.Incomplete && nodeBehind(v).arcs.length === 0)
          return this.#with(v, true);
        return this.#failed("field not found: %", this.core.runtime.labels.selector(label), ErrorCode.Incomplete);
      }
      v = arc;
    }
    return this.#with(v);
  }

  /** The arc, with no more evaluated than is needed to know it. */
  #arc(v: Vertex, label: Label): Vertex | null {
    this.core.evaluate(v, (engine) => engine.unify(v, Outline));
    const x = nodeBehind(v);
    return x.arc(label) ?? defaultVertex(x).arc(label);
  }

  #failed(wording: Wording, arg: string, code: ErrorCode): Value {
    const v = new Vertex(this.vertex.parent, this.vertex.label, ArcType.Member);
    v.status = Status.Finalized;
    v.base = new Bottom(null, new Failure(this.vertex, null, null, [], wording, [arg]), code, this.vertex);
    return this.#with(v, true);
  }

  /**
   * A field that is there, by its name: `#x` names a definition, `_x` a hidden field, of this value's package or of the
   * one given. With `declared`, an optional or required one is enough.
   */
  field(name: string, options: { readonly of?: Instance; readonly declared?: boolean } = {}): Value | undefined {
    const arc = this.#shape().arc(this.#label(name, options.of));
    if (arc === null) return undefined;
    if (options.declared === true) return arc.arcType <= ArcType.Optional ? this.#with(arc) : undefined;
    if (arc.arcType !== ArcType.Member) this.core.finalize(arc);
    return arc.arcType === ArcType.Member ? this.#with(arc) : undefined;
  }

  /** The fields that lead to a value, one after the other. */
  at(...names: readonly string[]): Value | undefined {
    let found: Value | undefined = this;
    for (const name of names) found = found?.field(name);
    return found;
  }

  #label(name: string, of: Instance | undefined): Label {
    const { labels } = this.core.runtime;
    if (name.startsWith("_")) return labels.identifier(name, of?.id ?? this.packagePath);
    return name.startsWith("#") ? labels.identifier(name, "") : labels.string(name);
  }

  /** The fields that are there in the order of their declaration: hidden ones of all packages and definitions too. */
  members(): { readonly name: string; readonly value: Value }[] {
    const { labels } = this.core.runtime;
    return this.#shape()
      .arcs.filter((a) => a.arcType === ArcType.Member && !isLetLabel(a.label) && !isIntLabel(a.label))
      .map((a) => ({ name: labels.text(a.label), value: this.#with(a) }));
  }

  /** The names of all fields, whether they are there or only declared. */
  names(): string[] {
    const { labels } = this.core.runtime;
    return this.#shape().arcs.flatMap((a) =>
      isLetLabel(a.label) || isIntLabel(a.label) ? [] : [labels.text(a.label)],
    );
  }

  /** The text of a string, of this value or of a field below it; undefined if it is anything else. */
  text(...names: readonly string[]): string | undefined {
    const found = this.at(...names);
    return found?.scalar?.kind === "string" ? found.scalar.text : undefined;
  }

  /** What a scalar says, with its default taken. */
  get scalar(): Scalar | undefined {
    return scalarOf(this.core.resolved(this.vertex));
  }

  /** The alternatives of a choice; the value itself where there is none. */
  alternatives(): Value[] {
    if (this.isStruct) return [this];
    this.core.finalize(this.vertex);
    const choices = choicesOf(this.vertex);
    if (choices === undefined) return [this];
    return choices.flatMap((v) => (v.tag === Tag.Vertex ? [this.#with(v)] : []));
  }

  /** What it allows, on one line and without marks of defaults; "" if that has no short form. */
  allowed(): string {
    this.core.finalize(this.vertex);
    return allowedText(this.vertex, this.core.runtime.labels);
  }

  /** Whether a struct may have a regular field of that name. */
  allows(name: string): boolean {
    this.core.finalize(this.vertex);
    const { labels } = this.core.runtime;
    return accepts(this.core.engine, nodeBehind(defaultVertex(this.vertex)), labels.string(name));
  }

  /** Every declaration of it, in the order in which they take part. */
  declarations(): Declaration[] {
    return this.vertex.conjuncts.map((c) => declarationOf(c, this.core.runtime.labels));
  }

  /** Every place that takes part in it, each once; the one that gives the value first. */
  places(): Place[] {
    return placesOf(this.vertex);
  }

  /** What some of its declarations say by themselves, in the scope that all of them have. Its path is empty. */
  alone(keep: (declaration: Declaration) => boolean): Value | undefined {
    const { labels } = this.core.runtime;
    const kept = this.vertex.conjuncts.filter((c) => keep(declarationOf(c, labels)));
    if (kept.length === 0) return undefined;
    const part = this.#rooted(kept);
    part.vertex.isDynamic = true;
    return part;
  }

  /** The same declarations with more beside them, as a value with a path of its own: the empty one. */
  with(...trees: readonly SourceTree[]): Value {
    const added = trees.map(
      (tree) => new Conjunct(new Environment(null, null), treeExpr(this.core, tree), noCloseInfo),
    );
    return this.#rooted([...this.vertex.conjuncts, ...added]);
  }

  /**
   * The same value in an evaluation in which the scalars at these paths are marked, and so is what is computed from
   * them, wherever it stands: by one name, or each by its own, which tells what something is made from (and is no
   * reason to hide it: nobody hears of those). Undefined if no scalar is there.
   */
  marking(paths: readonly Path[], name: string | ((path: Path) => string)): Value | undefined {
    const { labels } = this.core.runtime;
    const found = paths.flatMap((path) => {
      const steps = pathLabels(path, labels, this.packagePath);
      if (steps === undefined) return [];
      return [typeof name === "string" ? { steps, name } : { steps, name: name(path), quiet: true }];
    });
    const vertex = markingVertex(this.core, this.vertex, found);
    return vertex && this.#with(vertex);
  }

  /**
   * What satisfies both, closed as a reference to this value would be. Its path is empty, or the name that messages
   * should call it by.
   */
  meet(tree: SourceTree, name?: string): Value {
    const { engine, runtime } = this.core;
    const saved = engine.vertex;
    const top = new Vertex(null, NoLabel, ArcType.Member);
    engine.vertex = name === undefined ? null : new Vertex(top, runtime.labels.string(name), ArcType.Member);
    const v = joinValues(engine, [this.vertex, treeExpr(this.core, tree)]);
    engine.vertex = saved;
    return this.#with(v);
  }

  #rooted(conjuncts: readonly Conjunct[]): Value {
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.conjuncts = conjuncts.map(({ env, x }) => new Conjunct(env, x, noCloseInfo));
    return this.#with(v);
  }

  /** The value with something unified at a path: a Value or JavaScript data. */
  fillPath(path: Path, filler: Value | PlainData): Value {
    const { labels } = this.core.runtime;
    const steps = pathLabels(path, labels, this.packagePath);
    if (steps === undefined) return this.#failed("invalid path %", JSON.stringify(path), ErrorCode.Eval);
    let x = dataExpr(filler, labels);
    for (const label of steps.toReversed()) x = isIntLabel(label) ? elementOf(labelIndex(label), x) : fieldOf(label, x);
    return this.#join([this.vertex, x]);
  }

  /** What satisfies both. */
  unify(other: Value | PlainData): Value {
    return this.#join([this.vertex, dataExpr(other, this.core.runtime.labels)]);
  }

  #join(operands: readonly Expr[]): Value {
    const { engine } = this.core;
    const saved = engine.vertex;
    engine.vertex = this.vertex;
    const v = joinValues(engine, operands);
    engine.vertex = saved;
    return this.#with(v);
  }

  /** An expression that may name the fields of this value, and builtin packages without importing them. */
  evaluate(expression: string, options: { readonly filename?: string } = {}): Value {
    const { core } = this;
    core.evaluate(this.vertex, (engine) => engine.unify(this.vertex, Outline));
    const source = new SourceFile(options.filename ?? "--expression", expression);
    const compiled = compileExpression(core, source, { vertex: this.vertex, packagePath: this.packagePath });
    const v = new Vertex(null, NoLabel, ArcType.Member);
    if ("bottom" in compiled) {
      v.base = compiled.bottom;
      v.status = Status.Finalized;
      return this.#with(v);
    }
    // What a reference leads to keeps its place in the data.
    const target = isResolver(compiled.expr) ? core.resolve(compiled.expr as Resolver, compiled.env) : null;
    if (target !== null) return this.#with(target);
    v.conjuncts = [new Conjunct(compiled.env, compiled.expr, noCloseInfo)];
    return this.#with(v);
  }

  /** Whether every value that satisfies the other one satisfies this one. */
  subsumes(other: Value): boolean {
    return this.core.decide(() =>
      subsumes(this.core.engine, this.core.resolved(this.vertex), other.core.resolved(other.vertex)),
    );
  }

  /** Whether both are the same data: defaults taken, definitions and hidden fields left out. */
  equals(other: Value): boolean {
    return this.core.decide(() =>
      equal(this.core.meter, this.core.resolved(this.vertex), other.core.resolved(other.vertex), EqualFlag.RegularOnly),
    );
  }

  /** The errors of this value and of everything below it; none if it is valid. */
  validate(options: ValidateOptions = {}): CueError[] {
    this.core.finalize(this.vertex);
    const known = this.#faults();
    if (known !== undefined) return [...known];
    const final = options.final ?? options.concrete ?? false;
    const walk = this.core.operate(this.vertex, (engine) =>
      validateVertex(engine, this.vertex, { all: true, ...options, final }),
    );
    if ("errors" in walk) return walk.errors;
    if (walk.result !== null) return this.core.errorsOf(walk.result);
    if (options.concrete === true && final) this.#isData = true;
    return [];
  }

  /** The errors of this value alone: what keeps it from being used. */
  errors(): CueError[] {
    const b = this.core.bottom(this.vertex);
    if (b === null) return [];
    return [...(this.core.faults.get(b) ?? this.core.errorsOf(b))];
  }

  /** The first of its errors. */
  error(): CueError | undefined {
    return this.errors()[0];
  }

  /** Whether it is an error already when only its fields are looked for; what they are is not evaluated. */
  get isWrong(): boolean {
    this.#shape();
    return bottomOf(this.vertex) !== null;
  }

  #faults(): readonly CueError[] | undefined {
    const b = bottomOf(this.vertex);
    return b === null ? undefined : this.core.faults.get(b);
  }

  /** The value with its default taken; itself if it has none. */
  default(): Value {
    this.core.finalize(this.vertex);
    const d = defaultVertex(this.vertex);
    return d === nodeBehind(this.vertex) ? this : this.#with(d);
  }

  /** Whether a reader sees a default that another value could replace. */
  get hasDefault(): boolean {
    const { base } = this.core.resolved(this.vertex);
    return base !== null && base.tag === Tag.Disjunction && base.numDefaults > 0;
  }

  /** What it is, with its default taken: `bottom` if it is not concrete. */
  get kind(): KindName {
    const d = defaultVertex(this.core.resolved(this.vertex));
    return isConcrete(d) ? kindName(kindOf(d)) : "bottom";
  }

  /** What it may still become. */
  get incompleteKind(): KindName {
    return kindName(kindOf(this.core.resolved(this.vertex)));
  }

  /** Whether it is one struct, as far as that is told without evaluating its fields. */
  get isStruct(): boolean {
    this.#shape();
    return nodeBehind(this.vertex).base?.tag === Tag.StructMarker;
  }

  /** A scalar, struct or list, with its default taken. Fields of a struct may still be open. */
  get isConcrete(): boolean {
    const d = defaultVertex(this.core.resolved(this.vertex));
    return bottomOf(d) === null && isConcrete(d);
  }

  /** Whether fields that it does not declare are refused. */
  get isClosed(): boolean {
    return isClosedStruct(this.core.resolved(this.vertex));
  }

  /** The fields in the order of output. */
  fields(options: FieldOptions = {}): FieldEntry[] {
    const { labels } = this.core.runtime;
    const x = this.#shape();
    const out: FieldEntry[] = [];
    for (const a of this.core.runtime.orderedArcs(x)) {
      if (isIntLabel(a.label) || isLetLabel(a.label) || a.arcType > ArcType.Optional) continue;
      if (a.arcType === ArcType.Optional && options.optional !== true) continue;
      const isDefinition = isDefinitionLabel(a.label);
      const isHidden = isHiddenLabel(a.label);
      if ((isDefinition && options.definitions !== true) || (isHidden && options.hidden !== true)) continue;
      out.push({
        name: labels.text(a.label),
        selector: labels.selector(a.label),
        value: this.#with(a),
        presence: a.arcType === ArcType.Member ? "member" : a.arcType === ArcType.Required ? "required" : "optional",
        isDefinition,
        isHidden,
        isMarked: labels.marksOf(a.label) !== null,
      });
    }
    return out;
  }

  /** The regular fields that are there, in the order of output. */
  entries(): { readonly name: string; readonly value: Value }[] {
    const { labels } = this.core.runtime;
    const out: { name: string; value: Value }[] = [];
    for (const a of this.core.runtime.orderedArcs(this.#shape()))
      if (a.arcType === ArcType.Member && isStringLabel(a.label))
        out.push({ name: labels.text(a.label), value: this.#with(a) });
    return out;
  }

  /** The elements of a list. */
  elements(): Value[] {
    const x = this.#shape();
    return isListVertex(x) ? x.arcs.filter((a) => isIntLabel(a.label)).map((a) => this.#with(a)) : [];
  }

  /** Its fields, without their values. */
  #shape(): Vertex {
    this.core.evaluate(this.vertex, (engine) => engine.unify(this.vertex, Outline));
    const x = nodeBehind(this.vertex);
    return x.base?.tag === Tag.Disjunction ? nodeBehind(defaultVertex(x)) : x;
  }

  /** The attributes of every declaration of it; with a name, those of that name. */
  attributes(name?: string): Attribute[] {
    const all = attributesOf(this.vertex);
    return name === undefined ? all : all.filter((a) => a.name === name);
  }

  /** The doc comments of every declaration of it. */
  docs(): Doc[] {
    return docsOf(this.vertex);
  }

  /** Every declaration that took part in it, and what lost. */
  origins(): Origin[] {
    return originsOf(this.core, this.vertex);
  }

  /** The marks of a scalar, or all marks in a struct or list. */
  marks(): readonly string[] {
    this.core.finalize(this.vertex);
    return deepMarks(this.vertex, this.core.runtime.labels)?.names ?? [];
  }

  /** Where fields have names that were made from something marked, and from what. */
  markedNames(): { readonly path: readonly string[]; readonly marks: readonly string[] }[] {
    this.core.finalize(this.vertex);
    return markedNames(this.vertex, this.core.runtime.labels);
  }

  /**
   * The regular fields as plain data, in the order of their declaration, for programs that have checked the value: what
   * is not concrete is left out. Integers beyond what a number holds are bigints, bytes are base64. Marked scalars are
   * what `seal` makes of them; default: `***`.
   */
  data(): ReadableData | undefined;
  data<T>(seal: (scalar: MarkedScalar) => T): ReadableData<T> | undefined;
  data<T>(seal?: (scalar: MarkedScalar) => T): ReadableData<T | string> | undefined {
    this.core.finalize(this.vertex);
    return readableData<T | string>(this.vertex, this.core.runtime.labels, seal ?? (() => "***"));
  }

  /**
   * The regular fields of a checked value as a tree for another evaluation, with places and marks; of its definitions
   * those that are named.
   */
  snapshot(definitions: readonly string[] = []): StructTree {
    this.core.finalize(this.vertex);
    return snapshotOf(this.vertex, this.core.runtime.labels, definitions);
  }

  /** Plain JavaScript data; errors if it is not concrete. */
  toJS(): Decoded<unknown> {
    const errors = this.validate({ concrete: true, final: true });
    return errors.length > 0 ? { ok: false, errors } : this.#made((engine) => vertexData(this.vertex, engine));
  }

  /**
   * The value as source. Modes: `value` what it evaluates to, `eval` as `cue eval` shows it, `export` as
   * `cue export --out cue` does, `definition` as `cue def` does: what was written, consolidated.
   */
  syntax(options: SyntaxOptions = {}): File {
    this.core.finalize(this.vertex);
    return fileSyntax(this.vertex, this.core.engine, this.packagePath, options);
  }

  /** The same as text. */
  toCue(options: SyntaxOptions = {}): string {
    return format(this.syntax(options), { simplify: true });
  }

  /** The same as text, or what it takes too much of to be found. */
  toSource(options: SyntaxOptions = {}): Decoded<string> {
    this.core.finalize(this.vertex);
    const made = this.#made((engine) => fileSyntax(this.vertex, engine, this.packagePath, options));
    return made.ok ? { ok: true, value: format(made.value, { simplify: true }) } : made;
  }

  /** Source that needs nothing but builtin packages and evaluates to an equal value. */
  toSelfContainedCue(): string {
    return format(this.selfContainedSyntax(), { simplify: true });
  }

  /** The same as a syntax tree. */
  selfContainedSyntax(): File {
    this.core.finalize(this.vertex);
    return selfContainedSyntax(this.vertex, this.core.engine, { packagePath: this.packagePath });
  }

  /** A definition as JSON Schema 2020-12, as JSON text. Doc comments become descriptions. */
  toJsonSchema(options: JsonSchemaOptions & JsonOptions = {}): Decoded<string> {
    const errors = this.validate();
    if (errors.length > 0) return { ok: false, errors };
    return this.#made((engine) =>
      jsonText(jsonSchema(this.vertex, engine, options), options.indent ?? "    ", options.escapeHtml),
    );
  }

  /** The definitions of a package as an OpenAPI 3.1 document without paths, as JSON text. */
  toOpenApi(info: { readonly title: string; readonly version: string }, options: JsonOptions = {}): Decoded<string> {
    const errors = this.validate();
    if (errors.length > 0) return { ok: false, errors };
    return this.#made((engine) =>
      jsonText(openApi(this.vertex, engine, info), options.indent ?? "    ", options.escapeHtml),
    );
  }

  /** JSON, indented as `cue export` prints it, or on one line with an empty indent. */
  toJson(options: JsonOptions = {}): Decoded<string> {
    const out = this.#encoded((v, engine) => toJson(v, engine, { ...options, checked: true }));
    return out.ok ? { ok: true, value: out.value.slice(0, -1) } : out;
  }

  /** YAML, as `cue export --out yaml` prints it. */
  toYaml(): Decoded<string> {
    return this.#encoded((v, engine) => toYaml(v, engine, { checked: true }));
  }

  /** TOML, as `cue export --out toml` prints it. */
  toToml(): Decoded<string> {
    return this.#encoded((v, engine) => toToml(v, engine, { checked: true }));
  }

  #encoded(encode: (v: Vertex, engine: Engine) => Encoded): Decoded<string> {
    const errors = this.#isData ? [] : this.validate({ concrete: true });
    if (errors.length > 0) return { ok: false, errors };
    const made = this.#made((engine) => encode(this.vertex, engine));
    if (!made.ok) return made;
    const out = made.value;
    return "text" in out ? { ok: true, value: out.text } : { ok: false, errors: this.core.errorsOf(out.error) };
  }

  /** What an operation makes of this value, unless it takes too much. */
  #made<T>(run: (engine: Engine) => T): Decoded<T> {
    const made = this.core.operate(this.vertex, run);
    return "errors" in made ? { ok: false, errors: made.errors } : { ok: true, value: made.result };
  }

  /** The bytes of a string or of bytes; a string's are UTF-8. */
  toBytes(): Decoded<Uint8Array> {
    const made = this.#made((engine) => toBinary(this.vertex, engine));
    if (!made.ok) return made;
    const out = made.value;
    return "bytes" in out ? { ok: true, value: out.bytes } : { ok: false, errors: this.core.errorsOf(out.error) };
  }

  /** The text of a string. */
  toText(): Decoded<string> {
    const made = this.#made((engine) => toText(this.vertex, engine));
    if (!made.ok) return made;
    const out = made.value;
    return "text" in out
      ? { ok: true, value: out.text.slice(0, -1) }
      : { ok: false, errors: this.core.errorsOf(out.error) };
  }

  /** The value in one line, as messages show it. */
  toString(): string {
    return nodeText(this.core.resolved(this.vertex), this.core.runtime.labels);
  }
}

function fieldOf(label: Label, value: Expr): Expr {
  return new StructLit(null, [new Field(null, ArcType.Member, label, value)], false);
}

function elementOf(index: number, value: Expr): Expr {
  const before = Array.from({ length: index }, () => new Top(null));
  return new ListLit(null, [...before, value, new Ellipsis(null, null)]);
}

function kindName(kind: number): KindName {
  const text = kindString(kind);
  return text === "_" ? "top" : text === "_|_" ? "bottom" : text;
}
