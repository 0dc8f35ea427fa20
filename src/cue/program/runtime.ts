import { SourceFile } from "../../source/index.ts";
import { builtinPackage } from "../builtin/index.ts";
import { compileExpr, compileFiles } from "../compile/index.ts";
import type { CompileContext, ImportTarget } from "../compile/index.ts";
import { Counters, Engine, Library, bottomOf } from "../eval/index.ts";
import type { Runtime } from "../eval/index.ts";
import type { Meter } from "../meter/index.ts";
import { dataSyntax } from "../export/index.ts";
import { orderedArcs } from "../order/index.ts";
import { marshalSchema } from "./marshal-schema.ts";
import type { Instance, LoadedFile } from "../load/index.ts";
import { nodeText } from "../message/index.ts";
import type { Expr as AstExpr } from "../syntax/index.ts";
import { PutAway, canBePutAway, parseExpr } from "../syntax/index.ts";
import {
  ArcType,
  BoolKind,
  BottomKind,
  BuiltinValidator,
  Conjunct,
  Environment,
  LabelTable,
  NoLabel,
  Status,
  Tag,
  Vertex,
  noCloseInfo,
  structMarker,
} from "../value/index.ts";
import type { BuiltinPackage, Failure, LiteralMarks, MarkSet, Src, StructLit, Value } from "../value/index.ts";

/** An instance as the evaluator sees it. */
interface CompiledInstance {
  readonly conjuncts: readonly Conjunct[];
  readonly errors: readonly Failure[];
}

/** How values become source for encoders. */
export type ValueSyntax = (v: Value, engine: Engine) => AstExpr;

/**
 * What is compiled once and shared by evaluations: labels, instances, builtin packages.
 */
export class ProgramRuntime implements Runtime {
  readonly labels = new LabelTable();
  readonly counters = new Counters();
  /** Some literal that was compiled is marked. */
  hasMarks = false;
  /** Hears every text that is marked. */
  onMarked: ((text: string) => void) | null = null;
  readonly #instances = new WeakMap<object, CompiledInstance>();
  /** Places of expressions by their text, once somebody wants to put trees away. */
  #places: Map<SourceFile, Src[]> | null = null;
  readonly #packages = new Map<string, Vertex | null>();
  readonly #valueSyntax: ValueSyntax;
  /** What packages of versioned modules define, evaluated once; null: each evaluation does that for itself. */
  readonly #library: Library | null;

  /** `lasting`: many evaluations are to come, so what versioned modules define is evaluated once for all of them. */
  constructor(valueSyntax: ValueSyntax = dataSyntax, lasting = false) {
    this.#valueSyntax = valueSyntax;
    this.#library = lasting ? new Library(this) : null;
  }

  engine(meter?: Meter): Engine {
    return new Engine(this, meter);
  }

  /** Marks of these names, whose texts are told. */
  marksNamed(names: readonly string[]): MarkSet {
    this.hasMarks = true;
    return { names, tell: (text) => this.onMarked?.(text) };
  }

  #marksOf(marks: LiteralMarks): LiteralMarks {
    return new Map([...marks].map(([offset, { names }]) => [offset, this.marksNamed(names)]));
  }

  compile(instance: Instance): CompiledInstance {
    const known = this.#instances.get(instance);
    if (known !== undefined) return known;
    const context: CompileContext = {
      labels: this.labels,
      packagePath: instance.id === "" ? "_" : instance.id,
      importTarget: (path) => importTarget(instance, path),
      injected: instance.injected,
      ...(this.#places !== null && { sources: [] }),
    };
    const { roots, errors } = compileFiles(
      instance.files.map((f) => ({
        file: f.syntax,
        source: f.source,
        ...(f.marks && { marks: this.#marksOf(f.marks) }),
      })),
      context,
    );
    for (const src of context.sources ?? []) this.#notePlace(src);
    const env = new Environment(null, null);
    // A package is as good as what it imports.
    const imported = new Set([...instance.imports.values()].flatMap((i) => this.compile(i).errors));
    const compiled = {
      conjuncts: roots.map((r: StructLit) => new Conjunct(env, r, noCloseInfo)),
      errors: [...imported, ...errors],
    };
    this.#instances.set(instance, compiled);
    return compiled;
  }

  /** From now on trees can be put away. */
  notePlaces(): void {
    this.#places = new Map();
  }

  #notePlace(src: Src): void {
    const known = this.#places?.get(src.file);
    if (known === undefined) this.#places?.set(src.file, [src]);
    else known.push(src);
  }

  /** Lets go of the trees of files that were compiled since `notePlaces`; no others can be put away afterwards. */
  putAway(files: Iterable<Pick<LoadedFile, "syntax" | "source">>): void {
    for (const { syntax, source } of files) {
      if (!canBePutAway(syntax)) continue;
      const tree = new PutAway(syntax, source);
      for (const src of this.#places?.get(source) ?? []) src.putAway(tree);
      tree.close();
    }
    this.#places = null;
  }

  /** Takes an instance for what was compiled elsewhere. */
  adopt(instance: Instance, root: StructLit, hasMarks: boolean): void {
    if (hasMarks) this.hasMarks = true;
    const conjuncts = [new Conjunct(new Environment(null, null), root, noCloseInfo)];
    this.#instances.set(instance, { conjuncts, errors: [] });
  }

  /** The root vertex of an instance, to be evaluated by one engine. */
  root(instance: Instance): Vertex {
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.conjuncts = [...this.compile(instance).conjuncts];
    return v;
  }

  lastingPackage(instance: object): Vertex | null {
    return this.#library === null || !isLasting(instance as Instance) ? null : this.#library.rootOf(instance);
  }

  instanceConjuncts(instance: object): readonly Conjunct[] | null {
    return this.compile(instance as Instance).conjuncts;
  }

  builtinPackage(importPath: string): Vertex | null {
    let v = this.#packages.get(importPath);
    if (v === undefined) {
      const p = builtinPackage(importPath, { marshalSchema: (c) => marshalSchema(c, this.engine(c.meter)) });
      v = p === null ? null : this.#packageVertex(p);
      this.#packages.set(importPath, v);
    }
    return v;
  }

  #packageVertex(p: BuiltinPackage): Vertex {
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.status = Status.Finalized;
    v.base = structMarker;
    const entries = p.members instanceof Map ? p.members.entries() : Object.entries(p.members);
    for (const [name, value] of entries as Iterable<[string, Value]>) {
      const arc = new Vertex(v, this.labels.string(name), ArcType.Member);
      arc.status = Status.Finalized;
      arc.base = asValue(value);
      arc.conjuncts = [new Conjunct(new Environment(null, null), value, noCloseInfo)];
      v.addArc(arc);
    }
    if (p.cue !== undefined) {
      const root = this.#evaluate(new SourceFile(p.path, p.cue));
      for (const a of root.arcs) {
        a.parent = v;
        v.addArc(a);
      }
      // They tell the order of the fields where the package itself is a value.
      v.structs = root.structs;
    }
    return v;
  }

  /** The source of a builtin package: its hidden names are its own, and messages point into it. */
  #evaluate(source: SourceFile): Vertex {
    const v = new Vertex(null, NoLabel, ArcType.Member);
    const c = this.#compileAlone(parseExpr(source).expr, source, source.name);
    v.conjuncts = [new Conjunct(c.env, c.expr, noCloseInfo)];
    this.engine().finalize(v);
    return v;
  }

  #compileAlone(expr: AstExpr, source = new SourceFile("", ""), packagePath = "_"): ReturnType<typeof compileExpr> {
    return compileExpr(expr, { labels: this.labels, packagePath, source });
  }

  compileData(expr: AstExpr, meter: Meter, source?: SourceFile): Value {
    const { expr: x } = this.#compileAlone(expr, source);
    if (x.tag <= Tag.Vertex) return x as Value;
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.isDynamic = true;
    v.conjuncts = [new Conjunct(new Environment(null, null), x, noCloseInfo)];
    const engine = this.engine(meter);
    engine.finalize(v);
    return bottomOf(v) ?? v;
  }

  valueSyntax(v: Value, engine: unknown): AstExpr {
    return this.#valueSyntax(v, engine as Engine);
  }

  text(v: Value): string {
    return nodeText(v, this.labels);
  }

  orderedArcs(v: Vertex): readonly Vertex[] {
    return orderedArcs(v, this.labels);
  }
}

/** Whether a package is of a module with a version, and has nothing that was given from outside. */
const isLasting = ({ moduleVersion, injected, files }: Instance): boolean =>
  moduleVersion !== undefined &&
  moduleVersion.version !== "" &&
  injected.size === 0 &&
  files.every(({ marks }) => marks === undefined);

/** A function that only tests its argument is a validator when it is used as a value: `when: time.Time`. */
function asValue(member: Value): Value {
  const tests = member.tag === Tag.Builtin && (member.result === BoolKind || member.result === BottomKind);
  return tests && member.params.length === 1 ? new BuiltinValidator(null, member, []) : member;
}

function importTarget(instance: Instance, path: string): ImportTarget {
  const target = instance.imports.get(path);
  if (target !== undefined) return { sort: "instance", instance: target, name: target.packageName };
  return builtinPackage(path) === null ? { sort: "missing" } : { sort: "builtin" };
}
