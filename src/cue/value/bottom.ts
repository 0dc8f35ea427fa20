import type { ReasonKind } from "../../source/index.ts";
import type { Kind } from "./kind.ts";
import type { Src } from "./source.ts";
import type { Node, Value } from "./expr.ts";
import type { Vertex } from "./vertex.ts";
import { Tag } from "./tag.ts";
import type { Wording } from "./wording.ts";

/** Lower codes win when errors of one node are combined; the last two may still be resolved. */
export const ErrorCode = {
  Eval: 0,
  User: 1,
  /** A literal `_|_` in source. */
  LiteralUser: 2,
  StructuralCycle: 3,
  Incomplete: 4,
  Cycle: 5,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

export const errorCodeName = (code: ErrorCode): string =>
  ["eval", "user", "user", "structural_cycle", "incomplete", "cycle"][code] as string;

/** An argument of a message: text, number, or a node that is printed when the message is read. */
export type MessageArg =
  | string
  | number
  | { readonly node: Node }
  | { readonly kind: Kind }
  | { readonly label: number }
  /** Another error, printed as its message. */
  | { readonly error: Bottom }
  /** The path of a vertex. */
  | { readonly path: Vertex }
  /** Source text as the formatter prints it. */
  | { readonly source: Src }
  /** A place: `file:line:column`. */
  | { readonly place: Src };

/**
 * What went wrong, before anyone reads it: text and positions are made on demand,
 * because most errors are only counted while disjuncts are tried.
 */
export class Failure {
  readonly sort = "message";
  /** Vertex whose path stands before the message. */
  readonly vertex: Vertex | null;
  /** Takes the place of the vertex' path where a shared node was reached by another one. */
  readonly altPath: readonly Vertex[] | null;
  readonly pos: Src | null;
  readonly inputs: Src[];
  /** `%` stands for the next argument; docs/message/cue.md lists them all, each with its reason. */
  readonly format: Wording;
  readonly args: readonly MessageArg[];
  /** Stands for the vertex' path where there is no vertex yet: in errors of the compiler. */
  readonly path: readonly string[] | null;
  /** Why, where the words are somebody else's and do not tell: an author's, a function's. */
  readonly reason: ReasonKind | null;
  constructor(
    vertex: Vertex | null,
    altPath: readonly Vertex[] | null,
    pos: Src | null,
    inputs: Src[],
    format: Wording,
    args: readonly MessageArg[],
    path: readonly string[] | null = null,
    reason: ReasonKind | null = null,
  ) {
    this.vertex = vertex;
    this.altPath = altPath;
    this.pos = pos;
    this.inputs = inputs;
    this.format = format;
    this.args = args;
    this.path = path;
    this.reason = reason;
  }
}

/** `outer: inner`; the outer message may be empty and only add a position. */
export class WrappedFailure {
  readonly sort = "wrapped";
  readonly outer: Failure;
  readonly inner: CueFailure;
  constructor(outer: Failure, inner: CueFailure) {
    this.outer = outer;
    this.inner = inner;
  }
}

/**
 * Several errors that are reported one by one. A struct collects those of its fields one after the other, and hands
 * them on: so joining two lists only notes them, and the items are put together when someone reads them.
 */
export class FailureList {
  readonly sort = "list";
  #items: readonly CueFailure[] | null;
  #parts: readonly [CueFailure, CueFailure] | null = null;
  constructor(items: readonly CueFailure[] | null) {
    this.#items = items;
  }

  /** The errors of both, each once. */
  static joined(a: CueFailure, b: CueFailure): FailureList {
    const list = new FailureList(null);
    list.#parts = [a, b];
    return list;
  }

  get items(): readonly CueFailure[] {
    return (this.#items ??= this.#collect());
  }

  #collect(): readonly CueFailure[] {
    const seen = new Set<CueFailure>();
    const stack: CueFailure[] = [this];
    for (let f = stack.pop(); f !== undefined; f = stack.pop()) {
      if (!(f instanceof FailureList)) seen.add(f);
      else if (f.#items !== null) for (const x of f.#items) seen.add(x);
      else {
        const [a, b] = f.#parts as readonly [CueFailure, CueFailure];
        stack.push(b, a);
      }
    }
    this.#parts = null;
    return [...seen];
  }
}

/**
 * A list that is only made when someone reads it. Where one error is left of many, it stands for that error.
 */
export class DeferredFailures {
  readonly sort = "list";
  readonly #make: () => readonly CueFailure[];
  #items: readonly CueFailure[] | null = null;
  #making = false;
  constructor(make: () => readonly CueFailure[]) {
    this.#make = make;
  }

  get items(): readonly CueFailure[] {
    if (this.#items !== null) return this.#items;
    // Making the list may print the very value that this error is part of.
    if (this.#making) return [];
    this.#making = true;
    this.#items = this.#make();
    this.#making = false;
    return this.#items;
  }
}

export type CueFailure = Failure | WrappedFailure | FailureList | DeferredFailures;

/** An error as a value. */
export class Bottom {
  readonly tag = Tag.Bottom;
  readonly src: Src | null;
  readonly err: CueFailure;
  code: ErrorCode;
  /** A descendant has an error too. */
  hasRecursive = false;
  /** The error is the child's; this node only inherits it. */
  childError = false;
  /** It came from a field that a closed struct does not allow. */
  closeCheck = false;
  value: Value | null = null;
  readonly node: Vertex | null;
  constructor(src: Src | null, err: CueFailure, code: ErrorCode, node: Vertex | null) {
    this.src = src;
    this.err = err;
    this.code = code;
    this.node = node;
  }

  get isIncomplete(): boolean {
    return this.code === ErrorCode.Incomplete || this.code === ErrorCode.Cycle;
  }
}
