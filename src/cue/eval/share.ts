import {
  CloseFlag,
  CycleType,
  Status,
  Tag,
  isDefinitionLabel,
  isLetLabel,
  append,
  appendFew,
  hasItem,
} from "../value/index.ts";
import type { CloseInfo, Conjunct, Expr, NodeState, Vertex } from "../value/index.ts";
import { Conjunct as ConjunctClass, conjunctExpr } from "../value/index.ts";
import { addEvidence, referenceScope } from "./closedness.ts";
import { AncestorsDone, FieldsFed } from "./conditions.ts";
import { isForeign } from "./context.ts";
import type { Context } from "./context.ts";
import { knows } from "./demand.ts";
import { beginVertex } from "./arcs.ts";
import { settledArc, settledTarget } from "./peek.ts";
import { sharedWith, nodeBehind, identity, isFinalized, isInProgress, isRooted } from "./vertex-ops.ts";

// A node that is nothing but a reference shares its target instead of evaluating it again.
// As soon as anything else is unified in it, the sharing is undone and the conjuncts are injected.

/**
 * Shares a target that is finished, where a reference to it is all that a vertex will ever be: there is nothing to undo
 * then, and no state is needed. False: evaluation decides.
 */
export function shareFinished(c: Context, v: Vertex): boolean {
  const { x, env, ci } = v.conjuncts[0] as Conjunct;
  const e = x.tag === Tag.Field ? x.value : x;
  if (e.tag !== Tag.FieldReference && e.tag !== Tag.SelectorExpr) return false;
  if (ci.cycleType !== CycleType.None || ci.refs !== null || (ci.flags & ~CloseFlag.FromDef) !== 0) return false;
  const arc = settledArc(c, env, e);
  if (arc === null || arc.openedShared) return false;
  const target = sharedWith(arc);
  if (target.nonRooted || target.isDynamic || isLetLabel(target.label) || target === v) return false;
  beginVertex(v);
  if ((v.closedRecursive || (ci.flags & CloseFlag.FromDef) !== 0) && !target.closedRecursive) return false;
  const value = nodeBehind(target);
  v.base = target;
  v.isShared = true;
  v.isPlain = true;
  if (value.closedRecursive) v.closedRecursive = true;
  if (value.hasEllipsis) v.hasEllipsis = true;
  v.status = Status.Finalized;
  return true;
}

/** Whether the only conjunct refers to something that no path leads to, and that therefore cannot be shared. */
export function refersToLoose(c: Context, v: Vertex): boolean {
  const { x, env, ci } = v.conjuncts[0] as Conjunct;
  const e = x.tag === Tag.Field ? x.value : x;
  if ((e.tag !== Tag.FieldReference && e.tag !== Tag.SelectorExpr) || ci.refs !== null) return false;
  const target = settledTarget(c, env, e);
  return target !== null && (target.nonRooted || target.isDynamic);
}

/** Undoes sharing, and prevents it from now on. */
export function stopSharing(c: Context, n: NodeState): void {
  n.noSharing = true;
  if (!n.isShared) return;
  n.isShared = false;
  n.node.isShared = false;
  n.node.openedShared = false;
  const target = n.node.base;
  // In a cycle it may be an error by now, and stays one.
  if (target !== null && target.tag === Tag.Vertex) {
    n.node.base = n.origBase;
    for (let i = 0; i < n.sharedIds.length; i++) {
      const id = n.sharedIds[i]!;
      c.enterTarget(n, n.shared as Conjunct, target, id);
    }
  }
  noteShared(n);
}

/** Call when it is certain that a node stays shared. */
export function confirmSharing(c: Context, n: NodeState): void {
  noteShared(n);
  if (!n.isShared) return;
  const target = n.node.base;
  if (target === null || target.tag !== Tag.Vertex) return;
  if (n.shareCycleType === CycleType.None) c.finalize(target);
  if (target.state !== null && target.state.attachTo !== null) target.parent = target.state.attachTo;
}

function noteReference(n: NodeState, ci: CloseInfo): void {
  if (n.sharedIds.length === 0 || n.shareCycleType < ci.cycleType) n.shareCycleType = ci.cycleType;
  n.sharedIds = append(n.sharedIds, ci);
}

function noteShared(n: NodeState): void {
  if (n.shareNoted) return;
  n.shareNoted = true;
  for (let i = 0; i < n.sharedIds.length; i++) {
    const ci = n.sharedIds[i]!;
    addEvidence(n, ci, 0);
  }
}

function mayStandFor(c: Context, n: NodeState, conj: Conjunct, arc: Vertex, ci: CloseInfo): boolean {
  if (n.node.arcs.length > 0 || arc.nonRooted || arc.isDynamic) return false;
  if (ci.cycleType === CycleType.Cyclic && (n.node.nonRooted || n.node.isDynamic)) return false;
  if (n.noSharing || n.isShared || c.errs !== null) return false;
  if (n.node.closedRecursive && !arc.closedRecursive) return false;
  if (isLetLabel(arc.label)) return false;
  share(c, n, conj, arc, ci);
  return true;
}

export function share(c: Context, n: NodeState, conj: Conjunct, arc: Vertex, ci: CloseInfo): void {
  n.origBase = n.node.base;
  n.node.base = arc;
  n.node.isShared = true;
  n.isShared = true;
  n.shared = conj;
  noteReference(n, ci);
  n.node.openedShared = (ci.flags & (CloseFlag.Opened | CloseFlag.ConjunctOpened)) !== 0;
  if (isDetached(arc) && !isLetLabel(arc.label) && !arc.anonymous) {
    const s = c.state(arc);
    if (s !== null) s.attachTo = n.node;
  }
}

function isDetached(v: Vertex): boolean {
  for (
    let x: Vertex | null = v;
    x !== null;
    x = x.state !== null && x.state.attachTo !== null ? x.state.attachTo : x.parent
  )
    if (isRooted(x)) return false;
  return true;
}

/** A definition anywhere in the path of a reference makes it a reference to a definition. */
export function refersToDefinition(x: Expr): boolean {
  for (let e = x; ;) {
    switch (e.tag) {
      case Tag.FieldReference:
        return isDefinitionLabel(e.label);
      case Tag.SelectorExpr:
        if (isDefinitionLabel(e.sel)) return true;
        e = e.x;
        continue;
      case Tag.IndexExpr:
        e = e.x;
        continue;
      default:
        return false;
    }
  }
}

/** Injects the conjuncts of arc into n: once for each target, subscribing to what is still to come. */
export function enterTarget(c: Context, n: NodeState, conjunct: Conjunct, arc: Vertex, info: CloseInfo): void {
  // Whether it is closed is known once it is finished.
  if (isForeign(c, arc)) c.state(arc);
  let ci = info;
  let conj = conjunct;
  // A struct that is embedded but not closed itself closes nothing around it.
  if (!arc.closedRecursive && !arc.closedNonRecursive && ci.embed !== 0)
    ci = ci.withFlags(ci.flags & ~CloseFlag.FromDef);
  const opened = (conj.ci.flags & (CloseFlag.Opened | CloseFlag.ConjunctOpened)) !== 0;
  if (opened) noteEmbedClosedness(n, arc);
  if (identity(n.node) === identity(arc)) {
    if (n.isShared) noteReference(n, ci);
    else n.refersToItself = true;
    return;
  }
  if (mayStandFor(c, n, conj, arc, ci)) {
    c.state(arc);
    return;
  }
  const expr = conjunctExpr(conj.x);
  const isDef = expr !== null && expr.tag !== Tag.Comprehension && refersToDefinition(expr);
  if (isDef || isDefinitionLabel(arc.label) || (ci.flags & CloseFlag.TopDef) !== 0) {
    if (opened) n.embedClosedness = 2;
    n.isDef = true;
    ci = ci.withFlags((ci.flags | CloseFlag.FromDef) & ~CloseFlag.TopDef);
    ci = referenceScope(c, n, conj.x, arc, ci, false);
  } else ci = referenceScope(c, n, conj.x, arc, ci, true);
  if (ci.id !== 0) conj = new ConjunctClass(conj.env, conj.x, conj.ci.withIds(ci.id, ci.embed, ci.outer));

  if (hasItem(n.injected, arc)) return;
  n.injected = appendFew(n.injected, arc);

  if (arc.parent !== null && (!n.node.nonRooted || n.node.isDynamic)) {
    const parent = c.state(arc.parent);
    const state = c.blankState(arc);
    if (parent !== null && state !== null && !knows(parent, AncestorsDone | FieldsFed)) subscribe(c, state, n.node, ci);
  }
  for (let i = 0; i < arc.conjuncts.length; i++) c.enterConjunct(n, arc.conjuncts[i] as Conjunct, ci);
  if (c.blankState(arc) !== null) n.toComplete = true;
}

/** Later conjuncts of the node go to v as well. */
function subscribe(c: Context, n: NodeState, v: Vertex, ci: CloseInfo): void {
  if (isFinalized(n.node)) return;
  if (isInProgress(n.node) && knows(n, AncestorsDone)) return;
  for (let i = 0; i < n.notify.length; i++) {
    const r = n.notify[i]!;
    if (r.vertex === v) return;
  }
  c.counters.notifications++;
  n.notify = append(n.notify, { vertex: v, ci });
}

function noteEmbedClosedness(n: NodeState, arc: Vertex): void {
  if (arc.closedRecursive) n.embedClosedness = 2;
  else if (arc.closedNonRecursive && n.embedClosedness < 1) n.embedClosedness = 1;
}
