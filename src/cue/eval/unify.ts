import { refersToLoose, shareFinished } from "./share.ts";
import { finishLeaf, leafValue, mayBeLeaf } from "./leaf.ts";
import { Exhausted } from "../meter/index.ts";
import {
  ArcType,
  Bottom,
  BottomKind,
  Conjunct,
  CycleType,
  ErrorCode,
  NodeState,
  Status,
  StructKind,
  Tag,
  TaskKind,
  isLetLabel,
  isStringLabel,
  maxPlainDepth,
  append,
  noItems,
} from "../value/index.ts";
import type { CloseInfo, Expr, Resolver, Value, Vertex } from "../value/index.ts";
import { beginVertex, updateArcType } from "./arcs.ts";
import { checkBound } from "./bounds.ts";
import { checkValidator } from "./call.ts";
import { checkFields, hasActiveRequirement, passesOnEvidence } from "./close.ts";
import {
  AllKnown,
  AncestorsDone,
  ArcTypeKnown,
  CheckTypos,
  FieldConjunctsKnown,
  FieldSetKnown,
  FinalStatus,
  Mode,
  ScalarKnown,
  SubFieldsDone,
  ValueKnown,
  conditionOf,
  flags,
  modeOf,
} from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { combineErrors, cycleMarker, isCycleMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { assertStructuralCycle, hasAncestor, hasDepthCycle, inheritCycle, reportCycle } from "./cycle.ts";
import { takeDefault } from "./defaults.ts";
import { finalizeDisjunctions } from "./disjunction.ts";
import { canWait } from "./lazy.ts";
import { addChildError, addNodeBottom } from "./node-errors.ts";
import { finishPlain, isSmall, plainLiteralOf } from "./plain.ts";
import { emptyNode } from "./reference.ts";
import {
  addsNothingMore,
  allChildConjunctsKnown,
  ancestorsAreDone,
  blockOn,
  meets,
  noteAncestors,
  process,
  signal,
} from "./scheduler.ts";
import { updateScalar } from "./scalar.ts";
import { settleValue } from "./settle.ts";
import { finalizeSharing } from "./share.ts";
import {
  allTasksFinished,
  allTasksStarted,
  bottomOf,
  clearArcs,
  derefDisjunct,
  derefNonDisjunct,
  derefValue,
  isConcrete,
  isRooted,
  unwrap,
  valueOf,
} from "./vertex-ops.ts";

/** The state of a vertex, created if it is not finished; its conjuncts are not read yet. */
export function bareState(v: Vertex): NodeState | null {
  if (v.status === Status.Finalized) return null;
  if (v.state === null) {
    const n = new NodeState(v);
    v.state = n;
    const p = v.parent;
    if (p !== null && p.state !== null) {
      n.isDisjunct = p.state.isDisjunct;
      n.depth = p.state.depth + 1;
      blockOn(n, AncestorsDone);
    }
    blockOn(n, ScalarKnown | ArcTypeKnown);
    beginVertex(v);
  }
  return v.state;
}

/** The state of a vertex with all its conjuncts scheduled; null if it is finished. */
export function state(c: Context, v: Vertex): NodeState | null {
  const n = bareState(v);
  if (n !== null && !n.isInitialized) scheduleConjuncts(c, n);
  return n;
}

function scheduleConjuncts(c: Context, n: NodeState): void {
  n.isInitialized = true;
  c.counters.unifications++;
  const v = n.node;
  v.base = cycleMarker;
  const saved = c.vertex;
  c.vertex = v;
  for (let i = 0; i < v.conjuncts.length; i++) {
    const conj = v.conjuncts[i] as Conjunct;
    c.scheduleConjunct(n, conj, inheritCycle(c, conj.ci));
  }
  n.isScheduled = true;
  c.vertex = saved;
}

/**
 * Evaluates a vertex as far as the flags ask; says whether that was reached.
 * The order of the steps is part of the language as it is: what is read before it is complete depends on it.
 */
export function unify(c: Context, v: Vertex, f: Flags): boolean {
  const mode = modeOf(f);
  if (mode === Mode.Ignore) return false;
  c.meter.step();
  const needs = conditionOf(f);
  if (v.state === null && finishIfPlain(c, v, mode)) return true;
  const n = state(c, v);
  if (n === null) return true;
  if (!ancestorsAreDone(n) && (mode === Mode.Finalize || !isRooted(v) || allChildConjunctsKnown(c, v.parent)))
    signal(c, n, AncestorsDone);
  const nodeNeeds = needs & ~SubFieldsDone;
  if (v.base === null) v.base = cycleMarker;
  updateScalar(c, n);
  if (nodeNeeds === (ScalarKnown | ArcTypeKnown) && meets(n, nodeNeeds)) return true;
  // Met again at the same depth: a self-reference. What is there has to do.
  if (
    v.status === Status.Evaluating &&
    n.evalDepth === c.evalDepth &&
    mode === Mode.Attempt &&
    (needs & FieldSetKnown) === 0
  )
    return false;
  v.status = Status.Evaluating;
  n.uses++;
  c.markDepth(n);
  const savedVertex = c.vertex;
  const result = evaluateNode(c, v, n, needs, nodeNeeds, mode, (f & CheckTypos) !== 0);
  c.vertex = savedVertex;
  c.unmarkDepth();
  n.uses--;
  if (v.state !== null && (v.status as Status) === Status.Finalized) release(n);
  return result;
}

/**
 * Whether a vertex could be finished at once, because all that will ever be in it is a plain literal. Results of inline
 * expressions are read while they are made, and keep to the order of that.
 */
function finishIfPlain(c: Context, v: Vertex, mode: Mode): boolean {
  if (mayBeLeaf(v)) return finishIfLeaf(c, v, mode);
  if (mayShare(v)) return shareIfFinished(c, v, mode);
  const x = plainLiteralOf(v);
  if (x === null || !isRooted(v) || c.evalDepth + maxPlainDepth > c.meter.limits.depth) return false;
  const p = v.parent === null ? null : v.parent.state;
  if (p !== null && ((p.isDisjunct && mode !== Mode.Finalize) || !passesOnEvidence(p, v))) return false;
  if (mode !== Mode.Finalize && !(isSmall(x) && isComplete(c, v))) return false;
  finishPlain(c, v, x);
  return true;
}

/** Whether there is nothing in a vertex yet but one reference. */
function mayShare(v: Vertex): boolean {
  if (v.conjuncts.length !== 1 || v.status !== Status.Unprocessed || v.arcType !== ArcType.Member) return false;
  if (v.base !== null || v.arcs.length > 0 || v.patterns !== null) return false;
  const { x } = v.conjuncts[0]!;
  const tag = x.tag === Tag.Field ? x.value.tag : x.tag;
  return tag === Tag.FieldReference || tag === Tag.SelectorExpr;
}

function shareIfFinished(c: Context, v: Vertex, mode: Mode): boolean {
  if (!isRooted(v)) return false;
  const p = v.parent === null ? null : v.parent.state;
  if (p !== null && ((p.isDisjunct && mode !== Mode.Finalize) || !passesOnEvidence(p, v))) return false;
  if (mode !== Mode.Finalize && !isComplete(c, v)) return false;
  return shareFinished(c, v) || (refersToLoose(c, v) && finishAsLeaf(c, v));
}

function finishIfLeaf(c: Context, v: Vertex, mode: Mode): boolean {
  if (!isRooted(v)) return false;
  const p = v.parent === null ? null : v.parent.state;
  if (mode !== Mode.Finalize && ((p !== null && p.isDisjunct) || !isComplete(c, v))) return false;
  return finishAsLeaf(c, v);
}

function finishAsLeaf(c: Context, v: Vertex): boolean {
  const value = leafValue(c, v);
  if (value === null) return false;
  finishLeaf(v, value);
  return true;
}

/** Whether no conjunct will be added to a vertex that nobody has begun with. */
function isComplete(c: Context, v: Vertex): boolean {
  for (let p = v.parent; p !== null && p.state !== null; p = p.parent) if (!addsNothingMore(p.state)) return false;
  return allChildConjunctsKnown(c, v.parent);
}

function evaluateNode(
  c: Context,
  v: Vertex,
  n: NodeState,
  needs: number,
  nodeNeeds: number,
  mode: Mode,
  checkTypos: boolean,
): boolean {
  flushParkedCalls(c, n);
  process(c, n, nodeNeeds, mode);
  if (v.arcType !== ArcType.Pending && meets(n, AncestorsDone) && allTasksFinished(n)) signal(c, n, ArcTypeKnown);
  c.vertex = v;
  let w = derefDisjunct(v);
  if (w !== v) {
    // One disjunct survived: the node is that disjunct.
    v.closedRecursive = w.closedRecursive;
    v.status = w.status;
    v.childErrors = combineErrors(null, v.childErrors, w.childErrors);
    clearArcs(v);
    return w.status === Status.Finalized || (w.state !== null && meets(w.state, needs));
  }
  updateScalar(c, n);
  if (!meets(n, nodeNeeds) && mode !== Mode.Finalize) return false;

  if (n.isShared) {
    if (isCycleMarker(n.origBase)) n.origBase = null;
  } else {
    if (isCycleMarker(v.base)) v.base = null;
    settleValue(c, n);
  }
  if (v.base !== null && v.base.tag === Tag.Vertex && n.shareCycleType === CycleType.None) {
    const target = v.base;
    if (hasDepthCycle(c, target)) {
      reportCycle(c, n);
      return true;
    }
    c.unify(target, flags(needs, mode) | (checkTypos ? CheckTypos : 0));
  }
  if ((n.completed & SubFieldsDone) !== 0) {
    // done already
  } else if ((needs & SubFieldsDone) !== 0) {
    if (!assertStructuralCycle(c, n) && (v.status as Status) !== Status.Finalized && n.kind !== BottomKind)
      completeArcs(c, n, needs, mode, checkTypos);
    if (mode === Mode.Finalize) signal(c, n, SubFieldsDone);
    runChecks(c, n);
  } else if ((needs & FieldSetKnown) !== 0) settlePendingArcs(c, n, mode);

  const err = combineErrors(null, n.errs, c.takeErrs());
  n.errs = err;
  if (err !== null) {
    n.errs = null;
    v.base = combineErrors(null, bottomOf(v), err);
  }
  finalizeDisjunctions(c, n);
  if (mode === Mode.Attempt) return meets(n, needs);
  const met = n.completed & needs;
  if (met !== 0) signal(c, n, met);

  w = derefValue(v);
  if (w !== v) return finishShared(c, n, v, w, needs, mode, checkTypos);
  if ((n.completed & SubFieldsDone) === 0) return meets(n, needs);

  c.evalDepth++;
  if (n.isDef && (!n.hasTop || n.hasStruct)) v.closedRecursive = true;
  if (checkTypos) checkFields(c, n);
  v.status = Status.Finalized;
  c.evalDepth--;
  return meets(n, needs);
}

/** The node is another one: that one must be as complete as this one has to be. */
function finishShared(
  c: Context,
  n: NodeState,
  v: Vertex,
  w: Vertex,
  needs: number,
  mode: Mode,
  checkTypos: boolean,
): boolean {
  clearArcs(v);
  v.childErrors = null;
  if ((n.completed & SubFieldsDone) === 0) {
    if (w.status === Status.Unprocessed) c.unify(w, flags(needs, mode));
    return meets(n, needs);
  }
  if (w.closedRecursive) v.closedRecursive = true;
  if (w.hasEllipsis) v.hasEllipsis = true;
  v.status = w.status;
  finalizeSharing(c, n);
  if (hasAncestor(c, n, w) || isWaitingForItself(c, w)) {
    reportCycle(c, n);
    return true;
  }
  c.unify(w, flags(needs, mode) | (checkTypos ? CheckTypos : 0));
  return true;
}

/** A pending reference of w leads to something that is being evaluated: going on would be a cycle of w's own. */
function isWaitingForItself(c: Context, w: Vertex): boolean {
  const s = w.state;
  if (s === null) return false;
  for (let i = 0; i < s.tasks.length; i++) {
    const t = s.tasks[i]!;
    if (t.state !== 0 || t.kind !== TaskKind.Resolver) continue;
    const before = c.enter(t.env, null);
    c.ci = t.ci;
    const arc = c.resolve(t.x as Resolver, flags(FieldSetKnown, Mode.Ignore));
    c.leave(before);
    if (arc === null || arc === emptyNode) continue;
    if (hasDepthCycle(c, derefNonDisjunct(arc))) return true;
  }
  return false;
}

/** Validators run once the value is complete. */
function runChecks(c: Context, n: NodeState): void {
  const checks = n.checks;
  if (checks.length === 0) return;
  const value = valueOf(n.node);
  if (value === null || !isConcrete(value)) return;
  n.checks = noItems;
  for (const check of checks) {
    const before = c.enter(check.env, null);
    c.src = check.x.src;
    c.ci = check.ci;
    // Errors of the node itself stay with it.
    c.errs = before.errs;
    const x = check.x;
    const b =
      x.tag === Tag.BoundValue
        ? checkBound(c, x, n.node)
        : x.tag === Tag.BuiltinValidator
          ? checkValidator(c, x, n.node)
          : null;
    c.errs = c.leave(before);
    if (b !== null) addNodeBottom(n, b);
  }
}

/** Lets outstanding tasks of a node run; several tasks may ask for it while it is under way. */
export function completeNodeTasks(c: Context, n: NodeState, mode: Mode): void {
  if (mode === Mode.Attempt && !(n.node.status === Status.Finalized || n.isInitialized)) return;
  if (n.completing > 0) return;
  n.completing++;
  noteAncestors(c, n);
  if (!allTasksStarted(n)) {
    process(c, n, ValueKnown | FieldConjunctsKnown, mode);
    updateScalar(c, n);
  }
  n.completing--;
}

/** Evaluates all fields, collects their errors, and checks what was assumed on the way. */
function completeArcs(c: Context, n: NodeState, needs: number, mode: Mode, checkTypos: boolean): void {
  const v = n.node;
  completeNodeTasks(c, n, Mode.Finalize);
  c.evalDepth++;
  if (c.evalDepth > c.meter.limits.depth) throw new Exhausted("depth", c.meter.limits.depth);
  const f = flags(needs, mode) | (checkTypos && !n.hasDisjunction ? CheckTypos : 0);
  // The states of the fields are only needed for the check of what is allowed.
  const keepStates = n.isDisjunct || hasActiveRequirement(n);
  // Arcs may be added on the way.
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i] as Vertex;
    if (a.arcType === ArcType.Optional && canWait(c, a)) continue;
    c.unify(a, f);
    if (!keepStates) dropState(a);
    if (a.arcType === ArcType.Pending) {
      updateArcType(c, a, ArcType.NotPresent);
      continue;
    }
    if (a.arcType > ArcType.Required || !isStringLabel(a.label) || (n.kind & StructKind) !== 0) continue;
    if (bottomOf(v) === null && bottomOf(a) === null) fieldMismatch(c, n, a);
  }
  if (hasAbsentArc(v)) v.setArcs(v.arcs.filter((a) => a.arcType !== ArcType.NotPresent));
  for (let i = 0; i < v.arcs.length; i++) {
    const arc = v.arcs[i]!;
    if (isLetLabel(arc.label) || arc.arcType > ArcType.Required) continue;
    const err = bottomOf(arc);
    if (err !== null) {
      // It is kept with its places, once for each level.
      c.meter.values(2);
      addChildError(n, err);
    }
  }
  for (let i = 0; i < n.postChecks.length; i++) {
    const check = n.postChecks[i]!;
    const before = c.enter(check.env, check.expr.src);
    const value = unwrap(takeDefault(c, c.evalExpr(check.expr, flags(AllKnown, Mode.Ignore) | FinalStatus)) ?? null);
    if ((value !== null && value.tag === Tag.Bottom) !== check.expectError) {
      const message = c.failureAt(
        check.expr.src,
        "circular dependency in evaluation of conditionals: % changed after evaluation",
        [check.expr],
      );
      v.base = combineErrors(null, bottomOf(v), new Bottom(check.expr.src, message, ErrorCode.Cycle, v));
      v.status = Status.Finalized;
    }
    c.leave(before);
  }
  finalizeSharing(c, n);
  c.evalDepth--;
}

function hasAbsentArc(v: Vertex): boolean {
  for (let i = 0; i < v.arcs.length; i++) if ((v.arcs[i] as Vertex).arcType === ArcType.NotPresent) return true;
  return false;
}

/** A regular field beside a value that is no struct. */
function fieldMismatch(c: Context, n: NodeState, a: Vertex): void {
  const scalar = valueOf(n.node);
  const f = c.failureAt(valueOf(a)?.src ?? null, "cannot combine regular field % with %", [
    JSON.stringify(c.runtime.labels.text(a.label)),
    scalar ?? n.node,
  ]);
  addNodeBottom(n, new Bottom(null, f, ErrorCode.Eval, n.node));
}

function settlePendingArcs(c: Context, n: NodeState, mode: Mode): void {
  const arcs = n.node.arcs;
  for (let i = 0; i < arcs.length; i++) {
    const a = arcs[i] as Vertex;
    if (a.arcType !== ArcType.Pending) continue;
    c.unify(a, flags(ArcTypeKnown, mode));
    if ((a.arcType as ArcType) === ArcType.Pending) updateArcType(c, a, ArcType.NotPresent);
  }
}

/** Calls that were held back because of a cycle run after all if they read nothing but labels. */
function flushParkedCalls(c: Context, n: NodeState): void {
  if (n.parked.length === 0 || n.tasks.length > 0) return;
  n.hasNonCyclic = true;
  const parked = n.parked;
  n.parked = [];
  for (const p of parked) {
    const x = p.conjunct.x;
    const expr =
      x.tag === Tag.Field || x.tag === Tag.LetField || x.tag === Tag.DynamicField || x.tag === Tag.BulkOptionalField
        ? x.value
        : x;
    if (!readsOnlyLabels(expr as Expr)) {
      n.parked = append(n.parked, p);
      continue;
    }
    const ci: CloseInfo = p.conjunct.ci.withCycle(CycleType.None, p.conjunct.ci.refs);
    if (p.arc !== null) c.scheduleVertexConjuncts(n, p.conjunct, p.arc, ci);
    else c.scheduleConjunct(n, new Conjunct(p.conjunct.env, x, ci), ci);
  }
}

function readsOnlyLabels(x: Expr): boolean {
  if (x.tag <= Tag.Vertex || x.tag === Tag.LabelReference) return true;
  switch (x.tag) {
    case Tag.BinaryExpr:
      return readsOnlyLabels(x.x) && readsOnlyLabels(x.y);
    case Tag.UnaryExpr:
      return readsOnlyLabels(x.x);
    case Tag.CallExpr:
      return x.args.every(readsOnlyLabels);
    case Tag.ListLit:
      return x.elems.every((e) => e.tag === Tag.Ellipsis || e.tag === Tag.Comprehension || readsOnlyLabels(e));
    case Tag.Interpolation:
      return x.parts.every(readsOnlyLabels);
    default:
      return false;
  }
}

function dropState(v: Vertex): void {
  const s = v.state;
  if (s === null || s.uses > 0 || s.isDisjunct || v.status !== Status.Finalized) return;
  // A clause that was pushed down into the field, or a test of what is there, still asks its state what is known.
  if (s.parentTasks.length > 0 || s.postChecks.length > 0) return;
  v.state = null;
  dropDisjunctStates(v, true);
}

/** A finished node's fields need their states no longer; its own goes when its parent is finished. */
function release(n: NodeState): void {
  if (n.uses > 0 || n.isDisjunct) return;
  const v = n.node;
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i]!;
    const s = a.state;
    if (s === null || s.uses > 0 || s.isDisjunct) continue;
    if (a.status === Status.Finalized || isUntouched(a, s)) {
      a.state = null;
      dropDisjunctStates(a, true);
    }
  }
  dropDisjunctStates(v, false);
  if (v.parent === null || isLetLabel(v.label)) v.state = null;
}

/** An optional field that was left alone: its state says nothing yet. */
function isUntouched(v: Vertex, s: NodeState): boolean {
  return (
    v.arcType === ArcType.Optional &&
    v.status === Status.Unprocessed &&
    !s.isInitialized &&
    s.parentTasks.length === 0 &&
    s.notify.length === 0 &&
    s.links.length === 0
  );
}

/** What was tried in copies is decided: below the survivors, and on request in them, no state is needed any more. */
function dropDisjunctStates(v: Vertex, own: boolean): void {
  const base = v.base;
  if (base === null) return;
  if (base.tag === Tag.Vertex) {
    if (base.isDisjunct) dropStatesBelow(base, own);
  } else if (base.tag === Tag.Disjunction)
    for (let i = 0; i < base.values.length; i++) {
      const x = base.values[i] as Value;
      if (x.tag === Tag.Vertex && x.isDisjunct) dropStatesBelow(x, own);
    }
}

function dropStatesBelow(v: Vertex, own: boolean): void {
  if (own) {
    const s = v.state;
    if (s !== null) {
      if (s.uses > 0 || s.parentTasks.length > 0 || s.postChecks.length > 0) return;
      if (v.status !== Status.Finalized && !isUntouched(v, s)) return;
      v.state = null;
    }
  }
  for (let i = 0; i < v.arcs.length; i++) dropStatesBelow(v.arcs[i] as Vertex, true);
  dropDisjunctStates(v, own);
}
