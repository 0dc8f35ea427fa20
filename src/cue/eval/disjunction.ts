import {
  ArcType,
  Bottom,
  Conjunct,
  DefaultMode,
  DeferredFailures,
  Disjunction,
  ErrorCode,
  Failure,
  Status,
  Tag,
  TaskKind,
  isLetLabel,
  append,
} from "../value/index.ts";
import type {
  CueFailure,
  Expr,
  Node,
  NodeState,
  PendingDisjunct,
  PendingDisjunction,
  Src,
  Value,
  Vertex,
  Wording,
} from "../value/index.ts";
import { mergeCloseInfo } from "./closedness.ts";
import { AllKnown, CheckTypos, FinalStatus, Mode, TasksDone, flags } from "./conditions.ts";
import { addNodePositions, addPlace, inProgressMarker, isInProgressMarker, joinFailures } from "./context.ts";
import type { Context } from "./context.ts";
import { EqualFlag, equal } from "./equality.ts";
import { equalPartialNode } from "./partial-equality.ts";
import { finishOptional } from "./lazy.ts";
import { deepMarks } from "./marked.ts";
import { copyForTrial } from "./trial.ts";
import { plainLiteralOf } from "./plain.ts";
import { failsAtOnce, forcedOut } from "./prune.ts";
import { sortedFailures } from "../message/index.ts";
import { hashKey } from "../number/index.ts";
import { announce } from "./demand.ts";
import { remainingConstraints } from "./settle.ts";
import { bottomOf, clearArcs, survivor, nodeBehind } from "./vertex-ops.ts";

// All disjunctions of a node are taken together: the cross product of their disjuncts, each combination tried in a
// copy of the node. What fails is dropped, equal results are merged, default marks are combined as the spec says.

/**
 * Initialises everything below a node; false if a member is in error already. Plain literals stay as they are: nothing
 * can be wrong with them, and a copy of one is a copy of its conjunct.
 */
function beginFields(c: Context, v: Vertex): boolean {
  c.meter.steps(v.arcs.length);
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i]!;
    if (isClosedBook(plainLiteralOf(a))) continue;
    const s = c.state(a);
    if (s !== null && s.errs !== null) {
      if (a.arcType === ArcType.Member) return false;
    } else if (!beginFields(c, a)) return false;
  }
  return true;
}

/** A plain literal without lists: whether a list is as long as another one is part of what is tried. */
function isClosedBook(x: Expr | null): boolean {
  if (x === null || x.tag === Tag.ListLit) return false;
  return x.tag !== Tag.StructLit || x.decls.every((d) => d.tag === Tag.Field && isClosedBook(d.value));
}

/** A comprehension waits in the enclosing disjunct for this node to be decided. */
function hasDeferredComprehension(v: Vertex): boolean {
  for (let p: Vertex | null = v; p !== null; p = p.parent) {
    if (!p.isDisjunct) continue;
    return (
      p.state !== null && p.state.tasks.some((t) => t.kind === TaskKind.Comprehension && t.completes === TasksDone)
    );
  }
  return false;
}

/** A product of independent disjunctions that is larger than this is cut down, or it would never end. */
const maxDisjuncts = 4096;
const keptDisjuncts = 4;

export function decideDisjunctions(c: Context, n: NodeState): Bottom | null {
  const pending = n.disjunctions;
  n.disjunctions = [];
  if (!beginFields(c, n.node)) return errorOf(c, n);

  // Inside a disjunct of an outer disjunction that is not decided yet, nothing may be finalized.
  let outerMode = 0;
  for (let p: Vertex | null = n.node; p !== null; p = p.parent)
    if (p.isDisjunct) {
      outerMode = p.state === null ? Mode.Force : p.state.runMode;
      break;
    }
  const forced = forcedOut(c, n, pending);
  let limit = maxDisjuncts;
  let cross: NodeState[] = [n];
  for (let i = 0; i < pending.length; i++) {
    const d = pending[i] as PendingDisjunction;
    const isLast = i === pending.length - 1;
    let mode: Mode = isLast ? Mode.Force : Mode.Try;
    if (outerMode !== 0 && isLast)
      mode = outerMode === Mode.Try && hasDeferredComprehension(n.node) ? Mode.Force : outerMode;
    const results = tryProduct(c, n, cross, d, mode, forced);
    if (results.length === 0) return errorsOfAll(c, n, d);
    // Beyond any use: what matters is that the node is ambiguous. Whoever refers to it evaluates it anew.
    // What one disjunction lists by itself is no product: all of it stays, as it was written.
    const isProduct = cross.length > 1;
    if (isProduct && results.length > limit) limit = keptDisjuncts;
    cross = isProduct ? results.slice(0, limit) : results;
  }
  if (cross.length === 1) {
    const only = cross[0] as NodeState;
    // Nothing was left to try (the task was resumed): the node stands for itself.
    if (only !== n) n.node.base = only.node;
    if (n.defaultMode === DefaultMode.Maybe) n.defaultMode = only.defaultMode;
    if (n.defaultAttemptInCycle !== null && n.defaultMode !== DefaultMode.Is) {
      const b = defaultCycle(c, n.defaultAttemptInCycle, "ambiguous default elimination by referencing %");
      n.node.base = b;
      return b;
    }
  } else n.disjuncts = [...n.disjuncts, ...cross];

  let completed = n.disjuncts.length === 1 ? (n.disjuncts[0] as NodeState).completed : 0;
  let numDefaults = 0;
  for (const d of n.disjuncts)
    if (d.defaultMode === DefaultMode.Is) {
      numDefaults++;
      completed = d.completed;
    }
  if (numDefaults === 1 || n.disjuncts.length === 1) announce(c, n, completed);
  return null;
}

function defaultCycle(c: Context, v: Vertex, format: Wording): Bottom {
  const f = c.failure(format, { path: v });
  addNodePositions(f.inputs, v);
  return new Bottom(null, f, ErrorCode.Cycle, null);
}

function tryProduct(
  c: Context,
  n: NodeState,
  cross: readonly NodeState[],
  d: PendingDisjunction,
  mode: Mode,
  forced: ReadonlySet<PendingDisjunct>,
): NodeState[] {
  const skip = (p: NodeState, x: PendingDisjunct): boolean => forced.has(x) || failsAtOnce(c, p, d, x);
  const results = tryEach(c, n, cross, d, mode, skip);
  // All failed: now their errors are wanted.
  return results ?? tryEach(c, n, cross, d, mode, () => false) ?? [];
}

/** Tries the disjuncts that are not skipped; null when none is left and some were skipped. */
function tryEach(
  c: Context,
  n: NodeState,
  cross: readonly NodeState[],
  d: PendingDisjunction,
  mode: Mode,
  skip: (p: NodeState, x: PendingDisjunct) => boolean,
): NodeState[] | null {
  c.enterDepth(n);
  let skipped = false;
  const tried: NodeState[] = [];
  let leftDrops = true;
  let rightDrops = true;
  for (const p of cross) {
    beginFields(c, p.node);
    for (let i = 0; i < d.disjuncts.length; i++) {
      const x = d.disjuncts[i]!;
      c.meter.step();
      if (skip(p, x)) {
        skipped = true;
        continue;
      }
      c.counters.disjuncts++;
      const r = tryDisjunct(c, p, new Conjunct(d.env, x.expr, d.ci), x.mode, mode, n.node);
      if (r.tag === Tag.Bottom) {
        if (r.code === ErrorCode.User) n.userErrs = append(n.userErrs, r);
        x.err = r;
        continue;
      }
      tried.push(r.state);
      if (p.defaultMode === DefaultMode.Is || p.origDefaultMode === DefaultMode.Is) leftDrops = false;
      if (x.mode === DefaultMode.Is) rightDrops = false;
    }
  }
  if (tried.length === 0 && skipped) {
    c.leaveDepth();
    return null;
  }
  const results = new DisjunctSet(c);
  let hasNonMaybe = false;
  for (const r of tried) {
    if (r.disjuncts.length === 0) {
      r.defaultMode = combine(
        leftDrops ? DefaultMode.Maybe : r.defaultMode,
        rightDrops ? DefaultMode.Maybe : r.origDefaultMode,
      );
      results.add(r);
      continue;
    }
    // A disjunct that is itself undecided: its own disjuncts take its place.
    for (let i = 0; i < r.disjuncts.length; i++) {
      const x = r.disjuncts[i]!;
      const m = combine(r.origDefaultMode, x.defaultMode);
      x.defaultMode = combine(leftDrops ? DefaultMode.Maybe : r.defaultMode, m);
      if (x.defaultMode !== DefaultMode.Maybe) hasNonMaybe = true;
      results.add(x);
    }
  }
  if (hasNonMaybe)
    for (const r of results.list) if (r.defaultMode === DefaultMode.Maybe) r.defaultMode = DefaultMode.Not;
  c.leaveDepth();
  return results.list;
}

const combine = (a: DefaultMode, b: DefaultMode): DefaultMode => (a > b ? a : b);

/** Evaluates one disjunct in a copy of node n. */
function tryDisjunct(
  c: Context,
  n: NodeState,
  conj: Conjunct,
  m: DefaultMode,
  mode: Mode,
  orig: Vertex,
): Bottom | { readonly tag: -1; readonly state: NodeState } {
  const map = new Map<Vertex, Vertex>();
  n.blocking = [];
  const savedBlocking = c.blocking;
  c.blocking = [];
  const forward = !orig.isDisjunct;
  const savedOrigBase = orig.base;
  const d = copyForTrial(c, n, map);
  const v = d.node;
  if (forward) orig.base = v;
  const frame = c.overlays.length;
  c.overlays.push({ map, root: n.node });
  d.runMode = mode;
  const savedBase = n.node.base;
  n.node.base = v;
  try {
    v.status = Status.Unprocessed;
    c.enterConjunct(d, conj, conj.ci);
    d.defaultMode = n.defaultMode;
    d.origDefaultMode = m;
    c.unify(v, flags(AllKnown, mode) | CheckTypos | FinalStatus);
    const err = errorBelow(c, d);
    if (err !== null && err !== inProgressMarker) return err;
    const result = survivor(v).state;
    if (result === null) return { tag: -1, state: d };
    result.origDefaultMode = d.origDefaultMode;
    return { tag: -1, state: result };
  } finally {
    n.node.base = savedBase;
    c.overlays.length = frame;
    if (forward) orig.base = savedOrigBase;
    c.blocking = savedBlocking;
  }
}

function errorOf(c: Context, n: NodeState): Bottom | null {
  const b = bottomOf(n.node);
  if (b !== null && b !== inProgressMarker) return b;
  return n.node.childErrors ?? n.errs ?? c.errs;
}

/** The first error in a node or its members; even incomplete ones eliminate a disjunct. */
function errorBelow(c: Context, n: NodeState): Bottom | null {
  const err = errorOf(c, n);
  if (err !== null) return err;
  c.meter.steps(n.node.arcs.length);
  for (let i = 0; i < n.node.arcs.length; i++) {
    const a = n.node.arcs[i]!;
    if (a.arcType > ArcType.Required || isLetLabel(a.label)) return null;
    const s = c.state(a);
    if (s === null) continue;
    const below = errorBelow(c, s);
    if (below !== null) return below;
  }
  return null;
}

/** Results of a round, equal ones once. Only those with the same fields are compared. */
class DisjunctSet {
  readonly list: NodeState[] = [];
  readonly #c: Context;
  readonly #byShape = new Map<string, NodeState[]>();

  constructor(c: Context) {
    this.#c = c;
  }

  /** Adds a result unless an equal one is there; that one becomes a default if this one is. */
  add(x: NodeState): void {
    const shape = fieldShape(nodeBehind(x.node));
    let alike = this.#byShape.get(shape);
    if (alike === undefined) this.#byShape.set(shape, (alike = []));
    for (const known of alike) {
      this.#c.meter.step();
      if (known === x) return;
      if (!equalResults(this.#c, known, x)) continue;
      if (this.#isMarkedTwin(known, x)) {
        // What is computed from it must be known to be marked.
        if (known.defaultMode === DefaultMode.Is) x.defaultMode = DefaultMode.Is;
        mergeCloseInfo(x, known);
        this.list[this.list.indexOf(known)] = x;
        alike[alike.indexOf(known)] = x;
        return;
      }
      if (x.defaultMode === DefaultMode.Is) known.defaultMode = DefaultMode.Is;
      mergeCloseInfo(known, x);
      return;
    }
    alike.push(x);
    this.list.push(x);
  }

  #isMarkedTwin(known: NodeState, x: NodeState): boolean {
    if (this.#c.runtime.hasMarks !== true && !this.#c.hasMarks) return false;
    const { labels } = this.#c.runtime;
    return deepMarks(known.node, labels) === null && deepMarks(x.node, labels) !== null;
  }
}

/**
 * A text that equal results have in common: their scalar, or their fields with the scalars that are known of them. So
 * the alternatives of a product, which have the same fields, are told apart without comparing each with all others.
 */
function fieldShape(v: Vertex): string {
  if (v.arcs.length === 0 && v.status === Status.Finalized) {
    const scalar = scalarText(v.base);
    if (scalar !== "") return scalar;
  }
  const fields: string[] = [];
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i] as Vertex;
    if (a.arcType <= ArcType.Optional) fields.push(`${a.label}${knownScalar(a)}`);
  }
  return fields.length < 2 ? fields.join() : fields.sort().join();
}

/** The same for a field that is finished, under evaluation, or a literal that nobody has opened. */
function knownScalar(v: Vertex): string {
  const base = nodeBehind(v).base;
  const text = base === null ? "" : scalarText(base);
  return text !== "" ? text : scalarText(v.state === null ? plainLiteralOf(v) : v.state.scalar);
}

const longText = 80;

function scalarText(x: Node | null): string {
  if (x === null) return "";
  if (x.tag === Tag.Num) return `=${hashKey(x.x)}`;
  if (x.tag === Tag.String) return `=${JSON.stringify(x.s.slice(0, longText))}${x.s.length}`;
  return "";
}

function equalResults(c: Context, known: NodeState, x: NodeState): boolean {
  const xv = nodeBehind(known.node);
  const nv = nodeBehind(x.node);
  if (xv.status === Status.Finalized && nv.status === Status.Finalized) {
    finishOptional(c, xv);
    finishOptional(c, nv);
    return equal(c.meter, xv, nv, EqualFlag.Structural);
  }
  if (!equalPartialNode(c, x.node, known.node)) return false;
  const a = partialValue(c, x, nv);
  const b = partialValue(c, x, xv);
  return a === null || b === null || equal(c.meter, a, b, EqualFlag.Structural);
}

function partialValue(c: Context, n: NodeState, v: Vertex): Value | null {
  const base = v.base === null || isInProgressMarker(v.base) ? remainingConstraints(c, n) : v.base;
  return base.tag === Tag.StructMarker || base.tag === Tag.ListMarker ? null : base;
}

function errorsOfAll(c: Context, n: NodeState, d: PendingDisjunction): Bottom {
  let code: ErrorCode = ErrorCode.Eval;
  for (let i = 0; i < d.disjuncts.length; i++) {
    const x = d.disjuncts[i]!;
    if (x.err === null || x.err.code === ErrorCode.User) continue;
    if (x.err.code > code) code = x.err.code;
    n.disjunctErrs = append(n.disjunctErrs, x.err);
  }
  return new Bottom(null, disjunctFailure(c, n), code, n.node);
}

/** Which of the errors to report, and how: decided when someone asks. */
function disjunctFailure(c: Context, n: NodeState): CueFailure {
  const disjunctErrs = [...n.disjunctErrs];
  const userErrs = [...n.userErrs];
  const { vertex, src } = c;
  const altPath = c.altPath.length > 0 ? [...c.altPath] : null;
  const labels = c.runtime.labels;
  return new DeferredFailures(() => {
    const errs = selectErrors(userErrs.length > 0 ? userErrs : disjunctErrs);
    const others = userErrs.length > 0 ? selectErrors(disjunctErrs) : null;
    const head = (format: Wording, count: number): Failure => new Failure(vertex, altPath, src, [], format, [count]);
    if (errs === null) return [head("empty disjunction", 0)];
    const list = sortedFailures(errs, labels);
    const first = list.length === 1 ? (list[0] as CueFailure) : head("% errors in empty disjunction:", list.length);
    if (others !== null && first.sort === "message") for (const p of inputPositions(others)) addPlace(first.inputs, p);
    return list.length === 1 ? list : [first, ...list];
  });
}

/** With many errors: only incomplete ones if there are any, and one for each place. */
function selectErrors(all: readonly Bottom[]): CueFailure | null {
  let errs: CueFailure | null = null;
  if (all.length <= 2) {
    for (const b of all) errs = joinFailures(errs, b.err);
    return errs;
  }
  const first = all.findIndex((b) => b.code >= ErrorCode.Incomplete);
  const list = first < 0 ? all : all.slice(first);
  const seen: (Src | null)[] = [];
  const isNew = (p: Src | null): boolean => {
    if (seen.some((q) => q === p || (q !== null && p !== null && q.file === p.file && q.offset === p.offset)))
      return false;
    seen.push(p);
    return true;
  };
  for (const b of list) {
    if (isNew(primaryPosition(b.err)) || inputPositions(b.err).some(isNew)) errs = joinFailures(errs, b.err);
  }
  return errs;
}

function primaryPosition(f: CueFailure): Src | null {
  switch (f.sort) {
    case "message":
      return f.pos;
    case "wrapped":
      return f.outer.pos ?? primaryPosition(f.inner);
    case "list":
      return f.items.length === 0 ? null : primaryPosition(f.items[0] as CueFailure);
  }
}

function inputPositions(f: CueFailure): readonly Src[] {
  switch (f.sort) {
    case "message":
      return f.inputs;
    case "wrapped":
      return [...f.outer.inputs, ...inputPositions(f.inner)];
    case "list":
      return f.items.flatMap(inputPositions);
  }
}

/** Makes several survivors the value of the node: defaults first. */
export function writeDisjunction(c: Context, n: NodeState): void {
  if (n.disjuncts.length === 0) return;
  let failed = 0;
  for (let i = 0; i < n.disjuncts.length; i++) {
    const x = n.disjuncts[i]!;
    x.node.conjuncts = [];
    const b = x.errs;
    if (b === null) continue;
    if (b.code === ErrorCode.User) n.userErrs = append(n.userErrs, b);
    else n.disjunctErrs = append(n.disjunctErrs, b);
    failed++;
  }
  if (failed === n.disjuncts.length) {
    let code: ErrorCode = n.disjunctErrs.length === 0 ? ErrorCode.Incomplete : ErrorCode.Eval;
    for (const b of n.disjunctErrs) if (b.code > code) code = b.code;
    n.node.base = new Bottom(null, disjunctFailure(c, n), code, n.node);
    n.node.status = Status.Finalized;
    return;
  }
  let hasDefaults = n.disjuncts.some((x) => x.defaultMode === DefaultMode.Is);
  const values: Value[] = [];
  let p = 0;
  n.disjuncts.forEach((x, i) => {
    if (x.defaultMode === DefaultMode.Is) {
      // A default trades places with the first value after the defaults so far.
      if (p < i) values[i] = values[p] as Value;
      values[p++] = x.node;
      return;
    }
    if (x.defaultMode === DefaultMode.Not) hasDefaults = true;
    values[i] = x.node;
  });
  const d = new Disjunction(null, values, p, hasDefaults);
  n.node.base =
    n.defaultAttemptInCycle === null || p === 1
      ? d
      : defaultCycle(c, n.defaultAttemptInCycle, "cycle across unresolved disjunction referenced by %");
  clearArcs(n.node);
  n.node.childErrors = null;
}
