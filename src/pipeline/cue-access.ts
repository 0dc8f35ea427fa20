// The pipeline's one way to CUE: loading, compiling and reading values. Phases 0 to 4 share one `CueAccess`, and so one
// evaluation; a job of phase 5 gets a fresh one over the same compiled instances.
import { createContext } from "../cue/index.ts";
import type { CueContext, ExplainOptions, Files, Instance, Registry, ValidateOptions, Value } from "../cue/index.ts";
import { CompleteArcs, bottomOf, conforms, defaultVertex, derefValue } from "../cue/eval/index.ts";
import type { Engine } from "../cue/eval/index.ts";
import { emptyInstance } from "../cue/load/index.ts";
import type { ProgramRuntime } from "../cue/program/index.ts";
import { parseFile } from "../cue/syntax/index.ts";
import { ArcType, Conjunct, Tag, Vertex, isLetLabel, noCloseInfo } from "../cue/value/index.ts";
import type { Bottom, Label, LiteralMarks, StructLit } from "../cue/value/index.ts";
import { isSecret } from "../secrets/index.ts";
import { SourceFile } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import { compileDiagnostics, faultDiagnostics, valueDiagnostics } from "./cue-diagnostics.ts";
import { PackageCache } from "./package-cache.ts";
import type { Parsed } from "./package-cache.ts";
import type { Plain } from "./plain-value.ts";

export interface LoadRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly files?: Files;
  readonly package?: string;
  readonly tags?: readonly string[];
  /** Instead of the program's. */
  readonly registry?: Registry;
}

/** A package of text that no file holds. */
export interface SyntheticPackage {
  /** The name that messages show. */
  readonly path: string;
  readonly text: string;
  readonly packageName: string;
  /** Marks of literals by the offset of their start. */
  readonly marks?: LiteralMarks;
  /** What the text compiles to, where that is known. */
  readonly compiled?: (file: SourceFile) => StructLit;
  /** By import path as the text writes it. */
  readonly imports?: ReadonlyMap<string, Instance>;
  /** Hundreds of packages have this text and differ in what they import: it is read once. */
  readonly repeated?: boolean;
}

/** Where modules are looked for, for messages. */
export interface Asked {
  readonly text: string;
  /** Import paths of the catalog's packages. */
  packages(): readonly string[];
}

const nobody: Asked = { text: "", packages: () => [] };

/** What is parsed and compiled once in a process, whatever is evaluated. */
export class CueProgram {
  readonly files: Files;
  readonly registry: Registry;
  readonly #packages: PackageCache;
  readonly #cue: CueContext;

  readonly asked: Asked;

  constructor(files: Files, registry: Registry, asked = nobody, packages = new PackageCache()) {
    this.asked = asked;
    this.files = files;
    this.registry = registry;
    this.#packages = packages;
    this.#cue = createContext({ files, registry, sharing: packages.context });
  }

  get runtime(): ProgramRuntime {
    return this.#cue.core.runtime;
  }

  /** Loads packages. With errors there is no value: what is half there cannot be trusted to be what was meant. */
  async load(request: LoadRequest): Promise<Outcome<Instance>> {
    const { args, ...options } = request;
    const { instances, errors } = await this.#cue.load(args, { ...options, cache: this.#packages.sources });
    if (errors.length > 0) return { diagnostics: faultDiagnostics(errors, this.files) };
    const instance = this.#packages.pool.share(instances[0]!);
    const wrong = this.#cue.core.compileErrors(instance);
    if (wrong.length > 0) return { diagnostics: compileDiagnostics(wrong) };
    return { value: instance, diagnostics: faultDiagnostics(instance.injectErrors, this.files) };
  }

  /** The packages that an instance needs: those that were parsed and compiled before, and those that were not. */
  origins(instance: Instance): ReturnType<PackageCache["origins"]> {
    return this.#packages.origins(instance);
  }

  /** Text of ours: a mistake in it is a bug, unless it quotes a user. */
  synthetic({ path, text, packageName, imports, repeated, marks, compiled }: SyntheticPackage): Instance {
    const instance: Instance = {
      ...emptyInstance(this.files),
      id: `opm.internal/${packageName}:${path}`,
      importPath: `opm.internal/${packageName}`,
      packageName,
      imports: new Map(imports),
    };
    if (compiled !== undefined) {
      this.runtime.adopt(instance, compiled(new SourceFile(path, text)), marks !== undefined && marks.size > 0);
      return instance;
    }
    const { source, syntax } = this.#parse(path, text, repeated === true);
    instance.files = [{ path, source, syntax, ...(marks && { marks }) }];
    const wrong = this.#cue.core.compileErrors(instance);
    if (wrong.length > 0) throw new Error(wrong.map((e) => e.message).join("; "));
    return instance;
  }

  #parse(path: string, text: string, repeated: boolean): Parsed {
    const known = repeated ? this.#packages.parsed.get(text) : undefined;
    if (known !== undefined) return known;
    const source = new SourceFile(path, text);
    const { file, errors } = parseFile(source);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}\n${text}`);
    const parsed = { source, syntax: file };
    if (repeated) this.#packages.parsed.set(text, parsed);
    return parsed;
  }

  /** The package of a text that stands alone: compiled once, whoever asks. */
  package(packageName: string, text: string): Instance {
    let instance = this.#packages.texts.get(text);
    if (instance === undefined)
      this.#packages.texts.set(text, (instance = this.synthetic({ path: `<${packageName}>`, text, packageName })));
    return instance;
  }

  /** Whether a package has a definition, whatever it says. */
  declares(instance: Instance, definition: string): boolean {
    const { labels } = this.runtime;
    const label = labels.identifier(definition, "");
    return (this.runtime.instanceConjuncts(instance) ?? []).some(
      ({ x }) => x.tag === Tag.StructLit && x.decls.some((d) => d.tag === Tag.Field && d.label === label),
    );
  }

  /** Whether data certainly is of a type; where not, only evaluation can tell. */
  conforms(types: Instance, definition: string, data: Plain): boolean {
    const { labels } = this.runtime;
    const root = this.runtime.instanceConjuncts(types) ?? [];
    return conforms(this.runtime, root, labels.identifier(definition, ""), data, isSecret);
  }

  /** A new evaluation. Nothing of it is seen by another. */
  context(): CueAccess {
    return new CueAccess(this, this.#cue.fork());
  }
}

/** One evaluation. */
export class CueAccess {
  readonly program: CueProgram;
  readonly #cue: CueContext;

  constructor(program: CueProgram, cue: CueContext) {
    this.program = program;
    this.#cue = cue;
  }

  get engine(): Engine {
    return this.#cue.core.engine;
  }

  /** A vertex of this evaluation as the library sees it. */
  value(v: Vertex): Value {
    return this.#cue.at(v);
  }

  get labels(): ProgramRuntime["labels"] {
    return this.program.runtime.labels;
  }

  /** The root of a package: the same vertex that its importers see. */
  root(instance: Instance): Vertex {
    let v = this.engine.imports.get(instance);
    if (v === undefined) {
      v = this.program.runtime.root(instance);
      this.engine.imports.set(instance, v);
    }
    return v;
  }

  /** Lets go of a package that nothing imports any more: a run of a thousand releases would keep them all. */
  forget(instance: Instance): void {
    this.engine.imports.delete(instance);
  }

  /** Evaluates which fields there are, and not their values. */
  shape(v: Vertex): Vertex {
    this.#cue.core.evaluate(v, (engine) => engine.unify(v, CompleteArcs));
    return derefValue(defaultVertex(v));
  }

  /** Evaluates all of it. */
  finalize(v: Vertex): Vertex {
    this.#cue.core.finalize(v);
    return derefValue(defaultVertex(v));
  }

  label(name: string, owner?: Instance): Label {
    if (name.startsWith("_")) return this.labels.identifier(name, owner?.id ?? "_");
    return name.startsWith("#") ? this.labels.identifier(name, "") : this.labels.string(name);
  }

  /** A field that is there; hidden ones belong to a package. */
  field(v: Vertex, name: string, owner?: Instance): Vertex | undefined {
    const arc = this.shape(v).arc(this.label(name, owner));
    if (arc === null) return undefined;
    if (arc.arcType !== ArcType.Member) this.finalize(arc);
    return arc.arcType === ArcType.Member ? arc : undefined;
  }

  at(v: Vertex, ...path: readonly string[]): Vertex | undefined {
    let found: Vertex | undefined = v;
    for (const name of path) found = found && this.field(found, name);
    return found;
  }

  /** What some of the conjuncts of a value say by themselves, in the scope that all of them have. */
  alone(v: Vertex, keep: (conjunct: Conjunct) => boolean): Vertex | undefined {
    const kept = v.conjuncts.filter(keep);
    if (kept.length === 0) return undefined;
    const part = new Vertex(null, v.label, ArcType.Member);
    part.isDynamic = true;
    part.conjuncts = kept.map(({ env, x }) => new Conjunct(env, x, noCloseInfo));
    return part;
  }

  /** The fields of a struct, hidden ones and definitions included. */
  members(v: Vertex): { readonly name: string; readonly vertex: Vertex }[] {
    return this.shape(v)
      .arcs.filter((arc) => arc.arcType === ArcType.Member && !isLetLabel(arc.label))
      .map((vertex) => ({ name: this.labels.text(vertex.label), vertex }));
  }

  /** The regular fields of a struct in the order of output, with their names. */
  fields(v: Vertex): { readonly name: string; readonly vertex: Vertex }[] {
    const out: { name: string; vertex: Vertex }[] = [];
    for (const arc of this.program.runtime.orderedArcs(this.shape(v))) {
      if (arc.arcType !== ArcType.Member || (arc.label & 7) !== 1) continue;
      out.push({ name: this.labels.text(arc.label), vertex: arc });
    }
    return out;
  }

  /** The text of a string field; undefined if it is anything else. */
  text(v: Vertex, ...path: readonly string[]): string | undefined {
    const found = this.at(v, ...path);
    if (found === undefined) return undefined;
    const base = this.finalize(found).base;
    return base?.tag === Tag.String ? base.s : undefined;
  }

  bottom(v: Vertex): Bottom | null {
    return bottomOf(v);
  }

  /** All that is wrong with a value, explained. */
  errors(v: Vertex, options: ValidateOptions, explained: ExplainOptions = {}): Diagnostic[] {
    const value = this.value(v);
    const errors = value.validate({ final: false, ...options });
    return errors.length === 0 ? [] : valueDiagnostics(value, errors, explained);
  }
}
