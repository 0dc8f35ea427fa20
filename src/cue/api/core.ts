import { Outline, bottomOf, nodeBehind } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import { Exhausted, Meter } from "../meter/index.ts";
import type { MeterLimits } from "../meter/index.ts";
import type { Instance } from "../load/index.ts";
import type { ProgramRuntime } from "../program/index.ts";
import { Bottom, ErrorCode, Failure, Status, Vertex, conjunctExpr } from "../value/index.ts";
import type { Environment, Expr, Resolver, Src, Wording } from "../value/index.ts";
import { errorsOf, errorsOfFailures } from "./cue-error.ts";
import type { CueError } from "./cue-error.ts";

/** What all values of one context share. */
export class Core {
  readonly runtime: ProgramRuntime;
  /** What one operation may cost; export and encoders draw on it too. */
  readonly meter: Meter;
  #engine: Engine;
  /** Errors that were found before there was anything to evaluate, by the bottom that stands for them. */
  readonly faults = new WeakMap<Bottom, readonly CueError[]>();

  /** File names in texts of messages are relative to it; "" leaves them as they are. */
  readonly cwd: string;

  /** What trees were compiled to: one that many evaluations are given is compiled once. */
  readonly trees: WeakMap<object, Expr>;

  /** Evaluations with marks beside them, by the root that they repeat and what is marked. */
  readonly markings = new WeakMap<Vertex, Map<string, Vertex>>();

  constructor(meter: Meter, cwd: string, runtime: ProgramRuntime, trees: WeakMap<object, Expr> = new WeakMap()) {
    this.cwd = cwd;
    this.runtime = runtime;
    this.trees = trees;
    this.meter = meter;
    this.#engine = this.runtime.engine(meter);
  }

  /** Another evaluation of what is compiled already. */
  fork(limits?: Partial<MeterLimits>): Core {
    return new Core(new Meter({ ...this.meter.limits, ...limits }), this.cwd, this.runtime, this.trees);
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** Some scalar is marked from now on: every evaluation of this runtime has to look. */
  mark(): void {
    this.runtime.hasMarks = true;
  }

  /**
   * Runs one evaluation. Running out of a limit or of the stack is an error of the vertex: it is the program that is
   * too large, not the engine that is wrong.
   */
  evaluate(v: Vertex, run: (engine: Engine) => void): void {
    if (v.status === Status.Finalized) return;
    const limit = this.#within(run);
    if (limit !== null) fail(v, new Failure(v, null, limit.place ?? deepestPlace(v), [], limit.wording, limit.args));
  }

  /** Runs one operation that reads values, such as an export. Running out of a limit is what is wrong with v then. */
  operate<T>(v: Vertex, run: (engine: Engine) => T): { readonly result: T } | { readonly errors: CueError[] } {
    let result: T | undefined;
    const limit = this.#within((engine) => void (result = run(engine)));
    if (limit === null) return { result: result as T };
    return {
      errors: this.errorsOf(
        limitBottom(new Failure(v, null, limit.place ?? placeOf(v), [], limit.wording, limit.args)),
      ),
    };
  }

  /** What ended an operation too early, and where it was; null: nothing. */
  #within(run: (engine: Engine) => void): (Limit & { readonly place: Src | null }) | null {
    const engine = this.#engine;
    try {
      this.meter.during(() => run(engine));
      return null;
    } catch (error) {
      const reached = limitOf(error);
      if (reached === undefined) throw error;
      // What the engine was doing cannot be taken up again.
      this.#engine = this.runtime.engine(this.meter);
      this.#engine.hasMarks = engine.hasMarks;
      // Nodes that were begun keep their ids: another table would lead nowhere, for ever.
      this.#engine.takeIds(engine);
      return { ...reached, place: engine.vertex === null ? null : placeOf(engine.vertex) };
    }
  }

  /** Answers a question about evaluated values; what takes too much to find out counts as no. */
  decide(question: () => boolean): boolean {
    let answer = false;
    this.#within(() => void (answer = question()));
    return answer;
  }

  /** What a reference leads to, or null if it leads nowhere yet. */
  resolve(x: Resolver, env: Environment): Vertex | null {
    const engine = this.#engine;
    const { env: savedEnv, errs, src } = engine;
    engine.env = env;
    engine.errs = null;
    let found: Vertex | null = null;
    const holder = new Vertex(null, 0, 0);
    this.evaluate(holder, () => {
      found = engine.follow(x, Outline);
    });
    const isWrong = engine.errs !== null || holder.status === Status.Finalized;
    engine.env = savedEnv;
    engine.errs = errs;
    engine.src = src;
    return isWrong ? null : found;
  }

  /** What is wrong with an instance before it is evaluated. */
  compileErrors(instance: Instance): CueError[] {
    const { errors } = this.runtime.compile(instance);
    return errors.length === 0 ? [] : errorsOfFailures(errors, this.runtime.labels, this.cwd, "load");
  }

  errorsOf(b: Bottom): CueError[] {
    return errorsOf(b, this.runtime.labels, this.cwd);
  }

  finalize(v: Vertex): void {
    this.evaluate(v, (engine) => engine.finalize(v));
  }

  /** The node behind a vertex once it is evaluated. */
  resolved(v: Vertex): Vertex {
    this.finalize(v);
    return nodeBehind(v);
  }

  bottom(v: Vertex): Bottom | null {
    this.finalize(v);
    return bottomOf(v);
  }
}

const exhausted: Readonly<Record<Exhausted["what"], Wording>> = {
  depth: "nested deeper than % levels",
  steps: "evaluation takes more than % steps",
  values: "evaluation makes more than % values",
  bytes: "evaluation makes more than % bytes of text",
  milliseconds: "evaluation takes longer than % ms",
  signal: "evaluation was called off",
};

/** Of any text, in V8. */
const longestText = 536_870_888;

interface Limit {
  readonly wording: Wording;
  readonly args: readonly number[];
}

function limitOf(error: unknown): Limit | undefined {
  if (error instanceof Exhausted) return { wording: exhausted[error.what], args: [error.limit] };
  // V8 and JavaScriptCore throw RangeError; SpiderMonkey an InternalError with the same meaning.
  const { name } = error as { name?: string };
  const isSize =
    error instanceof RangeError && /(?:string|array|typed array) length|allocation failed/i.test(error.message);
  if (isSize) return { wording: exhausted.bytes, args: [longestText] };
  const isStack = error instanceof RangeError || name === "InternalError";
  return isStack ? { wording: "nested too deeply to be evaluated", args: [] } : undefined;
}

function placeOf(v: Vertex): Src | null {
  for (const c of v.conjuncts) {
    const src = conjunctExpr(c.x)?.src ?? c.x.src;
    if (src !== null) return src;
  }
  return null;
}

/** Where the evaluation of a vertex was: the innermost field that it had begun. */
function deepestPlace(v: Vertex): Src | null {
  let place = placeOf(v);
  for (let x: Vertex | undefined = v; x !== undefined; x = x.arcs.find((a) => a.status === Status.Evaluating)) {
    place = placeOf(x) ?? place;
  }
  return place;
}

function fail(v: Vertex, failure: Failure): void {
  v.setArcs([]);
  v.state = null;
  v.base = limitBottom(failure);
  v.status = Status.Finalized;
}

const limitBottom = (failure: Failure): Bottom => new Bottom(failure.pos, failure, ErrorCode.Eval, failure.vertex);
