import { ArcType, BottomKind, CycleType, NodeState, Status, Tag, TaskKind } from "../value/index.ts";
import type { Conjunct, Home, Resolver, Vertex } from "../value/index.ts";
import { beginVertex } from "./arcs.ts";
import { checkFields } from "./closedness.ts";
import {
  AncestorsDone,
  BelowDone,
  CheckTypos,
  FieldsFed,
  FieldsKnown,
  KindKnown,
  Mode,
  PresenceKnown,
  ScalarKnown,
  conditionOf,
  flags,
  modeOf,
} from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { inProgressMarker, isForeign, isInProgressMarker, mergeErrors, ownCloseInfo } from "./context.ts";
import type { Context } from "./context.ts";
import { endsInCycle, hasAncestor, inheritCycle, isUnderWay, reportCycle } from "./cycle.ts";
import { ancestorsAreDone, announce, drive, expectFrom, fieldsAreFed, knows, noteAncestors } from "./demand.ts";
import { writeDisjunction } from "./disjunction.ts";
import { finishFields, runChecks, settlePendingArcs } from "./finish-fields.ts";
import { flushParkedCalls } from "./parked-calls.ts";
import { finishIfPlain } from "./quick-ways.ts";
import { emptyNode } from "./reference.ts";
import { release } from "./release.ts";
import { noteScalar } from "./scalar.ts";
import { settleValue } from "./settle.ts";
import { confirmSharing } from "./share.ts";
import {
  allTasksFinished,
  allTasksStarted,
  bottomOf,
  clearArcs,
  isRooted,
  nodeBehind,
  sharedWith,
  survivor,
} from "./vertex-ops.ts";

/** The state of a vertex, created if it is not finished; its conjuncts are not read yet. */
export function blankState(v: Vertex): NodeState | null {
  if (v.status === Status.Finalized) return null;
  if (v.state === null) {
    const n = new NodeState(v);
    v.state = n;
    const p = v.parent;
    if (p !== null && p.state !== null) {
      n.isDisjunct = p.state.isDisjunct;
      n.depth = p.state.depth + 1;
      expectFrom(n, AncestorsDone);
    }
    expectFrom(n, ScalarKnown | PresenceKnown);
    if (v.hasFirmConjunct) n.hasNonCyclic = true;
    if (v.isCutOff) n.dropParentRequirements = true;
    beginVertex(v);
  }
  return v.state;
}

/** The state of a vertex with all its conjuncts scheduled; null if it is finished. */
export function state(c: Context, v: Vertex): NodeState | null {
  if (isForeign(c, v) && finishedElsewhere(c, v, false)) return v.status === Status.Finalized ? null : v.state;
  const n = blankState(v);
  if (n !== null && !n.isInitialized) enterConjuncts(c, n);
  return n;
}

/** Lets a library finish what belongs to it. False: it is at work itself. */
function finishedElsewhere(c: Context, v: Vertex, wholly: boolean): boolean {
  if (v.status === Status.Finalized) return true;
  return (v.home as Home).finish(v, wholly, c.meter);
}

function enterConjuncts(c: Context, n: NodeState): void {
  n.isInitialized = true;
  c.counters.unifications++;
  const v = n.node;
  v.base = inProgressMarker;
  const saved = c.vertex;
  c.vertex = v;
  for (let i = 0; i < v.conjuncts.length; i++) {
    const conj = v.conjuncts[i] as Conjunct;
    c.enterConjunct(n, conj, inheritCycle(c, ownCloseInfo(c, conj)));
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
  if (mode === Mode.Look) return false;
  c.meter.step();
  const needs = conditionOf(f);
  if (isForeign(c, v) && finishedElsewhere(c, v, (needs & BelowDone) !== 0)) return true;
  if (v.state === null && finishIfPlain(c, v, mode)) return true;
  const n = state(c, v);
  if (n === null) return true;
  // Asking the parent first lets it add what it has.
  if (!ancestorsAreDone(n) && (!isRooted(v) || fieldsAreFed(c, v.parent) || mode === Mode.Force))
    announce(c, n, AncestorsDone);
  const nodeNeeds = needs & ~BelowDone;
  if (v.base === null) v.base = inProgressMarker;
  noteScalar(c, n);
  if (nodeNeeds === (ScalarKnown | PresenceKnown) && knows(n, nodeNeeds)) return true;
  // Met again at the same depth: a self-reference. What is there has to do.
  if (v.status === Status.Evaluating && n.evalDepth === c.evalDepth && mode === Mode.Try && (needs & FieldsKnown) === 0)
    return false;
  v.status = Status.Evaluating;
  n.uses++;
  c.enterDepth(n);
  const savedVertex = c.vertex;
  const result = evaluateNode(c, v, n, needs, nodeNeeds, mode, (f & CheckTypos) !== 0);
  c.vertex = savedVertex;
  c.leaveDepth();
  n.uses--;
  if (v.state !== null && (v.status as Status) === Status.Finalized) release(n);
  return result;
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
  drive(c, n, nodeNeeds, mode);
  if (v.arcType !== ArcType.Pending && knows(n, AncestorsDone) && allTasksFinished(n)) announce(c, n, PresenceKnown);
  c.vertex = v;
  let w = survivor(v);
  if (w !== v) {
    // One disjunct survived: the node is that disjunct.
    v.closedRecursive = w.closedRecursive;
    v.status = w.status;
    v.childErrors = mergeErrors(null, v.childErrors, w.childErrors);
    clearArcs(v);
    return w.status === Status.Finalized || (w.state !== null && knows(w.state, needs));
  }
  noteScalar(c, n);
  if (!knows(n, nodeNeeds) && mode !== Mode.Force) return false;

  if (n.isShared) {
    if (isInProgressMarker(n.origBase)) n.origBase = null;
  } else {
    if (isInProgressMarker(v.base)) v.base = null;
    settleValue(c, n);
  }
  if (v.base !== null && v.base.tag === Tag.Vertex && n.shareCycleType === CycleType.None) {
    const target = v.base;
    if (isUnderWay(c, target)) {
      reportCycle(c, n);
      return true;
    }
    c.unify(target, flags(needs, mode) | (checkTypos ? CheckTypos : 0));
  }
  // Fields that came since then are not finished.
  const wasDone = (n.completed & BelowDone) !== 0;
  if (wasDone) {
    // nothing is left to do below
  } else if ((needs & BelowDone) !== 0) {
    if (!endsInCycle(c, n) && (v.status as Status) !== Status.Finalized && n.kind !== BottomKind)
      finishFields(c, n, needs, mode, checkTypos);
    if (mode === Mode.Force) announce(c, n, BelowDone);
    runChecks(c, n);
  } else if ((needs & FieldsKnown) !== 0) settlePendingArcs(c, n, mode);

  const err = mergeErrors(null, n.errs, c.takeErrs());
  n.errs = err;
  if (err !== null) {
    n.errs = null;
    v.base = mergeErrors(null, bottomOf(v), err);
  }
  writeDisjunction(c, n);
  if (mode === Mode.Try) return knows(n, needs);
  const met = n.completed & needs;
  if (met !== 0) announce(c, n, met);

  w = nodeBehind(v);
  if (w !== v) return finishShared(c, n, v, w, needs, mode, checkTypos);
  if ((n.completed & BelowDone) === 0) return knows(n, needs);

  c.evalDepth++;
  if (n.isDef && (!n.hasTop || n.hasStruct)) v.closedRecursive = true;
  if (checkTypos) checkFields(c, n, wasDone);
  v.status = Status.Finalized;
  c.evalDepth--;
  return knows(n, needs);
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
  if ((n.completed & BelowDone) === 0) {
    if (w.status === Status.Unprocessed) c.need(w, needs, mode);
    return knows(n, needs);
  }
  if (w.closedRecursive) v.closedRecursive = true;
  if (w.hasEllipsis) v.hasEllipsis = true;
  v.status = w.status;
  confirmSharing(c, n);
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
    const arc = c.follow(t.x as Resolver, flags(FieldsKnown, Mode.Look));
    c.leave(before);
    if (arc === null || arc === emptyNode) continue;
    if (isUnderWay(c, sharedWith(arc))) return true;
  }
  return false;
}

/** Lets outstanding tasks of a node run; several tasks may ask for it while it is under way. */
export function finishTasks(c: Context, n: NodeState, mode: Mode): void {
  if (mode === Mode.Try && !(n.node.status === Status.Finalized || n.isInitialized)) return;
  if (n.completing > 0) return;
  n.completing++;
  noteAncestors(c, n);
  if (!allTasksStarted(n)) {
    drive(c, n, KindKnown | FieldsFed, mode);
    noteScalar(c, n);
  }
  n.completing--;
}
