import type { NumberValue, Value } from "../value/value.ts";
import { weight } from "./budget.ts";
import type { Budget } from "./budget.ts";
import { RenderFailure } from "./failure.ts";
import type { Trace } from "./trace.ts";

export type Evaluate = (rt: Runtime) => Value;
export type Decide = (rt: Runtime) => boolean;
/** undefined is "not a number". */
export type Calculate = (rt: Runtime) => NumberValue | undefined;

/** How a node leaves: on to the next one, or out of the loop's round. */
export type Signal = 0 | 1 | 2;
export const goOn: Signal = 0;
export const leaveLoop: Signal = 1;
export const nextRound: Signal = 2;
export type Render = (rt: Runtime) => Signal;

export interface CompiledMacro {
  readonly name: string;
  readonly args: ReadonlyMap<string, Evaluate | undefined>;
  readonly body: Render;
}

export interface CompiledBlock {
  readonly name: string;
  readonly body: Render;
}

/** A template ready to render. Immutable once all templates of an engine are linked. */
export interface CompiledTemplate {
  readonly name: string;
  readonly text: string;
  readonly nodes: readonly Render[];
  readonly parent: string | undefined;
  /** From the closest to the one at the top. */
  readonly parents: readonly string[];
  readonly macros: ReadonlyMap<string, CompiledMacro>;
  readonly imports: readonly { readonly file: string; readonly namespace: string; readonly pos: number }[];
  readonly blocks: ReadonlyMap<string, CompiledBlock>;
}

type FrameKind = 0 | 1 | 2 | 3;
export const originFrame: FrameKind = 0;
export const macroFrame: FrameKind = 1;
export const loopFrame: FrameKind = 2;
export const includeFrame: FrameKind = 3;

/** One level of variables: the template itself, a macro call, a loop, or an include. */
export class Frame {
  readonly kind: FrameKind;
  readonly template: CompiledTemplate;
  readonly parent: Frame | undefined;
  vars: Map<string, Value> | undefined = undefined;
  /** Names of variables here that hold something of a secret; only kept while tracing. */
  secrets: Set<string> | undefined = undefined;
  /** Of a loop. */
  keyName: string | undefined = undefined;
  valueName = "";
  keys: readonly string[] | undefined = undefined;
  values: readonly Value[] = noValues;
  length = 0;
  index = 0;
  /** Of a macro, as it was called. */
  readonly label: string;

  constructor(kind: FrameKind, template: CompiledTemplate, parent: Frame | undefined, label = "") {
    this.kind = kind;
    this.template = template;
    this.parent = parent;
    this.label = label;
  }

  set(name: string, value: Value, secret: boolean): void {
    (this.vars ??= new Map()).set(name, value);
    if (secret) (this.secrets ??= new Set()).add(name);
    else this.secrets?.delete(name);
  }
}

const noValues: readonly Value[] = [];

/** A block that is being rendered, or was: the original never forgets one that has no `super()`. */
interface BlockUse {
  readonly name: string;
  readonly template: string;
  readonly level: number;
}

/** The state of one render. Closures of a compiled template take it and hold none of their own. */
export class Runtime {
  out = "";
  /** Whether strings that are written are escaped. */
  escape: boolean;
  frame: Frame;
  readonly context: ReadonlyMap<string, Value>;
  /** The template that was asked for, and the one at the top of its inheritance. */
  readonly template: CompiledTemplate;
  readonly root: CompiledTemplate;
  readonly blocks: BlockUse[] = [];
  readonly budget: Budget;
  readonly weights = new WeakMap<object, number>();
  trace: Trace | undefined;
  work = 0;
  depth = 0;

  constructor(
    template: CompiledTemplate,
    root: CompiledTemplate,
    frame: Frame,
    context: ReadonlyMap<string, Value>,
    escape: boolean,
    budget: Budget,
    trace: Trace | undefined,
  ) {
    this.template = template;
    this.root = root;
    this.frame = frame;
    this.context = context;
    this.escape = escape;
    this.budget = budget;
    this.trace = trace;
  }

  spend(units: number): void {
    this.work += units;
    if (this.work > this.budget.work) throw new RenderFailure("The template takes too much work to render");
    if (this.out.length > this.budget.output) throw new RenderFailure("The output of the template is too long");
  }

  /** Before a list of so many is made. */
  checkItems(count: number): void {
    if (count > this.budget.items) throw new RenderFailure("A value in the template is too large");
  }

  checkText(text: string): string {
    if (text.length > this.budget.output) throw new RenderFailure("A string in the template is too long");
    return text;
  }

  checkValue<T extends Value>(value: T): T {
    if (weight(value, this.weights) > this.budget.output)
      throw new RenderFailure("A value in the template is too large");
    return value;
  }
}
