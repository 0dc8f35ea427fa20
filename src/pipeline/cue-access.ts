// The pipeline's one way to CUE: loading, compiling and reading values. Phases 0 to 4 share one `CueAccess`, and so one
// evaluation; a job of phase 5 gets a fresh one over the same compiled instances.
import { createContext } from "../cue/index.ts";
import type {
  CueContext,
  ExplainOptions,
  Files,
  Instance,
  Registry,
  SourceTree,
  StructTree,
  ValidateOptions,
  Value,
} from "../cue/index.ts";
import { emptyInstance } from "../cue/load/index.ts";
import type { LoadedFile } from "../cue/load/index.ts";
import { parseFile } from "../cue/syntax/index.ts";
import { isSecret } from "../secrets/index.ts";
import { attributeProblems } from "../values/index.ts";
import { SourceFile } from "../source/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import { compileDiagnostics, faultDiagnostics, valueDiagnostics } from "./cue-diagnostics.ts";
import { PackageCache } from "./package-cache.ts";
import type { Parsed } from "./package-cache.ts";
import type { Plain } from "./plain-value.ts";

interface LoadRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly files?: Files;
  readonly package?: string;
  readonly tags?: readonly string[];
  /** Instead of the program's. */
  readonly registry?: Registry;
}

/** Marks of literals by the offset of their start. */
type LiteralMarks = NonNullable<LoadedFile["marks"]>;

/** A package of text that no file holds. */
interface SyntheticPackage {
  /** The name that messages show. */
  readonly path: string;
  readonly text: string;
  readonly packageName: string;
  /** Marks of literals by the offset of their start. */
  readonly marks?: LiteralMarks;
  /** What it consists of, where that is known: then the text is not read. */
  readonly compiled?: StructTree;
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

  /** Loads packages. With errors there is no value: what is half there cannot be trusted to be what was meant. */
  async load(request: LoadRequest): Promise<Outcome<Instance>> {
    const { args, ...options } = request;
    const { instances, errors } = await this.#cue.load(args, { ...options, cache: this.#packages.sources });
    if (errors.length > 0) return { diagnostics: faultDiagnostics(errors, this.files) };
    const instance = this.#packages.pool.share(instances[0]!);
    const wrong = this.#cue.compileErrors(instance);
    if (wrong.length > 0) return { diagnostics: compileDiagnostics(wrong) };
    const tags = instance.files.flatMap(({ syntax, source }) => attributeProblems(syntax, source));
    return { value: instance, diagnostics: [...faultDiagnostics(instance.injectErrors, this.files), ...tags] };
  }

  /** The packages that an instance needs: those that were parsed and compiled before, and those that were not. */
  origins(instance: Instance): ReturnType<PackageCache["origins"]> {
    return this.#packages.origins(instance);
  }

  /** Lets go of a package and of its files, but not of what it imports. */
  forget(instance: Instance): void {
    this.#packages.forget(instance);
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
      this.#cue.adopt(instance, compiled);
      return instance;
    }
    const { source, syntax } = this.#parse(path, text, repeated === true);
    instance.files = [{ path, source, syntax, ...(marks && { marks }) }];
    const wrong = this.#cue.compileErrors(instance);
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
    return this.#cue.declares(instance, definition);
  }

  /** Whether data certainly is of a type; where not, only evaluation can tell. */
  conforms(types: Instance, definition: string, data: Plain): boolean {
    return this.#cue.conforms(types, definition, data, isSecret);
  }

  /** Hears every text that is made from what is marked, in whatever evaluation. */
  onMarked(listener: ((text: string) => void) | undefined): void {
    this.#cue.onMarked(listener ?? null);
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

  /** The root of a package: the same value that its importers see. */
  root(instance: Instance): Value {
    return this.#cue.package(instance);
  }

  /** A tree by itself. */
  tree(tree: SourceTree): Value {
    return this.#cue.tree(tree);
  }

  /** Lets go of a package that nothing imports any more: a run of a thousand releases would keep them all. */
  forget(instance: Instance): void {
    this.#cue.forget(instance);
  }

  /** All that is wrong with a value, explained. */
  errors(value: Value, options: ValidateOptions, explained: ExplainOptions = {}): Diagnostic[] {
    const errors = value.validate({ final: false, ...options });
    return errors.length === 0 ? [] : valueDiagnostics(value, errors, explained);
  }
}
