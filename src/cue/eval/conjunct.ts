import {
  ArcType,
  CloseFlag,
  Conjunct,
  CycleType,
  Environment,
  ListKind,
  RequirementKind,
  StructKind,
  Tag,
  TaskKind,
  append,
  isStringLabel,
} from "../value/index.ts";
import type { CallExpr, CloseInfo, Comprehension, Expr, NodeState, StructLit, Value, Vertex } from "../value/index.ts";
import { putField } from "./arcs.ts";
import { addEvidence, embedScope, fieldScope, literalScope, newScope, referenceScope } from "./closedness.ts";
import type { Context } from "./context.ts";
import { markNonCyclic, noteMaterial, setOptional } from "./cycle.ts";
import { addTask } from "./demand.ts";
import { isPresent } from "./peek.ts";
import { collectDisjunction, meetValue, narrowKind, pending } from "./meet-value.ts";
import { EvidenceFlag } from "./requirement-sets.ts";
import { isDataVertex } from "./vertex-ops.ts";

/**
 * Enters a conjunct into a node. What needs no evaluation takes effect at once; everything else becomes a task.
 * So in each node literals act before references, whatever the order in which they were written.
 */
export function enterConjunct(c: Context, n: NodeState, conj: Conjunct, ci: CloseInfo): void {
  c.counters.conjuncts++;
  c.meter.step();
  if ((conj.ci.flags & CloseFlag.FromDef) !== 0) n.node.closedRecursive = true;
  markNonCyclic(n, ci);
  const x = conj.x;
  switch (x.tag) {
    case Tag.Field:
    case Tag.LetField:
    case Tag.BulkOptionalField:
    case Tag.DynamicField:
      return enterExpr(c, n, conj, x.value, ci);
    case Tag.Ellipsis:
      if (x.value !== null) enterExpr(c, n, conj, x.value, ci);
      return;
    case Tag.Comprehension:
      addTask(c, n, TaskKind.Comprehension, conj.env, x, ci);
      return;
    default:
      return enterExpr(c, n, conj, x, ci);
  }
}

function enterExpr(c: Context, n: NodeState, conj: Conjunct, x: Expr, ci: CloseInfo): void {
  const env = conj.env;
  switch (x.tag) {
    case Tag.Vertex:
      return enterNode(c, n, conj, x, ci);
    case Tag.OpenExpr: {
      const flags = CloseFlag.Opened;
      const open = new Conjunct(env, x.x, conj.ci.withFlags(conj.ci.flags | flags));
      return enterConjunct(c, n, open, ci.withFlags(ci.flags | flags));
    }
    case Tag.BinaryExpr: {
      if (x.op !== "&") break;
      let inner = ci;
      if ((ci.flags & CloseFlag.Opened) !== 0) {
        // (A & B)...: the operands still check each other, but nothing outside is closed.
        inner = ci.withFlags((ci.flags & ~CloseFlag.Opened) | CloseFlag.ConjunctOpened | CloseFlag.FromEmbed);
        inner = newScope(c, n, x.src, inner, RequirementKind.Embedding);
      }
      enterConjunct(c, n, new Conjunct(env, x.x, inner), inner);
      enterConjunct(c, n, new Conjunct(env, x.y, inner), inner);
      return;
    }
    case Tag.StructLit:
      c.stopSharing(n);
      return enterStruct(c, n, env, x, ci);
    case Tag.ListLit:
      c.stopSharing(n);
      noteMaterial(c, n, ci);
      narrowKind(c, n, ListKind, x, ci);
      addTask(c, n, TaskKind.ListLit, new Environment(env, n.node), x, ci);
      return;
    case Tag.DisjunctionExpr:
      c.stopSharing(n);
      collectDisjunction(
        c,
        n,
        env,
        x,
        setOptional(ci),
        x.values.map((d) => pending(d.expr, x.hasDefaults, d.isDefault)),
      );
      addEvidence(n, ci, 0);
      return;
    case Tag.CallExpr:
      c.stopSharing(n);
      if (deferCall(n, conj, x, ci)) return;
      addTask(c, n, TaskKind.Expr, env, x, ci);
      return;
    default:
      if (x.tag >= Tag.FieldReference) {
        addTask(c, n, TaskKind.Resolver, env, x, ci);
        return;
      }
      if (x.tag <= Tag.Vertex) return meetValue(c, n, env, x as Value, ci);
  }
  c.stopSharing(n);
  addTask(c, n, TaskKind.Expr, env, x, ci);
}

/** A call whose arguments refer to something may recurse without end in a cycle: it waits for other content. */
function deferCall(n: NodeState, conj: Conjunct, x: CallExpr, ci: CloseInfo): boolean {
  if (ci.cycleType !== CycleType.Cyclic || n.hasNonCycle || n.hasNonCyclic || !x.args.some(refersToSomething))
    return false;
  n.hasAncestorCycle = true;
  // What came from a library has the ids of its evaluation.
  const own = new Conjunct(conj.env, conj.x, conj.ci.withIds(ci.id, ci.embed, ci.outer));
  n.parked = append(n.parked, { conjunct: own, arc: null });
  return true;
}

function refersToSomething(x: Expr): boolean {
  if (x.tag <= Tag.Vertex) return false;
  switch (x.tag) {
    case Tag.BinaryExpr:
      return refersToSomething(x.x) || refersToSomething(x.y);
    case Tag.UnaryExpr:
      return refersToSomething(x.x);
    case Tag.CallExpr:
      return x.args.some(refersToSomething);
    case Tag.ListLit:
      return x.elems.some((e) => e.tag !== Tag.Ellipsis && e.tag !== Tag.Comprehension && refersToSomething(e));
    default:
      return true;
  }
}

function enterNode(c: Context, n: NodeState, conj: Conjunct, x: Vertex, ci: CloseInfo): void {
  if (isDataVertex(x)) {
    c.stopSharing(n);
    meetValue(c, n, conj.env, x, ci);
    return;
  }
  let inner = ci;
  if (x.closedNonRecursive) {
    n.node.closedNonRecursive = true;
    inner = referenceScope(c, n, x, x, ci, false);
  }
  c.enterTarget(n, conj, x, inner);
}

/** A struct literal: its static fields become arcs at once, in order; the rest becomes tasks. */
function enterStruct(c: Context, n: NodeState, env: Environment, s: StructLit, info: CloseInfo): void {
  noteMaterial(c, n, info);
  addEvidence(n, info, EvidenceFlag.Struct);
  const childEnv = new Environment(env, n.node);
  n.hasStruct = true;
  n.node.addStruct(s, compIdOf(env));
  const ci = s.hasEmbedding ? literalScope(c, n, s, info) : info;
  const sub = fieldScope(ci);
  let hasEllipsis = false;
  for (let i = 0; i < s.decls.length; i++) {
    const d = s.decls[i]!;
    switch (d.tag) {
      case Tag.Field: {
        if (d.arcType === ArcType.Member && isStringLabel(d.label)) {
          n.isStruct = true;
          narrowKind(c, n, StructKind, s, ci);
        }
        const fieldInfo = d.arcType === ArcType.Optional ? setOptional(sub) : sub;
        putField(c, n, d.label, d.arcType, new Conjunct(childEnv, d, fieldInfo), fieldInfo);
        break;
      }
      case Tag.LetField:
        putField(c, n, d.label, ArcType.Member, new Conjunct(childEnv, d, sub), sub);
        break;
      case Tag.Comprehension:
        enterComprehension(c, n, childEnv, d, ci);
        break;
      case Tag.Ellipsis:
        hasEllipsis = true;
        break;
      case Tag.DynamicField:
        if (d.arcType === ArcType.Member) {
          n.isStruct = true;
          narrowKind(c, n, StructKind, s, sub);
        }
        addTask(c, n, TaskKind.Dynamic, childEnv, d, sub);
        break;
      case Tag.BulkOptionalField:
        addTask(c, n, TaskKind.Pattern, childEnv, d, setOptional(sub));
        break;
      default: {
        const inner = embedScope(c, n, d, ci);
        enterConjunct(c, n, new Conjunct(childEnv, d, inner), inner);
      }
    }
  }
  if (hasEllipsis) {
    n.node.hasEllipsis = true;
    addEvidence(n, ci, EvidenceFlag.Ellipsis);
  }
  if (!s.hasEmbedding) {
    n.isStruct = true;
    narrowKind(c, n, StructKind, s, ci);
  }
}

function enterComprehension(c: Context, n: NodeState, env: Environment, d: Comprehension, ci: CloseInfo): void {
  if (yieldsNothing(c, env, d)) return;
  addTask(c, n, TaskKind.Comprehension, env, d, embedScope(c, n, d, ci));
}

/** Whether a condition is plainly false, so that what it guards need not be expected: most guarded fields stay away. */
function yieldsNothing(c: Context, env: Environment, { clauses, fallback }: Comprehension): boolean {
  const first = clauses[0];
  if (fallback !== null || first === undefined || first.tag !== Tag.IfClause) return false;
  const x = first.condition;
  if (x.tag !== Tag.BinaryExpr || (x.op !== "!=" && x.op !== "==") || x.y.tag !== Tag.Bottom) return false;
  const present = isPresent(c, env, x.x);
  return present !== null && present !== (x.op === "!=");
}

/** The comprehension firing that a scope is in; 0 for none. */
export function compIdOf(env: Environment): number {
  for (let e: Environment | null = env; e !== null; e = e.up) if (e.compId !== 0) return e.compId;
  return 0;
}
