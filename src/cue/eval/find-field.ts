import { ArcType, Bottom, ErrorCode, TaskState, Vertex } from "../value/index.ts";
import type { Condition, Label, NodeState, Src } from "../value/index.ts";
import { accepts, reportMissing } from "./arcs.ts";
import {
  PresenceKnown,
  FieldsFed,
  FieldsKnown,
  Mode,
  NeedTasksDone,
  TasksDone,
  KindKnown,
  conditionOf,
  modeOf,
} from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { isForeign } from "./context.ts";
import type { Context } from "./context.ts";
import { hasActiveParentTask, knows, noteAncestors, drive } from "./demand.ts";
import { allTasksStarted, looseNodeBehind, nodeBehind, isOpenStruct } from "./vertex-ops.ts";
import { noteScalar } from "./scalar.ts";

/**
 * Finds field `label` of a vertex. A field that may still come is created as pending and waited for;
 * one that cannot exist is an error: final if the struct rejects it, incomplete if it could be added.
 */
export function findField(c: Context, vertex: Vertex, pos: Src | null, label: Label, f: Flags): Vertex | null {
  const mode = modeOf(f);
  let v = nodeBehind(vertex);
  let state = c.state(v);
  if (state !== null) {
    driveTarget(c, v, state);
    const target = nodeBehind(v);
    if (target !== v) {
      v = target;
      state = c.state(v);
    }
  }
  const found = v.arc(label);
  // What a library has is finished before anyone looks at it: whoever comes first finds what the others find.
  if (found !== null && isForeign(c, found)) c.state(found);
  let arc = found === null ? null : looseNodeBehind(found);
  if (arc !== null) {
    if (arc.arcType === ArcType.Member) return found;
  } else if (state === null || knows(state, NeedTasksDone)) {
    reportMissing(c, v, pos, label);
    return null;
  } else {
    if (!isOpenStruct(v) && !accepts(c, v, label)) {
      reportMissing(c, v, pos, label);
      return null;
    }
    arc = new Vertex(state.node, label, ArcType.Pending);
    if (mode !== Mode.Force && mode !== Mode.Look) v.addArc(arc);
  }
  const arcState = c.state(arc);
  if (arcState !== null && !(knows(arcState, NeedTasksDone) && knows(arcState, PresenceKnown))) {
    const early = settleArc(c, arc, arcState, state, conditionOf(f) | PresenceKnown, mode);
    if (early) return found;
  }
  return judge(c, v, arc, arcState, found, pos, label);
}

/** Lets the target go as far as it can by itself. */
function driveTarget(c: Context, v: Vertex, state: NodeState): void {
  const err = state.errs;
  // Imported packages are not evaluated as a whole: their errors show here.
  if (err !== null && err.node !== null && rootOf(err.node) !== rootOf(v)) c.addError(err);
  noteAncestors(c, state);
  if (!allTasksStarted(state)) {
    drive(c, state, KindKnown | FieldsFed | TasksDone, Mode.Try);
    noteScalar(c, state);
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
    case Mode.Look:
      return arc.arcType === ArcType.Pending;
    case Mode.Try: {
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
    case Mode.Wait:
      drive(c, arcState, needs, Mode.Wait);
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
      drive(c, arcState, PresenceKnown, Mode.Wait);
      return;
    }
  }
  if (needs === (PresenceKnown | FieldsKnown)) c.need(arc, needs, Mode.Force);
  else if (!c.need(arc, needs, Mode.Try)) drive(c, arcState, needs, Mode.Try);
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
      c.addError(new Bottom(null, c.failureAt(pos, "required field missing: %", [{ label }]), ErrorCode.Incomplete, v));
      return found;
    case ArcType.Optional:
      c.addError(
        new Bottom(null, c.failureAt(pos, "cannot reference optional field: %", [{ label }]), ErrorCode.Incomplete, v),
      );
      return null;
    case ArcType.Pending:
      if (arcState !== null)
        for (const t of arcState.parentTasks)
          if (t.state === TaskState.Running || t.state === TaskState.Waiting || t.state === TaskState.Failed) {
            c.addError(
              new Bottom(null, c.failureAt(pos, "cyclic reference to field %", [{ label }]), ErrorCode.Cycle, v),
            );
            return null;
          }
  }
  reportMissing(c, v, pos, label);
  return null;
}
