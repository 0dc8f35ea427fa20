import type { ReasonKind } from "../../source/index.ts";
import type { Meter } from "../meter/index.ts";
import {
  Bottom,
  CloseFlag,
  ErrorCode,
  Failure,
  FailureList,
  Tag,
  Vertex,
  WrappedFailure,
  conjunctExpr,
  noCloseInfo,
} from "../value/index.ts";
import type {
  BaseValue,
  Condition,
  Conjunct,
  ConjunctNode,
  CueFailure,
  Environment,
  Evaluator,
  Expr,
  Home,
  Label,
  MessageArg,
  Node,
  NodeState,
  Resolver,
  Src,
  Task,
  Value,
  Wording,
  CloseInfo,
} from "../value/index.ts";
import { Wholly, flags } from "./conditions.ts";
import type { Flags, Mode } from "./conditions.ts";
import type { ConjunctIndex } from "./conjunct-index.ts";
import { Counters } from "./counters.ts";
import { IdMarks } from "./provenance.ts";
import type { Runtime } from "./runtime.ts";

/** Placeholder while a node has no value yet: seeing it means having come back to where one is. */
export const inProgressMarker: Bottom = new Bottom(
  null,
  new Failure(null, null, null, [], "cycle error", []),
  ErrorCode.Cycle,
  null,
);

/** Thrown to suspend the running task; the task already waits for its condition. */
export const Suspended = { yielded: true } as const;

/** While a disjunct is evaluated, its clones stand for these vertices. */
interface OverlayFrame {
  readonly map: Map<Vertex, Vertex>;
  readonly root: Vertex;
}

/** See `mark`. */
interface Mark {
  readonly depthMarks: number;
  readonly evalDepth: number;
  readonly overlays: number;
  readonly inDetached: number;
  readonly inValidator: number;
  readonly isValidator: boolean;
  readonly altPath: number;
  readonly schemas: number;
}

/** What was being read: see `enter`. */
interface Reading {
  readonly vertex: Vertex | null;
  readonly env: Environment | null;
  readonly ci: CloseInfo;
  readonly src: Src | null;
  readonly errs: Bottom | null;
}

/**
 * The state of one evaluation, and the operations that files of this room ask of each other.
 * The operations are abstract here so that no file imports another in a circle; engine.ts joins them.
 */
export abstract class Context {
  readonly runtime: Runtime;
  /** Whoever asks pays: a library has the meter of the evaluation that it works for. */
  meter: Meter;
  /** What the vertices belong to that are made here; null: to this evaluation alone. */
  readonly home: Home | null;
  readonly counters: Counters;

  /** Scope, provenance and source of the expression that is being read. */
  env: Environment | null = null;
  ci: CloseInfo = noCloseInfo;
  src: Src | null = null;
  /** Errors of that expression so far. */
  errs: Bottom | null = null;
  /** The vertex that messages name. */
  vertex: Vertex | null = null;
  /** The path by which a walk came to a shared vertex. */
  altPath: Vertex[] = [];

  readonly taskStack: Task[] = [];
  /** Tasks that were suspended in this round. */
  blocking: Task[] = [];
  /** Depth of descent into fields: a node met again at a smaller depth is a structural cycle. */
  evalDepth = 0;
  /** Nodes whose depth mark must be restored, with the old mark. */
  readonly depthMarks: NodeState[] = [];
  readonly savedDepths: number[] = [];
  readonly overlays: OverlayFrame[] = [];
  inDetached = 0;
  inValidator = 0;
  isValidator = false;
  /** Some literal is marked: builtins must look for marks in their arguments. */
  hasMarks = false;
  nextCompId = 0;
  /** Second results, kept here because these functions run for every expression. */
  resultCi: CloseInfo = noCloseInfo;
  cycleCi: CloseInfo = noCloseInfo;
  /** A lookup found nothing, but a comprehension may still produce the field. */
  lookupPendingParent = false;

  /** Provenance ids: parent and place of each; index 0 is none. */
  readonly idParent: number[] = [0];
  readonly idSrc: (Src | null)[] = [null];
  /** For the two questions about closedness that are asked about many ids at once. */
  readonly askedIds = new IdMarks();
  readonly reachedIds = new IdMarks();

  /** Outcomes of matchN's tests by schema: nested ones would be made again and again. */
  readonly schemaTests = new Map<Vertex, { key: string; parent: Vertex | null; label: Label; err: Bottom | null }[]>();

  /** For long lists of conjuncts. */
  readonly conjunctIndexes = new WeakMap<readonly Conjunct[], ConjunctIndex>();

  /** Schemas that builtins are testing data against right now. */
  readonly schemasInUse: Vertex[] = [];

  /** This evaluation's own copy of each imported package. */
  readonly imports = new Map<object, Vertex>();

  constructor(runtime: Runtime, meter: Meter, home: Home | null) {
    this.runtime = runtime;
    this.home = home;
    this.counters = runtime.counters ?? new Counters();
    this.meter = meter;
  }

  abstract unify(v: Vertex, flags: Flags): boolean;
  abstract findField(v: Vertex, pos: Src | null, label: Label, flags: Flags): Vertex | null;
  abstract follow(x: Resolver, flags: Flags): Vertex | null;
  abstract readExpr(x: Expr, flags: Flags): Value | null;
  abstract compute(x: Evaluator, flags: Flags): Value | null;
  abstract readWithOrigin(x: Expr, flags: Flags): Value | null;
  abstract readConcrete(x: Expr, flags: Flags): Value | null;
  abstract enterConjunct(n: NodeState, c: Conjunct, ci: CloseInfo): void;
  abstract enterTarget(n: NodeState, c: Conjunct, arc: Vertex, ci: CloseInfo): void;
  abstract meetValue(n: NodeState, env: Environment, v: BaseValue, ci: CloseInfo): void;
  abstract drive(n: NodeState, needs: Condition, mode: Mode): boolean;
  abstract taskBody(t: Task, mode: Mode): void;
  abstract finishTasks(n: NodeState, mode: Mode): void;
  abstract announce(n: NodeState, completed: Condition): void;
  abstract stopSharing(n: NodeState): void;
  abstract state(v: Vertex): NodeState | null;
  abstract blankState(v: Vertex): NodeState | null;

  /** Demands of a node that something is known; says whether it is. See docs/adr/evaluator.md. */
  need(v: Vertex, what: Condition, how: Mode): boolean {
    return this.unify(v, flags(what, how));
  }

  /** All of a node, whose errors are its own. */
  finalize(v: Vertex): void {
    const errs = this.errs;
    this.errs = null;
    this.unify(v, Wholly);
    this.errs = errs;
  }

  /** The running task. */
  current(): Task | null {
    return this.taskStack.length === 0 ? null : (this.taskStack[this.taskStack.length - 1] as Task);
  }

  // ---- what is being read

  /** What is being read now, to go back to with `leave`. */
  reading(): Reading {
    return { vertex: this.vertex, env: this.env, ci: this.ci, src: this.src, errs: this.errs };
  }

  /** Begins to read in another scope, with errors of its own; without a source, places stay as they were. */
  enter(env: Environment | null, src: Src | null): Reading {
    const before = this.reading();
    this.env = env;
    this.errs = null;
    if (src !== null) this.src = src;
    return before;
  }

  /** Goes back to what was read before; returns the errors that were made since. */
  leave(before: Reading): Bottom | null {
    const made = this.errs;
    this.vertex = before.vertex;
    this.env = before.env;
    this.ci = before.ci;
    this.src = before.src;
    this.errs = before.errs;
    return made;
  }

  /** Runs f while messages name another vertex. */
  about<T>(v: Vertex, f: () => T): T {
    const before = this.vertex;
    this.vertex = v;
    const result = f();
    this.vertex = before;
    return result;
  }

  /** Runs f where nothing around it closes what it makes: arguments of calls are open. */
  openly<T>(f: () => T): T {
    const closing = CloseFlag.FromDef | CloseFlag.FromEmbed;
    const close = this.ci.flags & closing;
    this.ci = this.ci.withFlags(this.ci.flags & ~closing);
    const result = f();
    this.ci = this.ci.withFlags((this.ci.flags & ~closing) | close);
    return result;
  }

  /** Where an evaluation stands, for whoever may have to give up what he began. */
  mark(): Mark {
    return {
      depthMarks: this.depthMarks.length,
      evalDepth: this.evalDepth,
      overlays: this.overlays.length,
      inDetached: this.inDetached,
      inValidator: this.inValidator,
      isValidator: this.isValidator,
      altPath: this.altPath.length,
      schemas: this.schemasInUse.length,
    };
  }

  /** Puts back all that was changed since. */
  backTo(mark: Mark): void {
    while (this.depthMarks.length > mark.depthMarks) this.leaveDepth();
    this.evalDepth = mark.evalDepth;
    this.overlays.length = mark.overlays;
    this.inDetached = mark.inDetached;
    this.inValidator = mark.inValidator;
    this.isValidator = mark.isValidator;
    this.altPath.length = mark.altPath;
    this.schemasInUse.length = mark.schemas;
  }

  // ---- errors

  addError(b: Bottom): void {
    this.errs = mergeErrors(this.src, this.errs, b);
  }

  takeErrs(): Bottom | null {
    const b = this.errs;
    this.errs = null;
    return b;
  }

  failureAt(pos: Src | null, format: Wording, args: readonly FormatArg[], reason: ReasonKind | null = null): Failure {
    const inputs: Src[] = [];
    const kept: MessageArg[] = [];
    for (const arg of args) {
      if (typeof arg === "object" && "tag" in arg) {
        addNodePositions(inputs, arg);
        kept.push({ node: arg.tag === Tag.Vertex ? snapshot(arg) : arg });
      } else {
        if (typeof arg === "object" && "source" in arg) addPlace(inputs, arg.source);
        kept.push(arg);
      }
    }
    const altPath = this.altPath.length > 0 ? [...this.altPath] : null;
    return new Failure(this.vertex, altPath, pos, inputs, format, kept, null, reason);
  }

  failure(format: Wording, ...args: FormatArg[]): Failure {
    return this.failureAt(this.src, format, args);
  }

  errorHere(format: Wording, ...args: FormatArg[]): Bottom {
    return new Bottom(this.src, this.failureAt(this.src, format, args), ErrorCode.Eval, this.vertex);
  }

  failAt(code: ErrorCode, pos: Src | null, format: Wording, ...args: FormatArg[]): void {
    this.addError(new Bottom(null, this.failureAt(pos, format, args), code, this.vertex));
  }

  fail(format: Wording, ...args: FormatArg[]): void {
    this.addError(new Bottom(null, this.failureAt(this.src, format, args), ErrorCode.Eval, this.vertex));
  }

  // ---- scopes

  scopeUp(count: number): Environment {
    let e = this.env as Environment;
    for (; count > 0; count--) e = e.up as Environment;
    return e;
  }

  /** The vertex of a scope; inside a disjunct its clone stands for it. */
  scopeNode(e: Environment): Vertex | null {
    const v = e.vertex;
    if (v === null || this.overlays.length === 0) return v;
    for (let i = this.overlays.length - 1; i >= 0; i--) {
      const x = (this.overlays[i] as OverlayFrame).map.get(v);
      if (x !== undefined) return x;
    }
    return v;
  }

  // ---- depth

  enterDepth(n: NodeState): void {
    this.depthMarks.push(n);
    this.savedDepths.push(n.evalDepth);
    n.evalDepth = this.evalDepth;
  }

  leaveDepth(): void {
    (this.depthMarks.pop() as NodeState).evalDepth = this.savedDepths.pop() as number;
  }

  /** Goes on with the ids of an evaluation that was broken off. */
  takeIds({ idParent, idSrc }: Pick<Context, "idParent" | "idSrc">): void {
    for (let id = this.idParent.length; id < idParent.length; id++) {
      this.idParent.push(idParent[id]!);
      this.idSrc[id] = idSrc[id]!;
    }
  }

  /** Where what a conjunct of a vertex came through was written. */
  placeOfId(v: Vertex, id: number): Src | null {
    return isForeign(this, v) ? (v.home as Home).placeOfId(id) : (this.idSrc[id] ?? null);
  }

  newId(src: Src | null): number {
    this.counters.closeIds++;
    const id = this.idParent.length;
    this.idParent.push(0);
    this.idSrc.push(src);
    return id;
  }

  /** A vertex for the result of an inline expression. */
  inlineVertex(base: BaseValue | null, conjuncts: Conjunct[]): Vertex {
    const v = new Vertex(null, 0, 0, this.home);
    v.base = base;
    v.isDynamic = true;
    v.conjuncts = conjuncts;
    if (this.inDetached > 0) v.anonymous = true;
    return v;
  }
}

/** Whether a vertex belongs to a library, and this is not the library's own evaluation. */
export const isForeign = (c: Context, v: Vertex): boolean => v.home !== null && v.home !== c.home;

/** The provenance of a conjunct, as far as it means something here: ids are those of the evaluation that gave them. */
export function ownCloseInfo(c: Context, { env, ci }: Conjunct): CloseInfo {
  if (ci.id === 0 && ci.embed === 0 && ci.outer === 0) return ci;
  for (let e: Environment | null = env; e !== null; e = e.up)
    if (e.vertex !== null) return isForeign(c, e.vertex) ? ci.withIds(0, 0, 0) : ci;
  return ci;
}

export type FormatArg = MessageArg | Node | { readonly source: Src };

export function addPlace(places: Src[], src: Src | null): void {
  if (src === null) return;
  for (const p of places) if (p.file === src.file && p.offset === src.offset) return;
  places.push(src);
}

/** A node's own place and, for a vertex, those of everything that was unified in it. */
export function addNodePositions(places: Src[], node: Node): void {
  const src = node.src;
  if (src !== null) places.push(src);
  if (node.tag === Tag.Vertex) {
    for (const c of node.conjuncts) {
      const x = conjunctExpr(c.x);
      if (x !== null) addNodePositions(places, x);
    }
  }
}

/** Messages print a vertex as it was when they were made. */
function snapshot(v: Vertex): Vertex {
  const w = new Vertex(v.parent, v.label, v.arcType, v.home);
  w.base = v.base;
  w.status = v.status;
  w.arcs = v.arcs.slice();
  w.conjuncts = v.conjuncts;
  w.structs = v.structs;
  w.patterns = v.patterns;
  w.childErrors = v.childErrors;
  w.closedRecursive = v.closedRecursive;
  w.closedNonRecursive = v.closedNonRecursive;
  w.hasEllipsis = v.hasEllipsis;
  w.isDynamic = v.isDynamic;
  return w;
}

/** The source of a conjunct's expression. */
export function expressionSource(x: ConjunctNode): Src | null {
  if (x.tag === Tag.Comprehension) return x.value.src;
  const e = conjunctExpr(x);
  return e === null ? null : e.tag === Tag.Comprehension ? e.value.src : e.src;
}

export const isInProgressMarker = (base: BaseValue | null): boolean => {
  let b = base;
  while (b !== null && b.tag === Tag.Vertex) b = b.base;
  return b === inProgressMarker;
};

/** Several errors in one list, each once. A list of one is still a list: it prints without its path. */
export function joinFailures(a: CueFailure | null, b: CueFailure | null): CueFailure | null {
  if (a === null) return b;
  if (b === null) return a;
  return FailureList.joined(a, b);
}

export function wrapFailure(outer: Failure, inner: CueFailure): CueFailure {
  if (inner instanceof FailureList) return new FailureList(inner.items.map((x) => wrapFailure(outer, x)));
  return new WrappedFailure(outer, inner);
}

/** Two errors of one node: the lower code wins, equal codes are listed together. */
export function mergeErrors(src: Src | null, x: Bottom | null, y: Bottom | null): Bottom | null {
  let a = x;
  let b = y;
  if (a === null) return b;
  if (b === null) return a;
  if (a === b) return a === inProgressMarker ? a : new Bottom(src, a.err, a.code, null);
  if (a.code !== b.code) {
    if (a.code > b.code) [a, b] = [b, a];
    if (b.code >= ErrorCode.Incomplete) return a;
  }
  const both = new Bottom(src, joinFailures(a.err, b.err) as CueFailure, a.code, null);
  both.closeCheck = a.closeCheck || b.closeCheck;
  return both;
}
