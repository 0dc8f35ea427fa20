import { ArcType, Task, TaskKind, TaskState, Tag, isLetLabel, append, noItems } from "../value/index.ts";
import type { CloseInfo, Condition, ConjunctNode, Environment, Node, NodeState, Vertex } from "../value/index.ts";
import {
  AncestorsDone,
  ArcTypeKnown,
  AutoUnblock,
  ChildConjunctsDone,
  CompleteArcs,
  Counted,
  DisjunctionDone,
  FieldConjunctsKnown,
  FieldSetKnown,
  Mode,
  NeedFieldConjuncts,
  NeedTasksDone,
  NeverKnown,
  ScalarKnown,
  SubFieldsDone,
  TasksDone,
  ValueKnown,
  contributions,
} from "./conditions.ts";
import { Yielded, combineErrors, expressionSource } from "./context.ts";
import type { Context, Reading } from "./context.ts";
import { hasOnlyCyclicConjuncts } from "./cycle.ts";
import { addNodeBottom } from "./node-errors.ts";
import { pushDown } from "./push-down.ts";

// A node's work is a list of tasks. Each may contribute to conditions of its node and may wait for conditions of
// others. Where nothing can go on, conditions are settled by decree in a fixed order and what waits runs again.

export function meets(n: NodeState, needs: Condition): boolean {
  const asked = n.started ? needs & n.provided : needs;
  return (n.completed & asked) === asked;
}

export function blockOn(n: NodeState, condition: Condition): void {
  n.provided |= condition;
}

function count(n: NodeState, conditions: Condition, by: number): Condition {
  let zero = 0;
  if ((conditions & ArcTypeKnown) !== 0 && (n.openArcType += by) === 0) zero |= ArcTypeKnown;
  if ((conditions & ValueKnown) !== 0 && (n.openValue += by) === 0) zero |= ValueKnown;
  if ((conditions & FieldConjunctsKnown) !== 0 && (n.openFieldConjuncts += by) === 0) zero |= FieldConjunctsKnown;
  if ((conditions & TasksDone) !== 0 && (n.openTasks += by) === 0) zero |= TasksDone;
  if ((conditions & DisjunctionDone) !== 0 && (n.openDisjunctions += by) === 0) zero |= DisjunctionDone;
  return zero;
}

export function scheduleTask(
  c: Context,
  n: NodeState,
  kind: TaskKind,
  env: Environment | null,
  x: Node | null,
  ci: CloseInfo,
): Task {
  const t = new Task(kind, n, env, x, ci);
  c.counters.tasks++;
  const completes =
    kind === TaskKind.Comprehension && x !== null && x.tag === Tag.Comprehension
      ? pushDown(c, n, t, x)
      : contributions(kind);
  n.provided |= completes;
  t.completes = completes;
  count(n, completes, 1);
  // Disjunctions run after everything else.
  const tasks = (n.tasks = append(n.tasks, t));
  if (kind !== TaskKind.Disjunctions)
    for (let i = tasks.length - 1; i > 0 && (tasks[i - 1] as Task).kind === TaskKind.Disjunctions; i--) {
      tasks[i] = tasks[i - 1] as Task;
      tasks[i - 1] = t;
    }
  return t;
}

/** What follows from what is known already. */
function derivedConditions(n: NodeState): Condition {
  let x = n.completed;
  const v = n.node;
  if ((x & AncestorsDone) !== 0) {
    x |= Counted & ~n.provided;
    // A pending arc may become a member by one of its own fields.
    if (n.openValue === 0 && (x & SubFieldsDone) !== 0) x |= ArcTypeKnown;
  }
  if (v.arcType === ArcType.Member || v.arcType === ArcType.NotPresent) x |= ArcTypeKnown;
  else if ((x & ArcTypeKnown) !== 0 && v.arcType === ArcType.Pending && !hasActiveParentTask(n))
    v.arcType = ArcType.NotPresent;
  if (
    (x & ValueKnown) !== 0 &&
    ((v.arcType as ArcType) === ArcType.Member || (v.arcType as ArcType) === ArcType.NotPresent)
  )
    x |= ScalarKnown;
  const all = NeedFieldConjuncts | NeedTasksDone;
  if ((x & all) === all) {
    // Tasks may have been added since the counters were last zero.
    if (n.openTasks > 0 || n.openFieldConjuncts > 0) return x;
    if ((x & SubFieldsDone) === 0)
      for (let i = 0; i < v.arcs.length; i++) if ((v.arcs[i] as Vertex).arcType === ArcType.Pending) return x;
    x |= FieldSetKnown;
  }
  return x;
}

/** Marks conditions as met and runs the tasks that waited for them. */
export function signal(c: Context, n: NodeState, completed: Condition): void {
  const was = n.completed;
  // Most of what is signalled is known and settled already.
  if ((completed & ~(was & n.frozen)) === 0) return;
  n.completed |= completed;
  const toFreeze = freezable(c, n, completed);
  if (was === n.completed) {
    n.frozen |= toFreeze;
    return;
  }
  n.completed |= derivedConditions(n);
  n.frozen |= toFreeze;
  for (let i = 0; i < n.blocking.length; i++) {
    const t = n.blocking[i] as Task;
    if ((t.blockCondition & n.completed) === t.blockCondition) {
      t.blockCondition = NeverKnown;
      t.blockedOn = null;
      runTask(c, t, Mode.Attempt);
    }
  }
}

/** Declares conditions met: nothing that would change them may be added any more. */
export function freeze(c: Context, n: NodeState, conditions: Condition): void {
  n.frozen |= freezable(c, n, conditions);
  n.completed |= conditions;
  derivedConditions(n);
}

/**
 * The field set is not frozen while a task that has not run, or that will resume, may still add fields.
 * A running comprehension is no reason: freezing is what breaks its cycles.
 */
function freezable(c: Context, n: NodeState, conditions: Condition): Condition {
  if ((conditions & FieldSetKnown) === 0) return conditions;
  const current = c.current();
  for (let i = 0; i < n.parentTasks.length; i++) {
    const t = n.parentTasks[i]!;
    if (t.state < TaskState.Success && t !== current) return conditions & ~FieldSetKnown;
  }
  for (let i = 0; i < n.tasks.length; i++) {
    const t = n.tasks[i]!;
    if ((contributions(t.kind) & FieldConjunctsKnown) === 0) continue;
    if (t.state === TaskState.Ready || (t.state === TaskState.Running && t.kind !== TaskKind.Comprehension))
      return conditions & ~FieldSetKnown;
  }
  return conditions;
}

export function hasActiveParentTask(n: NodeState): boolean {
  for (let i = 0; i < n.parentTasks.length; i++) {
    const t = n.parentTasks[i]!;
    if (t.state < TaskState.Success) return true;
  }
  return false;
}

export function allChildConjunctsKnown(c: Context, v: Vertex | null): boolean {
  if (v === null) return true;
  const n = c.state(v);
  return n === null || meets(n, FieldConjunctsKnown | AncestorsDone);
}

/** All that comes from above is in. */
export function ancestorsAreDone(n: NodeState): boolean {
  return (n.completed & n.frozen & AncestorsDone) !== 0;
}

/** Notes that all that comes from above is in, if it is. */
export function noteAncestors(c: Context, n: NodeState): void {
  const v = n.node;
  if (!ancestorsAreDone(n) && (v.isDynamic || isLetLabel(v.label) || allChildConjunctsKnown(c, v.parent)))
    signal(c, n, AncestorsDone);
}

/** Nothing that a node has will add conjuncts to what is below it. */
export function addsNothingMore(n: NodeState): boolean {
  return n.isScheduled && n.openFieldConjuncts === 0 && !hasActiveParentTask(n);
}

/** Drives the ancestors top-down, so that they add what they have to this node. */
function processAncestors(c: Context, n: NodeState, mode: Mode): boolean {
  if (meets(n, AncestorsDone)) return true;
  const v = n.node;
  let parentsDone = true;
  const p = v.parent === null ? null : v.parent.state;
  if (p !== null && !meets(p, ChildConjunctsDone)) {
    parentsDone = processAncestors(c, p, mode);
    if (p.openFieldConjuncts > 0) process(c, p, FieldConjunctsKnown, mode);
    if (parentsDone && p.openFieldConjuncts === 0) p.completed |= ChildConjunctsDone;
  }
  noteAncestors(c, n);
  return parentsDone;
}

function handleParents(c: Context, n: NodeState, needs: Condition, mode: Mode): void {
  if (!meets(n, needs)) processAncestors(c, n, mode);
}

/** Runs the tasks of a node that contribute to what is needed; says whether it is there now. */
export function process(c: Context, n: NodeState, needs: Condition, mode: Mode): boolean {
  signal(c, n, derivedConditions(n));
  handleParents(c, n, needs, mode);
  let ranParent = false;
  for (let i = 0; i < n.parentTasks.length; i++) {
    const t = n.parentTasks[i] as Task;
    if (t.state === TaskState.Ready) {
      runTask(c, t, mode);
      ranParent = true;
    }
  }
  if (ranParent) handleParents(c, n, needs, mode);
  if (n.node.arcType === ArcType.Pending && mode === Mode.Finalize) n.tasks = noItems;
  n.started = true;

  let select = needs;
  if ((needs & ScalarKnown) !== 0) select |= ValueKnown;
  if ((needs & FieldSetKnown) !== 0) select |= FieldConjunctsKnown;
  let taskPos = n.tasks.length === 0 ? 0 : runSelected(c, n, 0, select, mode);

  if (mode !== Mode.Finalize) {
    if (mode !== Mode.Yield || meets(n, needs)) return meets(n, needs);
    const t = c.current();
    if (t !== null) {
      waitFor(c, t, n, needs);
      throw Yielded;
    }
  }
  for (;;) {
    // First what only waits for more concrete values: there will be none.
    for (let i = 0; i < c.blocking.length; i++) {
      const t = c.blocking[i] as Task;
      if (t.blockedOn !== null) signal(c, t.blockedOn, AutoUnblock);
    }
    // Then freeze all that is still awaited, before any of it runs, so that the order does not matter.
    for (let i = 0; i < c.blocking.length; i++) {
      const t = c.blocking[i] as Task;
      if (t.blockedOn !== null) freeze(c, t.blockedOn, t.blockCondition);
    }
    const blocked = c.blocking.length;
    for (let i = 0; i < c.blocking.length; i++) {
      const t = c.blocking[i] as Task;
      if (t.blockedOn === null || t.defunct) continue;
      const on = t.blockedOn;
      const condition = t.blockCondition;
      t.blockedOn = null;
      t.blockCondition = NeverKnown;
      signal(c, on, condition);
      runTask(c, t, Mode.Attempt);
    }
    if (taskPos < n.tasks.length) {
      taskPos = runSelected(c, n, taskPos, select, mode);
      continue;
    }
    if (blocked < c.blocking.length) continue;
    break;
  }
  c.blocking.length = 0;
  return true;
}

/** Runs the ready tasks from a position on that contribute to the selection. */
function runSelected(c: Context, n: NodeState, from: number, select: Condition, mode: Mode): number {
  let runningComp = false;
  let insertingComp = false;
  let pendingDisjunction = false;
  for (let i = 0; i < n.tasks.length; i++) {
    const t = n.tasks[i]!;
    if (t.kind === TaskKind.Comprehension && t.state === TaskState.Running) {
      runningComp = true;
      if (t.inserting) insertingComp = true;
    } else if (t.kind === TaskKind.Disjunctions && t.state === TaskState.Ready) pendingDisjunction = true;
  }
  let i = from;
  while (i < n.tasks.length) {
    const t = n.tasks[i++] as Task;
    if (t.state !== TaskState.Ready || (t.completes & select) === 0) continue;
    if (t.kind === TaskKind.Comprehension) {
      // One after the other: a running one may add what this one reads.
      if (runningComp) continue;
      // Fully pushed down: it runs in each disjunct instead.
      if (pendingDisjunction && t.completes === TasksDone) continue;
    } else if (insertingComp && t.kind === TaskKind.Resolver) continue;
    runTask(c, t, mode);
  }
  return i;
}

/** Suspends a task until a condition of a node is met. */
export function waitFor(c: Context, t: Task, n: NodeState, needs: Condition): void {
  n.needs |= needs;
  t.state = TaskState.Waiting;
  t.blockCondition = needs;
  t.blockedOn = n;
  n.blocking = append(n.blocking, t);
  c.blocking.push(t);
}

export function runTask(c: Context, t: Task, mode: Mode): void {
  if (t.defunct) {
    t.state = TaskState.Cancelled;
    return;
  }
  const n = t.node;
  // On a node that only repeats an ancestor these would recurse without end.
  if (n.hasAncestorCycle) {
    if (t.kind === TaskKind.Disjunctions || (t.kind === TaskKind.Comprehension && hasOnlyCyclicConjuncts(n))) {
      t.state = TaskState.Success;
      return;
    }
  }
  if (t.state === TaskState.Success || t.state === TaskState.Failed) return;
  c.meter.step();

  const vertex = c.vertex;
  c.vertex = n.node;
  c.taskStack.push(t);
  const height = c.taskStack.length;
  // Disjunctions are read in no scope of their own.
  let before: Reading | null = null;
  if (t.env !== null) {
    before = c.enter(t.env, t.x === null ? null : expressionSource(t.x as ConjunctNode));
    c.ci = t.ci;
  }
  t.state = TaskState.Running;
  t.err = null;
  if (runBody(c, t, mode)) finishTask(c, t);
  c.taskStack.length = height - 1;
  c.vertex = vertex;
  if (before !== null) c.leave(before);
  if (n.toComplete) {
    n.toComplete = false;
    c.completeNodeTasks(n, Mode.Attempt);
  }
}

/** Runs the work itself; false when it was suspended. Everything it changed on the way is put back then. */
function runBody(c: Context, t: Task, mode: Mode): boolean {
  const marks = c.depthMarks.length;
  const depth = c.evalDepth;
  const overlays = c.overlays.length;
  const inDetached = c.inDetached;
  const inValidator = c.inValidator;
  const isValidator = c.isValidator;
  const altPath = c.altPath.length;
  const schemas = c.schemasInUse.length;
  try {
    c.runTaskBody(t, mode);
    return true;
  } catch (e) {
    if (e !== Yielded) throw e;
    while (c.depthMarks.length > marks) c.unmarkDepth();
    c.evalDepth = depth;
    c.overlays.length = overlays;
    c.inDetached = inDetached;
    c.inValidator = inValidator;
    c.isValidator = isValidator;
    c.altPath.length = altPath;
    c.schemasInUse.length = schemas;
    return false;
  }
}

function finishTask(c: Context, t: Task): void {
  const n = t.node;
  const errs = c.takeErrs();
  for (let i = 0; i < n.deferred.length; i++) {
    const d = n.deferred[i]!;
    c.unify(d.node, CompleteArcs);
    const base = d.node.base;
    if (base !== null && base.tag === Tag.Bottom) addNodeBottom(n, base);
  }
  if (t.retry) {
    t.retry = false;
    t.state = TaskState.Ready;
    return;
  }
  if ((t.state as TaskState) === TaskState.Waiting) return;
  t.blockedOn = null;
  t.blockCondition = NeverKnown;
  t.err = combineErrors(null, t.err, errs);
  t.state = t.err === null ? TaskState.Success : TaskState.Failed;
  addNodeBottom(n, t.err);
  const completes = t.completes;
  t.completes = 0;
  signal(c, n, count(n, completes, -1));
}
