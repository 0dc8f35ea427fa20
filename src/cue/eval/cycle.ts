import { Conjunct, CycleType, ErrorCode, Bottom, RefNode, Status, Tag, append, noItems } from "../value/index.ts";
import type { Environment, NodeState, Resolver, Vertex, CloseInfo } from "../value/index.ts";
import { mergeErrors } from "./context.ts";
import type { Context } from "./context.ts";
import { identity, sameIdentity, unwrap, valueOf } from "./vertex-ops.ts";

// A reference cycle says nothing and is dropped. A structural cycle (a struct that contains itself) is an error,
// unless something else in the node shows that it ends: optional fields, patterns, disjuncts, other conjuncts.
// Each conjunct therefore carries the references it came through.

/** The node only repeats what is above it. */
export function onlyRepeats(n: NodeState): boolean {
  return (n.hasAncestorCycle && !n.hasNonCycle) || (n.hasAnyCyclicConjunct && !n.hasNonCyclic);
}

export function setOptional(ci: CloseInfo): CloseInfo {
  return ci.cycleType === CycleType.None ? ci.withCycle(CycleType.Optional, ci.refs) : ci;
}

export function isNonCyclic(ci: CloseInfo): boolean {
  return ci.cycleType === CycleType.None || ci.cycleType === CycleType.Optional;
}

export function markNonCyclic(n: NodeState, ci: CloseInfo): void {
  if (isNonCyclic(ci)) n.hasNonCyclic = true;
}

/** Being evaluated further up: a cycle even where no parent chain shows it. */
export function isUnderWay(c: Context, v: Vertex): boolean {
  const s = v.state;
  return s !== null && v.status !== Status.Finalized && s.evalDepth > 0 && s.evalDepth < c.evalDepth;
}

export function hasAncestor(c: Context, n: NodeState, arc: Vertex): boolean {
  if (isUnderWay(c, arc)) return true;
  const id = identity(arc);
  let above = 0;
  let found = false;
  for (let p = n.node.parent; p !== null && !found; p = p.parent) {
    above++;
    found = identity(p) === id;
  }
  c.meter.steps(above >> 3);
  return found;
}

/**
 * Decides what a reference x from node n to target arc means for cycles: true if it is to be dropped.
 * `cycleCi` gets its history from here on. env is null when the reference is only read, not injected as a conjunct.
 */
export function noteCycle(
  c: Context,
  n: NodeState,
  arc: Vertex,
  env: Environment | null,
  x: Resolver,
  ci: CloseInfo,
): boolean {
  if (hasAncestor(c, n, arc)) return markAncestorCycle(c, n, arc, env, x, ci);
  // Optional paths go on as long as the node has something that does not cycle.
  c.cycleCi = ci;
  if (n.hasNonCyclic && ci.cycleType === CycleType.Maybe) return false;

  let chainStep = false;
  const target = identity(arc);
  const self = identity(n.node);
  for (let r = ci.refs; r !== null; r = r.next) {
    c.meter.step();
    if (identity(r.arc) === target) {
      if (identity(r.node) === self) return true;
      if (ci.cycleType === CycleType.Optional && n.hasNonCyclic) {
        // One more round. A pattern that unifies with itself at the same depth is a reference cycle.
        const again = r.depth !== n.depth;
        c.cycleCi = ci.withCycle(CycleType.Maybe, again ? null : ci.refs);
        return !again;
      }
      // Another reference to the same target from a node with content of its own: a template used again.
      const selfFeeding = n.node.isDynamic && arc.status !== Status.Finalized && hasDisjunction(arc);
      if (r.ref !== x && n.hasNonCycle && n.hasNonCyclic && !selfFeeding) continue;
      return markPathCycle(c, n, arc, env, x, ci);
    }
    if (r.ref === x && arc.nonRooted) {
      if (identity(r.node) === self) {
        if (chainStep) continue;
        // Stepping along a finite chain of distinct bindings is no cycle.
        const v = env === null ? null : c.scopeNode(env);
        if (v !== null && (sameIdentity(v, n.node) || (r.arc.parent !== null && sameIdentity(v, r.arc.parent)))) {
          chainStep = true;
          continue;
        }
        return markPathCycle(c, n, arc, env, x, ci);
      }
      const p = arc.parent;
      if (
        r.arc.nonRooted &&
        p !== null &&
        p.isDynamic &&
        p.parent === null &&
        p.state !== null &&
        p.state.hasAncestorCycle
      )
        return markAncestorCycle(c, n, arc, env, x, ci);
    }
  }
  c.cycleCi = ci.withCycle(ci.cycleType, new RefNode(x, target, self, ci.refs, n.depth));
  return false;
}

function hasDisjunction(v: Vertex): boolean {
  for (let i = 0; i < v.conjuncts.length; i++) {
    const conj = v.conjuncts[i]!;
    const x = conj.x;
    const tag =
      x.tag === Tag.Field || x.tag === Tag.LetField || x.tag === Tag.DynamicField || x.tag === Tag.BulkOptionalField
        ? x.value.tag
        : x.tag;
    if (tag === Tag.DisjunctionExpr || tag === Tag.Disjunction) return true;
  }
  return false;
}

function markAncestorCycle(
  c: Context,
  n: NodeState,
  arc: Vertex,
  env: Environment | null,
  x: Resolver,
  ci: CloseInfo,
): boolean {
  const cyclic = ci.withCycle(CycleType.Cyclic, ci.refs);
  n.hasAnyCyclicConjunct = true;
  n.hasAncestorCycle = true;
  c.cycleCi = cyclic;
  if (n.hasNonCycle || env === null) return false;
  n.parked = append(n.parked, { conjunct: new Conjunct(env, x, cyclic), arc });
  return true;
}

function markPathCycle(
  c: Context,
  n: NodeState,
  arc: Vertex,
  env: Environment | null,
  x: Resolver,
  ci: CloseInfo,
): boolean {
  const cyclic = ci.withCycle(CycleType.Cyclic, ci.refs);
  n.hasAnyCyclicConjunct = true;
  c.cycleCi = cyclic;
  if (n.hasNonCyclic || n.hasNonCycle || env === null) return false;
  n.parked = append(n.parked, { conjunct: new Conjunct(env, x, cyclic), arc });
  return true;
}

/** Something material was inserted; if it does not cycle itself, what was parked may go on. */
export function noteMaterial(c: Context, n: NodeState, ci: CloseInfo): void {
  n.hasFieldValue = true;
  if (ci.cycleType === CycleType.Cyclic) return;
  n.hasNonCycle = true;
  if (n.parked.length === 0) return;
  const parked = n.parked;
  for (let i = 0; i < parked.length; i++) {
    const { conjunct, arc } = parked[i] as { conjunct: Conjunct; arc: Vertex | null };
    if (arc === null) c.enterConjunct(n, conjunct, conjunct.ci);
    else c.enterTarget(n, conjunct, arc, conjunct.ci);
  }
  n.parked = [];
}

/** Takes over the cycle history of the expression that is being read, if it is one. */
export function inheritCycle(c: Context, ci: CloseInfo): CloseInfo {
  return c.ci.cycleType === CycleType.Cyclic ? ci.withCycle(c.ci.cycleType, c.ci.refs) : ci;
}

export function endsInCycle(c: Context, n: NodeState): boolean {
  if (n.parked.length > 0) n.parked = noItems;
  if (!onlyRepeats(n)) return false;
  reportCycle(c, n);
  return true;
}

export function reportCycle(c: Context, n: NodeState): void {
  const b = new Bottom(null, c.failure("structural cycle"), ErrorCode.StructuralCycle, n.node);
  // What is shared may have an error already, though it is still under evaluation.
  const known = unwrap(valueOf(n.node));
  n.node.base = mergeErrors(null, known !== null && known.tag === Tag.Bottom ? known : null, b);
  n.node.setArcs([]);
}
