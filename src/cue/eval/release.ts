import { ArcType, BottomKind, Status, Tag, isLetLabel } from "../value/index.ts";
import type { NodeState, Task, Value, Vertex } from "../value/index.ts";

// States are large, and most nodes need theirs no longer once they are finished.

export function dropState(v: Vertex): void {
  const s = v.state;
  if (s === null || s.uses > 0 || s.isDisjunct || v.status !== Status.Finalized) return;
  // A clause that was pushed down into the field, or a test of what is there, still asks its state what is known.
  if (s.parentTasks.length > 0 || s.postChecks.length > 0) return;
  v.state = null;
  dropDisjunctStates(v, true);
}

/** A finished node's fields need their states no longer; its own goes when its parent is finished. */
export function release(n: NodeState): void {
  if (n.isDisjunct) return;
  const v = n.node;
  const isDead = n.kind === BottomKind;
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i]!;
    const s = a.state;
    if (s !== null && (s.uses > 0 || s.isDisjunct)) continue;
    if (a.status === Status.Finalized || (!isDead && isUntouched(a, s))) {
      if (s === null) continue;
      a.state = null;
      dropDisjunctStates(a, true);
    } else {
      beginAgain(a);
      a.isCutOff = true;
    }
  }
  if (n.uses > 0) return;
  dropDisjunctStates(v, false);
  if (v.parent === null || isLetLabel(v.label)) v.state = null;
}

/**
 * A field that its struct did not wait for, because that is in error anyway. What was begun in it was given to the
 * copies in which alternatives were tried, so whoever asks for the field evaluates it from its conjuncts. What a struct
 * in error would allow is not asked any more; what the field itself allows is.
 */
function beginAgain(v: Vertex): void {
  const s = v.state;
  if (v.status === Status.Finalized || (s !== null && s.uses > 0)) return;
  if (s !== null) {
    for (let i = 0; i < s.tasks.length; i++) (s.tasks[i] as Task).defunct = true;
    v.state = null;
  }
  v.isVisited = false;
  v.hasFirmConjunct = false;
  // What a clause would have added is added again with its body.
  if (v.arcs.some((a) => a.arcType === ArcType.Pending)) v.setArcs(v.arcs.filter((a) => a.arcType !== ArcType.Pending));
  for (let i = 0; i < v.arcs.length; i++) beginAgain(v.arcs[i] as Vertex);
}

/** An optional field that was left alone: its state says nothing yet. */
function isUntouched(v: Vertex, s: NodeState | null): boolean {
  if (v.arcType !== ArcType.Optional || v.status !== Status.Unprocessed) return false;
  return (
    s === null || (!s.isInitialized && s.parentTasks.length === 0 && s.notify.length === 0 && s.links.length === 0)
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
