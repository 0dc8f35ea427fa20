import { ArcType, Task, TaskKind, TaskState, Tag, isLetLabel, append, noItems } from "../value/index.ts";
import type { CloseInfo, Condition, ConjunctNode, Environment, Node, NodeState, Vertex } from "../value/index.ts";
import {
  AncestorsDone,
  PresenceKnown,
  ByDecree,
  FieldsFedForGood,
  Outline,
  Counted,
  DisjunctionDone,
  FieldsFed,
  FieldsKnown,
  Mode,
  NeedFieldsFed,
  NeedTasksDone,
  NeverKnown,
  ScalarKnown,
  BelowDone,
  TasksDone,
  KindKnown,
  contributions,
} from "./conditions.ts";
import { Suspended, mergeErrors, expressionSource } from "./context.ts";
import type { Context } from "./context.ts";
import { onlyRepeats } from "./cycle.ts";
import { addNodeBottom } from "./node-errors.ts";
import { declareBody } from "./body-fields.ts";

// A node's work is a list of tasks. Each may contribute to conditions of its node and may wait for conditions of
// others. Where nothing can go on, conditions are settled by decree in a fixed order and what waits runs again.

export function knows(n: NodeState, needs: Condition): boolean {
  const asked = n.started ? needs & n.provided : needs;
  return (n.completed & asked) === asked;
}

export function expectFrom(n: NodeState, condition: Condition): void {
  n.provided |= condition;
}

function count(n: NodeState, conditions: Condition, by: number): Condition {
  let zero = 0;
  if ((conditions & PresenceKnown) !== 0 && (n.openArcType += by) === 0) zero |= PresenceKnown;
  if ((conditions & KindKnown) !== 0 && (n.openValue += by) === 0) zero |= KindKnown;
  if ((conditions & FieldsFed) !== 0 && (n.openFieldConjuncts += by) === 0) zero |= FieldsFed;
  if ((conditions & TasksDone) !== 0 && (n.openTasks += by) === 0) zero |= TasksDone;
  if ((conditions & DisjunctionDone) !== 0 && (n.openDisjunctions += by) === 0) zero |= DisjunctionDone;
  return zero;
}

export function addTask(
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
      ? declareBody(c, n, t, x)
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
    if (n.openValue === 0 && (x & BelowDone) !== 0) x |= PresenceKnown;
  }
  if (v.arcType === ArcType.Member || v.arcType === ArcType.NotPresent) x |= PresenceKnown;
  else if ((x & PresenceKnown) !== 0 && v.arcType === ArcType.Pending && !hasActiveParentTask(n))
    v.arcType = ArcType.NotPresent;
  if (
    (x & KindKnown) !== 0 &&
    ((v.arcType as ArcType) === ArcType.Member || (v.arcType as ArcType) === ArcType.NotPresent)
  )
    x |= ScalarKnown;
  const all = NeedFieldsFed | NeedTasksDone;
  if ((x & all) === all) {
    // Tasks may have been added since the counters were last zero.
    if (n.openTasks > 0 || n.openFieldConjuncts > 0) return x;
    if ((x & BelowDone) === 0)
      for (let i = 0; i < v.arcs.length; i++) if ((v.arcs[i] as Vertex).arcType === ArcType.Pending) return x;
    x |= FieldsKnown;
  }
  return x;
}

/** Marks conditions as met and runs the tasks that waited for them. */
export function announce(c: Context, n: NodeState, completed: Condition): void {
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
  for (let i = 0, end = n.blocking.length; i < end && i < n.blocking.length; i++) {
    const t = n.blocking[i] as Task;
    if ((t.blockCondition & n.completed) === t.blockCondition) {
      t.blockCondition = NeverKnown;
      t.blockedOn = null;
      perform(c, t, Mode.Try);
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
  if ((conditions & FieldsKnown) === 0) return conditions;
  const current = c.current();
  for (let i = 0; i < n.parentTasks.length; i++) {
    const t = n.parentTasks[i]!;
    if (t.state < TaskState.Success && t !== current) return conditions & ~FieldsKnown;
  }
  for (let i = 0; i < n.tasks.length; i++) {
    const t = n.tasks[i]!;
    if ((contributions(t.kind) & FieldsFed) === 0) continue;
    if (t.state === TaskState.Ready || (t.state === TaskState.Running && t.kind !== TaskKind.Comprehension))
      return conditions & ~FieldsKnown;
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

export function fieldsAreFed(c: Context, v: Vertex | null): boolean {
  if (v === null) return true;
  const n = c.state(v);
  return n === null || knows(n, FieldsFed | AncestorsDone);
}

/** All that comes from above is in. */
export function ancestorsAreDone(n: NodeState): boolean {
  return (n.completed & n.frozen & AncestorsDone) !== 0;
}

/** Notes that all that comes from above is in, if it is. */
export function noteAncestors(c: Context, n: NodeState): void {
  const v = n.node;
  if (!ancestorsAreDone(n) && (v.isDynamic || isLetLabel(v.label) || fieldsAreFed(c, v.parent)))
    announce(c, n, AncestorsDone);
}

/** Nothing that a node has will add conjuncts to what is below it. */
export function addsNothingMore(n: NodeState): boolean {
  return n.isScheduled && n.openFieldConjuncts === 0 && !hasActiveParentTask(n);
}

/** Drives the ancestors top-down, so that they add what they have to this node. */
function driveAncestors(c: Context, n: NodeState, mode: Mode): boolean {
  if (knows(n, AncestorsDone)) return true;
  const v = n.node;
  let parentsDone = true;
  const p = v.parent === null ? null : v.parent.state;
  if (p !== null && !knows(p, FieldsFedForGood)) {
    parentsDone = driveAncestors(c, p, mode);
    if (p.openFieldConjuncts > 0) drive(c, p, FieldsFed, mode);
    if (parentsDone && p.openFieldConjuncts === 0) p.completed |= FieldsFedForGood;
  }
  noteAncestors(c, n);
  return parentsDone;
}

function driveFromAbove(c: Context, n: NodeState, needs: Condition, mode: Mode): void {
  if (!knows(n, needs)) driveAncestors(c, n, mode);
}

/** Runs the tasks of a node that contribute to what is needed; says whether it is there now. */
export function drive(c: Context, n: NodeState, needs: Condition, mode: Mode): boolean {
  announce(c, n, derivedConditions(n));
  driveFromAbove(c, n, needs, mode);
  let ranParent = false;
  for (let i = 0; i < n.parentTasks.length; i++) {
    const t = n.parentTasks[i] as Task;
    if (t.state === TaskState.Ready) {
      perform(c, t, mode);
      ranParent = true;
    }
  }
  if (ranParent) driveFromAbove(c, n, needs, mode);
  if (n.node.arcType === ArcType.Pending && mode === Mode.Force) n.tasks = noItems;
  n.started = true;

  let select = needs;
  if ((needs & ScalarKnown) !== 0) select |= KindKnown;
  if ((needs & FieldsKnown) !== 0) select |= FieldsFed;
  const taskPos = n.tasks.length === 0 ? 0 : performSelected(c, n, 0, select, mode);

  if (mode !== Mode.Force) {
    if (mode !== Mode.Wait || knows(n, needs)) return knows(n, needs);
    const t = c.current();
    if (t !== null) suspend(c, t, n, needs);
  }
  decide(c, n, taskPos, select, mode);
  return true;
}

/**
 * The one rule for what cannot go on, in the words of docs/adr/evaluator.md: whoever only waits for something to become
 * more concrete takes it as it is; then all that is still awaited is frozen, before any of it runs; then those who wait
 * run once more, and what they lack now is their error. Until nothing of the node and nobody who waits is left.
 */
function decide(c: Context, n: NodeState, from: number, select: Condition, mode: Mode): void {
  let taskPos = from;
  for (;;) {
    // First what only waits for more concrete values: there will be none. Who begins to wait on the way comes later.
    for (let i = 0, end = c.blocking.length; i < end && i < c.blocking.length; i++) {
      const t = c.blocking[i] as Task;
      if (t.blockedOn !== null) announce(c, t.blockedOn, ByDecree);
    }
    // Then freeze all that is still awaited, before any of it runs, so that the order does not matter.
    for (let i = 0; i < c.blocking.length; i++) {
      const t = c.blocking[i] as Task;
      if (t.blockedOn !== null) freeze(c, t.blockedOn, t.blockCondition);
    }
    const blocked = c.blocking.length;
    for (let i = 0; i < blocked && i < c.blocking.length; i++) {
      const t = c.blocking[i] as Task;
      if (t.blockedOn === null || t.defunct) continue;
      const on = t.blockedOn;
      const condition = t.blockCondition;
      t.blockedOn = null;
      t.blockCondition = NeverKnown;
      announce(c, on, condition);
      perform(c, t, Mode.Try);
    }
    if (taskPos < n.tasks.length) {
      taskPos = performSelected(c, n, taskPos, select, mode);
      continue;
    }
    if (blocked < c.blocking.length) continue;
    break;
  }
  c.blocking.length = 0;
}

/** Runs the ready tasks from a position on that contribute to the selection. */
function performSelected(c: Context, n: NodeState, from: number, select: Condition, mode: Mode): number {
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
    perform(c, t, mode);
  }
  return i;
}

/** Suspends the running task until a condition of a node is met: `runBody` puts back what it changed on the way. */
export function suspend(c: Context, t: Task, n: NodeState, needs: Condition): never {
  n.needs |= needs;
  t.state = TaskState.Waiting;
  t.blockCondition = needs;
  t.blockedOn = n;
  n.blocking = append(n.blocking, t);
  c.blocking.push(t);
  throw Suspended;
}

function perform(c: Context, t: Task, mode: Mode): void {
  if (t.defunct) {
    t.state = TaskState.Cancelled;
    return;
  }
  const n = t.node;
  // On a node that only repeats an ancestor these would recurse without end.
  if (n.hasAncestorCycle) {
    if (t.kind === TaskKind.Disjunctions || (t.kind === TaskKind.Comprehension && onlyRepeats(n))) {
      t.state = TaskState.Success;
      return;
    }
  }
  if (t.state === TaskState.Success || t.state === TaskState.Failed) return;
  c.meter.step();

  const height = c.taskStack.length;
  c.taskStack.push(t);
  // Disjunctions are read in no scope of their own; but a task that is suspended must leave none behind.
  const before =
    t.env === null ? c.reading() : c.enter(t.env, t.x === null ? null : expressionSource(t.x as ConjunctNode));
  if (t.env !== null) c.ci = t.ci;
  c.vertex = n.node;
  t.state = TaskState.Running;
  t.err = null;
  const isDone = runBody(c, t, mode);
  if (isDone) finishTask(c, t);
  c.taskStack.length = height;
  const made = c.leave(before);
  if (t.env === null && isDone) c.errs = made;
  if (n.toComplete) {
    n.toComplete = false;
    c.finishTasks(n, Mode.Try);
  }
}

/** Runs the work itself; false when it was suspended. Everything it changed on the way is put back then. */
function runBody(c: Context, t: Task, mode: Mode): boolean {
  const mark = c.mark();
  try {
    c.taskBody(t, mode);
    return true;
  } catch (e) {
    if (e !== Suspended) throw e;
    c.backTo(mark);
    return false;
  }
}

function finishTask(c: Context, t: Task): void {
  const n = t.node;
  const errs = c.takeErrs();
  for (let i = 0; i < n.deferred.length; i++) {
    const d = n.deferred[i]!;
    c.unify(d.node, Outline);
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
  t.err = mergeErrors(null, t.err, errs);
  t.state = t.err === null ? TaskState.Success : TaskState.Failed;
  addNodeBottom(n, t.err);
  const completes = t.completes;
  t.completes = 0;
  announce(c, n, count(n, completes, -1));
}
