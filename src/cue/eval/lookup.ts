import { ArcType, Bottom, ErrorCode, TaskState, Vertex } from "../value/index.ts";
import type { Condition, Label, NodeState, Src } from "../value/index.ts";
import { accepts, reportMissing } from "./arcs.ts";
import {
  ArcTypeKnown,
  FieldConjunctsKnown,
  FieldSetKnown,
  Mode,
  NeedTasksDone,
  TasksDone,
  ValueKnown,
  conditionOf,
  flags,
  modeOf,
} from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import type { Context } from "./context.ts";
import { hasActiveParentTask, meets, noteAncestors, process } from "./scheduler.ts";
import { allTasksStarted, derefNonRooted, derefValue, isOpenStruct } from "./vertex-ops.ts";
import { updateScalar } from "./scalar.ts";

/**
 * Finds field `label` of a vertex. A field that may still come is created as pending and waited for;
 * one that cannot exist is an error: final if the struct rejects it, incomplete if it could be added.
 */
export function lookup(c: Context, vertex: Vertex, pos: Src | null, label: Label, f: Flags): Vertex | null {
  const mode = modeOf(f);
  let v = derefValue(vertex);
  let state = c.state(v);
  if (state !== null) {
    driveTarget(c, v, state);
    const target = derefValue(v);
    if (target !== v) {
      v = target;
      state = c.state(v);
    }
  }
  const found = v.arc(label);
  let arc = found === null ? null : derefNonRooted(found);
  if (arc !== null) {
    if (arc.arcType === ArcType.Member) return found;
  } else if (state === null || meets(state, NeedTasksDone)) {
    reportMissing(c, v, pos, label);
    return null;
  } else {
    if (!isOpenStruct(v) && !accepts(c, v, label)) {
      reportMissing(c, v, pos, label);
      return null;
    }
    arc = new Vertex(state.node, label, ArcType.Pending);
    if (mode !== Mode.Finalize && mode !== Mode.Ignore) v.addArc(arc);
  }
  const arcState = c.state(arc);
  if (arcState !== null && !(meets(arcState, NeedTasksDone) && meets(arcState, ArcTypeKnown))) {
    const early = settleArc(c, arc, arcState, state, conditionOf(f) | ArcTypeKnown, mode);
    if (early) return found;
  }
  return judge(c, v, arc, arcState, found, pos, label);
}

/** Lets the target go as far as it can by itself. */
function driveTarget(c: Context, v: Vertex, state: NodeState): void {
  const err = state.errs;
  // Imported packages are not evaluated as a whole: their errors show here.
  if (err !== null && err.node !== null && rootOf(err.node) !== rootOf(v)) c.addBottom(err);
  noteAncestors(c, state);
  if (!allTasksStarted(state)) {
    process(c, state, ValueKnown | FieldConjunctsKnown | TasksDone, Mode.Attempt);
    updateScalar(c, state);
  }
}

function rootOf(v: Vertex): Vertex {
  let r = v;
  while (r.parent !== null) r = r.parent;
  return r;
}

/** Tries to find out whether the field exists. True: the pending arc is the answer for now. */
function settleArc(
  c: Context,
  arc: Vertex,
  arcState: NodeState,
  state: NodeState | null,
  needs: Condition,
  mode: Mode,
): boolean {
  switch (mode) {
    case Mode.Ignore:
      return arc.arcType === ArcType.Pending;
    case Mode.Attempt: {
      if (arc.arcType !== ArcType.Pending) return false;
      if (state !== null) {
        if (hasActiveParentTask(state)) {
          c.lookupPendingParent = true;
          return true;
        }
        if ((state.provided & TasksDone) !== 0 && state.openTasks > 0) return true;
      }
      if (hasActiveParentTask(arcState)) {
        c.lookupPendingParent = true;
        return true;
      }
      arc.arcType = ArcType.NotPresent;
      return false;
    }
    case Mode.Yield:
      process(c, arcState, needs, Mode.Yield);
      return false;
    default:
      forceArc(c, arc, arcState, needs);
      return false;
  }
}

function forceArc(c: Context, arc: Vertex, arcState: NodeState, needs: Condition): void {
  if (arc.arcType === ArcType.Pending || arc.arcType === ArcType.Optional) {
    // Another comprehension that is running may produce it: wait for that one.
    const current = c.current();
    if (arcState.parentTasks.some((t) => t.state === TaskState.Running && t !== current)) {
      process(c, arcState, ArcTypeKnown, Mode.Yield);
      return;
    }
  }
  if (needs === (ArcTypeKnown | FieldSetKnown)) c.unify(arc, flags(needs, Mode.Finalize));
  else if (!c.unify(arc, flags(needs, Mode.Attempt))) process(c, arcState, needs, Mode.Attempt);
  if (arc.arcType === ArcType.Pending && !hasActiveParentTask(arcState)) arc.arcType = ArcType.NotPresent;
}

function judge(
  c: Context,
  v: Vertex,
  arc: Vertex,
  arcState: NodeState | null,
  found: Vertex | null,
  pos: Src | null,
  label: Label,
): Vertex | null {
  switch (arc.arcType) {
    case ArcType.Member:
      return found ?? arc;
    case ArcType.Required:
      c.addBottom(
        new Bottom(null, c.failureAt(pos, "required field missing: %", [{ label }]), ErrorCode.Incomplete, v),
      );
      return found;
    case ArcType.Optional:
      c.addBottom(
        new Bottom(null, c.failureAt(pos, "cannot reference optional field: %", [{ label }]), ErrorCode.Incomplete, v),
      );
      return null;
    case ArcType.Pending:
      if (arcState !== null)
        for (const t of arcState.parentTasks)
          if (t.state === TaskState.Running || t.state === TaskState.Waiting || t.state === TaskState.Failed) {
            c.addBottom(
              new Bottom(null, c.failureAt(pos, "cyclic reference to field %", [{ label }]), ErrorCode.Cycle, v),
            );
            return null;
          }
  }
  reportMissing(c, v, pos, label);
  return null;
}
