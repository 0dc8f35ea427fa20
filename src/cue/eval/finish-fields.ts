import { Exhausted } from "../meter/index.ts";
import {
  ArcType,
  Bottom,
  ErrorCode,
  Status,
  StructKind,
  Tag,
  isLetLabel,
  isStringLabel,
  noItems,
} from "../value/index.ts";
import type { NodeState, Vertex } from "../value/index.ts";
import { makeSurer } from "./arcs.ts";
import { checkBound } from "./bounds.ts";
import { checkValidator } from "./call.ts";
import { hasActiveRequirement } from "./closedness.ts";
import { AllKnown, CheckTypos, FinalStatus, Mode, PresenceKnown, flags } from "./conditions.ts";
import { mergeErrors } from "./context.ts";
import type { Context } from "./context.ts";
import { takeDefault } from "./defaults.ts";
import { hasActiveParentTask } from "./demand.ts";
import { canWait } from "./lazy.ts";
import { addChildError, addNodeBottom } from "./node-errors.ts";
import { dropState } from "./release.ts";
import { confirmSharing } from "./share.ts";
import { bottomOf, isConcrete, unwrap, valueOf } from "./vertex-ops.ts";

/** Validators run once the value is complete. */
export function runChecks(c: Context, n: NodeState): void {
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

/** Evaluates all fields, collects their errors, and checks what was assumed on the way. */
export function finishFields(c: Context, n: NodeState, needs: number, mode: Mode, checkTypos: boolean): void {
  const v = n.node;
  c.finishTasks(n, Mode.Force);
  c.evalDepth++;
  if (c.evalDepth > c.meter.limits.depth) throw new Exhausted("depth", c.meter.limits.depth);
  const f = flags(needs, mode) | (checkTypos && !n.hasDisjunction ? CheckTypos : 0);
  // The states of the fields are only needed for the check of what is allowed.
  const keepStates = n.isDisjunct || hasActiveRequirement(n);
  // Arcs may be added on the way.
  for (let i = 0; i < v.arcs.length; i++) {
    const a = v.arcs[i] as Vertex;
    if (a.arcType === ArcType.Optional && canWait(c, a)) continue;
    if (a.arcType === ArcType.Pending && staysAway(a)) {
      a.arcType = ArcType.NotPresent;
      continue;
    }
    c.unify(a, f);
    if (!keepStates) dropState(a);
    if (a.arcType === ArcType.Pending) {
      makeSurer(c, a, ArcType.NotPresent);
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
    const value = unwrap(takeDefault(c, c.readExpr(check.expr, flags(AllKnown, Mode.Look) | FinalStatus)) ?? null);
    if ((value !== null && value.tag === Tag.Bottom) !== check.expectError) {
      const message = c.failureAt(
        check.expr.src,
        "circular dependency in evaluation of conditionals: % changed after evaluation",
        [check.expr],
      );
      v.base = mergeErrors(null, bottomOf(v), new Bottom(check.expr.src, message, ErrorCode.Cycle, v));
      v.status = Status.Finalized;
    }
    c.leave(before);
  }
  confirmSharing(c, n);
  c.evalDepth--;
}

/** A field of a clause that is done and made nothing of it; nobody waits for it. */
function staysAway(v: Vertex): boolean {
  const n = v.state;
  if (n === null || n.isInitialized || v.arcType !== ArcType.Pending || v.status !== Status.Unprocessed) return false;
  if (v.conjuncts.length > 0 || v.base !== null || n.uses > 0 || (n.frozen & PresenceKnown) !== 0) return false;
  if (n.blocking.length > 0 || n.notify.length > 0 || hasActiveParentTask(n)) return false;
  return v.arcs.every(staysAway);
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

export function settlePendingArcs(c: Context, n: NodeState, mode: Mode): void {
  const arcs = n.node.arcs;
  for (let i = 0; i < arcs.length; i++) {
    const a = arcs[i] as Vertex;
    if (a.arcType !== ArcType.Pending) continue;
    c.need(a, PresenceKnown, mode);
    if ((a.arcType as ArcType) === ArcType.Pending) makeSurer(c, a, ArcType.NotPresent);
  }
}
