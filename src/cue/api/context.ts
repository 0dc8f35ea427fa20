import { conforms, markedExpr, packageRoot, withMarks } from "../eval/index.ts";
import { Meter } from "../meter/index.ts";
import type { MeterLimits } from "../meter/index.ts";
import {
  MemoryFiles,
  emptyInstance,
  loadInstances,
  loadInstancesSync,
  noRegistry,
  parseSource,
} from "../load/index.ts";
import type { Files, Instance, LoadConfig, LoadResult, LoadedFile, Registry } from "../load/index.ts";
import type { Fault } from "../module/index.ts";
import {
  ArcType,
  Bottom,
  Conjunct,
  Environment,
  ErrorCode,
  Failure,
  FailureList,
  NoLabel,
  Status,
  Tag,
  Vertex,
  noCloseInfo,
} from "../value/index.ts";
import type { Expr, StructLit, Value as EngineValue } from "../value/index.ts";
import { Core } from "./core.ts";
import { errorsOfFaults } from "./cue-error.ts";
import type { CueError } from "./cue-error.ts";
import { dataExpr, isVertexHolder } from "./plain-data.ts";
import type { PlainData } from "./plain-data.ts";
import { treeExpr } from "./source-tree.ts";
import type { SourceTree, StructTree } from "./source-tree.ts";
import { Value } from "./value.ts";
import { ProgramRuntime } from "../program/index.ts";
import { valueSyntax } from "./value-syntax.ts";

export interface ContextOptions {
  /** Where packages are read from; default: nothing is there. */
  readonly files?: Files;
  /** Where modules are fetched from; default: none. */
  readonly registry?: Registry;
  /** What one evaluation may cost before it is given up with an error. */
  readonly limits?: Partial<MeterLimits>;
  /** File names inside of messages are relative to this folder; default: they stay as they are. */
  readonly cwd?: string;
  /** A context whose compiled packages are used too; its limits go with them, where none are given. */
  readonly sharing?: CueContext;
  /**
   * Contexts that share with this one are many: what packages of versioned modules define is evaluated once for all of
   * them.
   */
  readonly lasting?: boolean;
}

/** What `load` needs besides the context's files and registry. */
export type LoadOptions = Omit<LoadConfig, "files" | "registry" | "cwd"> & {
  readonly files?: Files;
  readonly registry?: Registry;
  /** Absolute; default: "/". */
  readonly cwd?: string;
};

/** Values of one context can be combined; contexts know nothing of each other. */
export class CueContext {
  /** @internal */
  readonly core: Core;
  readonly #files: Files;
  readonly #registry: Registry;

  constructor(options: ContextOptions = {}, core?: Core) {
    this.core =
      core ??
      options.sharing?.core.fork(options.limits) ??
      new Core(new Meter(options.limits), options.cwd ?? "", new ProgramRuntime(valueSyntax, options.lasting === true));
    this.#files = options.files ?? new MemoryFiles();
    this.#registry = options.registry ?? noRegistry;
  }

  /**
   * A context that evaluates anew, over the same files and the packages that are compiled already. Nothing that is
   * evaluated in one is seen by the other.
   */
  fork(): CueContext {
    return new CueContext({ files: this.#files, registry: this.#registry }, this.core.fork());
  }

  /** @internal A node of this context's engine as a value. */
  at(vertex: Vertex, packagePath = "_"): Value {
    return new Value(this.core, vertex, packagePath);
  }

  /** Compiles the text of one file. It may import builtin packages. */
  compile(text: string, options: { readonly filename?: string } = {}): Value {
    const name = options.filename ?? "";
    const file = parseSource(name, new TextEncoder().encode(text), "");
    if (file.faults.length > 0) return this.#failed(errorsOfFaults(file.faults));
    const instance = emptyInstance(this.#files);
    instance.files.push(file);
    return this.build(instance);
  }

  /** Loads packages and files as the command line does: folders, files, import paths; tags and overlays. */
  load(args: readonly string[], options: LoadOptions = {}): Promise<LoadResult> {
    return loadInstances(args, this.#loadConfig(options));
  }

  /** The same without waiting: modules that are not in a cache are errors. */
  loadSync(args: readonly string[], options: LoadOptions = {}): LoadResult {
    return loadInstancesSync(args, this.#loadConfig(options));
  }

  #loadConfig(options: LoadOptions): LoadConfig {
    return {
      ...options,
      cwd: options.cwd ?? "/",
      files: options.files ?? this.#files,
      registry: options.registry ?? this.#registry,
    };
  }

  /** The value of a loaded instance; its errors, if it could not be loaded. Nothing is evaluated yet. */
  build(instance: Instance): Value {
    const faults: readonly Fault[] = instance.errors;
    if (faults.length > 0) return this.#failed(errorsOfFaults(faults));
    const { runtime } = this.core;
    const errors = this.core.compileErrors(instance);
    if (errors.length > 0) return this.#failed(errors);
    if (instance.injectErrors.length > 0) return this.#failed(errorsOfFaults(instance.injectErrors));
    return new Value(this.core, runtime.root(instance), instance.id === "" ? "_" : instance.id);
  }

  /**
   * The package of an instance as those who import it see it: evaluated once in this context. It must have been loaded
   * without errors.
   */
  package(instance: Instance): Value {
    const v = packageRoot(this.core.engine, instance) as Vertex;
    return new Value(this.core, v, instance.id === "" ? "_" : instance.id);
  }

  /** What all evaluations of what is compiled here cost so far: unifications, conjuncts, nodes. */
  counters(): Readonly<Record<string, number>> {
    return { ...this.core.runtime.counters };
  }

  /** @internal From now on the trees of what is compiled can be put away. */
  notePlaces(): void {
    this.core.runtime.notePlaces();
  }

  /** @internal Lets go of the trees of compiled files; their texts are parsed again where a tree is asked for. */
  putAway(files: Iterable<Pick<LoadedFile, "syntax" | "source">>): void {
    this.core.runtime.putAway(files);
  }

  resetCounters(): void {
    this.core.runtime.counters.reset();
  }

  /** Lets go of a package that nothing imports any more: a program of a thousand evaluations would keep them all. */
  forget(instance: Instance): void {
    this.core.engine.imports.delete(instance);
  }

  /** What is wrong with a loaded instance before anything is evaluated: names that mean nothing. */
  compileErrors(instance: Instance): CueError[] {
    return this.core.compileErrors(instance);
  }

  /** Takes an instance for a package whose content is a tree instead of files. */
  adopt(instance: Instance, content: StructTree): void {
    this.core.runtime.adopt(instance, treeExpr(this.core, content) as StructLit, false);
  }

  /** Whether a package declares a definition, whatever it says; nothing is evaluated. */
  declares(instance: Instance, definition: string): boolean {
    const label = this.core.runtime.labels.identifier(definition, "");
    return (this.core.runtime.instanceConjuncts(instance) ?? []).some(
      ({ x }) => x.tag === Tag.StructLit && x.decls.some((d) => d.tag === Tag.Field && d.label === label),
    );
  }

  /**
   * Whether data certainly is of a type that a package declares; where not, only evaluation can tell. `isText` says of
   * objects that they stand for a text.
   */
  conforms(types: Instance, definition: string, data: unknown, isText: (x: unknown) => boolean = () => false): boolean {
    const { runtime } = this.core;
    const root = runtime.instanceConjuncts(types) ?? [];
    return conforms(runtime, root, runtime.labels.identifier(definition, ""), data, isText);
  }

  /** A tree as a value: its places are those that it has in its files. */
  tree(tree: SourceTree): Value {
    return this.#expression(treeExpr(this.core, tree));
  }

  /** JavaScript data as a value. */
  value(data: PlainData): Value {
    return this.#expression(dataExpr(data, this.core.runtime.labels));
  }

  /**
   * Hears every text that is marked from now on, in all evaluations of what this context has loaded: also one that an
   * error shows and no value holds.
   */
  onMarked(listener: ((text: string) => void) | null): void {
    this.core.runtime.onMarked = listener;
  }

  /**
   * The value, or data, with all its scalars marked. Whatever is computed from a marked scalar has its marks.
   */
  marked(value: Value | PlainData, ...names: string[]): Value {
    const { runtime } = this.core;
    const marks = names.length === 0 ? null : runtime.marksNamed([...new Set(names)].toSorted());
    if (!isVertexHolder(value)) return this.#expression(dataExpr(value, runtime.labels, marks));
    this.core.finalize(value.vertex);
    return this.#expression(markedExpr(value.vertex, runtime, (scalar) => withMarks(scalar as EngineValue, marks)));
  }

  #expression(x: Expr): Value {
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.conjuncts = [new Conjunct(new Environment(null, null), x, noCloseInfo)];
    return new Value(this.core, v, "_");
  }

  #failed(errors: readonly CueError[]): Value {
    const failures = errors.map((e) => new Failure(null, null, null, [], "%", [e.message], e.path, e.reason.kind));
    const bottom = new Bottom(
      null,
      failures.length === 1 ? (failures[0] as Failure) : new FailureList(failures),
      ErrorCode.Eval,
      null,
    );
    this.core.faults.set(bottom, errors);
    const v = new Vertex(null, NoLabel, ArcType.Member);
    v.base = bottom;
    v.status = Status.Finalized;
    return new Value(this.core, v, "_");
  }
}

/** A new context. Everything made by it shares one engine, and nothing with other contexts. */
export function createContext(options: ContextOptions = {}): CueContext {
  return new CueContext(options);
}
