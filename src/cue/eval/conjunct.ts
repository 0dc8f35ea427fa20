import {
  ArcType,
  BottomKind,
  BuiltinValidator,
  BoolKind,
  CloseFlag,
  Conjunct,
  CycleType,
  DefaultMode,
  Environment,
  ListKind,
  RequirementKind,
  StructKind,
  Tag,
  TaskKind,
  TopKind,
  isStringLabel,
  unionMarks,
  CompositeKind,
  append,
} from "../value/index.ts";
import type {
  BaseValue,
  BoundValue,
  CallExpr,
  CloseInfo,
  Comprehension,
  Disjunction,
  DisjunctionExpr,
  Expr,
  Kind,
  Node,
  NodeState,
  PendingDisjunct,
  StructLit,
  Value,
  Vertex,
} from "../value/index.ts";
import { noShareSentinel } from "../compile/index.ts";
import { insertArc } from "./arcs.ts";
import { simplifyBounds } from "./bounds.ts";
import { addEvidence, addResolver, embedScope, literalScope, newScope, subField } from "./close.ts";
import { ScalarKnown } from "./conditions.ts";
import type { Context } from "./context.ts";
import { reportConflict, reportKindMismatch } from "./conflict.ts";
import { markNonCyclic, noteMaterial, setOptional } from "./cycle.ts";
import { addNodeBottom } from "./node-errors.ts";
import { binaryOpHolds, marksOf } from "./operators.ts";
import { EvidenceFlag } from "./requirement-sets.ts";
import { scheduleTask } from "./scheduler.ts";
import { sameValidator } from "./validator.ts";
import { isDataVertex, kindOf } from "./vertex-ops.ts";
import { withMarks } from "./marked.ts";

/**
 * Enters a conjunct into a node. What needs no evaluation takes effect at once; everything else becomes a task.
 * So in each node literals act before references, whatever the order in which they were written.
 */
export function scheduleConjunct(c: Context, n: NodeState, conj: Conjunct, ci: CloseInfo): void {
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
      return scheduleExpr(c, n, conj, x.value, ci);
    case Tag.Ellipsis:
      if (x.value !== null) scheduleExpr(c, n, conj, x.value, ci);
      return;
    case Tag.Comprehension:
      scheduleTask(c, n, TaskKind.Comprehension, conj.env, x, ci);
      return;
    default:
      return scheduleExpr(c, n, conj, x, ci);
  }
}

function scheduleExpr(c: Context, n: NodeState, conj: Conjunct, x: Expr, ci: CloseInfo): void {
  const env = conj.env;
  switch (x.tag) {
    case Tag.Vertex:
      return scheduleVertex(c, n, conj, x, ci);
    case Tag.OpenExpr: {
      const flags = CloseFlag.Opened;
      const open = new Conjunct(env, x.x, conj.ci.withFlags(conj.ci.flags | flags));
      return scheduleConjunct(c, n, open, ci.withFlags(ci.flags | flags));
    }
    case Tag.BinaryExpr: {
      if (x.op !== "&") break;
      let inner = ci;
      if ((ci.flags & CloseFlag.Opened) !== 0) {
        // (A & B)...: the operands still check each other, but nothing outside is closed.
        inner = ci.withFlags((ci.flags & ~CloseFlag.Opened) | CloseFlag.ConjunctOpened | CloseFlag.FromEmbed);
        inner = newScope(c, n, x.src, inner, RequirementKind.Embedding);
      }
      scheduleConjunct(c, n, new Conjunct(env, x.x, inner), inner);
      scheduleConjunct(c, n, new Conjunct(env, x.y, inner), inner);
      return;
    }
    case Tag.StructLit:
      c.unshare(n);
      return scheduleStruct(c, n, env, x, ci);
    case Tag.ListLit:
      c.unshare(n);
      noteMaterial(c, n, ci);
      updateKind(c, n, ListKind, x, ci);
      scheduleTask(c, n, TaskKind.ListLit, new Environment(env, n.node), x, ci);
      return;
    case Tag.DisjunctionExpr:
      c.unshare(n);
      scheduleDisjunction(
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
      c.unshare(n);
      if (deferCall(n, conj, x, ci)) return;
      scheduleTask(c, n, TaskKind.Expr, env, x, ci);
      return;
    default:
      if (x.tag >= Tag.FieldReference) {
        scheduleTask(c, n, TaskKind.Resolver, env, x, ci);
        return;
      }
      if (x.tag <= Tag.Vertex) return insertValue(c, n, env, x as Value, ci);
  }
  c.unshare(n);
  scheduleTask(c, n, TaskKind.Expr, env, x, ci);
}

/** A call whose arguments refer to something may recurse without end in a cycle: it waits for other content. */
function deferCall(n: NodeState, conj: Conjunct, x: CallExpr, ci: CloseInfo): boolean {
  if (ci.cycleType !== CycleType.Cyclic || n.hasNonCycle || n.hasNonCyclic || !x.args.some(refersToSomething))
    return false;
  n.hasAncestorCycle = true;
  n.parked = append(n.parked, { conjunct: conj, arc: null });
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

function scheduleVertex(c: Context, n: NodeState, conj: Conjunct, x: Vertex, ci: CloseInfo): void {
  if (isDataVertex(x)) {
    c.unshare(n);
    insertValue(c, n, conj.env, x, ci);
    return;
  }
  let inner = ci;
  if (x.closedNonRecursive) {
    n.node.closedNonRecursive = true;
    inner = addResolver(c, n, x, x, ci, false);
  }
  c.scheduleVertexConjuncts(n, conj, x, inner);
}

/** A struct literal: its static fields become arcs at once, in order; the rest becomes tasks. */
function scheduleStruct(c: Context, n: NodeState, env: Environment, s: StructLit, info: CloseInfo): void {
  noteMaterial(c, n, info);
  addEvidence(n, info, EvidenceFlag.Struct);
  const childEnv = new Environment(env, n.node);
  n.hasStruct = true;
  n.node.addStruct(s, compIdOf(env));
  const ci = s.hasEmbedding ? literalScope(c, n, s, info) : info;
  const sub = subField(ci);
  let hasEllipsis = false;
  for (let i = 0; i < s.decls.length; i++) {
    const d = s.decls[i]!;
    switch (d.tag) {
      case Tag.Field: {
        if (d.arcType === ArcType.Member && isStringLabel(d.label)) {
          n.isStruct = true;
          updateKind(c, n, StructKind, s, ci);
        }
        const fieldInfo = d.arcType === ArcType.Optional ? setOptional(sub) : sub;
        insertArc(c, n, d.label, d.arcType, new Conjunct(childEnv, d, fieldInfo), fieldInfo);
        break;
      }
      case Tag.LetField:
        insertArc(c, n, d.label, ArcType.Member, new Conjunct(childEnv, d, sub), sub);
        break;
      case Tag.Comprehension:
        scheduleComprehension(c, n, childEnv, d, ci);
        break;
      case Tag.Ellipsis:
        hasEllipsis = true;
        break;
      case Tag.DynamicField:
        if (d.arcType === ArcType.Member) {
          n.isStruct = true;
          updateKind(c, n, StructKind, s, sub);
        }
        scheduleTask(c, n, TaskKind.Dynamic, childEnv, d, sub);
        break;
      case Tag.BulkOptionalField:
        scheduleTask(c, n, TaskKind.Pattern, childEnv, d, setOptional(sub));
        break;
      default: {
        const inner = embedScope(c, n, d, ci);
        scheduleConjunct(c, n, new Conjunct(childEnv, d, inner), inner);
      }
    }
  }
  if (hasEllipsis) {
    n.node.hasEllipsis = true;
    addEvidence(n, ci, EvidenceFlag.Ellipsis);
  }
  if (!s.hasEmbedding) {
    n.isStruct = true;
    updateKind(c, n, StructKind, s, ci);
  }
}

function scheduleComprehension(c: Context, n: NodeState, env: Environment, d: Comprehension, ci: CloseInfo): void {
  scheduleTask(c, n, TaskKind.Comprehension, env, d, embedScope(c, n, d, ci));
}

/** The comprehension firing that a scope is in; 0 for none. */
export function compIdOf(env: Environment): number {
  for (let e: Environment | null = env; e !== null; e = e.up) if (e.compId !== 0) return e.compId;
  return 0;
}

function pending(expr: Expr, hasDefaults: boolean, isDefault: boolean): PendingDisjunct {
  return { expr, mode: !hasDefaults ? DefaultMode.Maybe : isDefault ? DefaultMode.Is : DefaultMode.Not, err: null };
}

/** Disjunctions of a node are collected; one task handles them together. */
function scheduleDisjunction(
  c: Context,
  n: NodeState,
  env: Environment,
  src: DisjunctionExpr | Disjunction,
  ci: CloseInfo,
  disjuncts: PendingDisjunct[],
): void {
  if (n.disjunctions.length === 0) scheduleTask(c, n, TaskKind.Disjunctions, null, null, ci);
  n.disjunctions = append(n.disjunctions, { env, ci, src, disjuncts });
  n.hasDisjunction = true;
}

/** Narrows the kind of a node; an empty result is a conflict, after which later conjuncts are ignored. */
export function updateKind(c: Context, n: NodeState, k: Kind, v: Node, ci: CloseInfo): boolean {
  addEvidence(n, ci, 0);
  const kind = n.kind & k;
  if (n.kind === BottomKind || k === BottomKind) return false;
  if (kind === BottomKind) {
    if (n.kindExpr !== null) reportConflict(c, n, n.kindExpr, v, n.kind, k, n.kindId, ci.id);
    else reportKindMismatch(c, n, v, n.kind, k);
  }
  if (n.kind !== kind || n.kindExpr === null) n.kindExpr = v;
  n.kind = kind;
  n.kindId = ci.id;
  return kind !== BottomKind;
}

/** Unifies a value into a node. */
export function insertValue(c: Context, n: NodeState, env: Environment, v: BaseValue, ci: CloseInfo): void {
  switch (v.tag) {
    case Tag.Vertex:
      return insertVertexValue(c, n, env, v, ci);
    case Tag.Bottom:
      c.unshare(n);
      if (v !== noShareSentinel) addNodeBottom(n, v);
      return;
    case Tag.Builtin:
      c.unshare(n);
      if (v.params.length === 1 && (v.result === BoolKind || v.result === BottomKind))
        return insertValue(c, n, env, new BuiltinValidator(null, v, []), ci);
      break;
    case Tag.StructMarker:
    case Tag.ListMarker:
      return;
  }
  const value = v as Value;
  if (!updateKind(c, n, kindOf(value), value, ci)) return;
  switch (value.tag) {
    case Tag.Disjunction: {
      noteMaterial(c, n, ci);
      c.unshare(n);
      const list = value.values.map((d, i) => pending(d, value.hasDefaults, i < value.numDefaults));
      scheduleDisjunction(c, n, env, value, setOptional(ci), list);
      break;
    }
    case Tag.Conjunction:
      for (let i = 0; i < value.values.length; i++) {
        const x = value.values[i]!;
        insertValue(c, n, env, x, ci);
      }
      break;
    case Tag.Top:
      noteMaterial(c, n, ci);
      n.hasTop = true;
      addEvidence(n, ci, EvidenceFlag.Top);
      break;
    case Tag.BasicType:
      c.unshare(n);
      noteMaterial(c, n, ci);
      if (value.kind !== TopKind) addEvidence(n, ci, EvidenceFlag.Top);
      break;
    case Tag.BoundValue:
      if (insertBound(c, n, env, value, ci)) return;
      break;
    case Tag.BuiltinValidator:
      if (insertValidator(c, n, env, value, ci)) return;
      break;
    default:
      insertScalar(c, n, value, ci);
  }
  if (n.lowerBound !== null && n.upperBound !== null) {
    const u = simplifyBounds(c, n.kind, n.lowerBound, n.upperBound);
    if (u !== null) {
      n.lowerBound = null;
      n.upperBound = null;
      insertValue(c, n, env, u, ci);
    }
  }
}

function insertScalar(c: Context, n: NodeState, x: Value, ci: CloseInfo): void {
  c.unshare(n);
  noteMaterial(c, n, ci);
  const y = n.scalar;
  if (y === null) {
    n.scalar = x;
    n.scalarId = ci.id;
    c.signal(n, ScalarKnown);
    return;
  }
  if (!binaryOpHolds(c, null, "==", x, y)) {
    reportConflict(c, n, x, y, kindOf(x), kindOf(y), n.scalarId, ci.id);
    return;
  }
  const marks = marksOf(x);
  if (marks !== null) n.scalar = withMarks(y, unionMarks(marks, marksOf(y)));
}

/** True when nothing more is to be done. */
function insertBound(c: Context, n: NodeState, env: Environment, x: BoundValue, ci: CloseInfo): boolean {
  c.unshare(n);
  noteMaterial(c, n, ci);
  switch (x.op) {
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const lower = x.op === ">" || x.op === ">=";
      const y = lower ? n.lowerBound : n.upperBound;
      if (y !== null) {
        const v = simplifyBounds(c, n.kind, x, y);
        if (v !== null) {
          if (lower) n.lowerBound = null;
          else n.upperBound = null;
          insertValue(c, n, env, v, ci);
          return true;
        }
      }
      if (lower) n.lowerBound = x;
      else n.upperBound = x;
      return false;
    }
    case "==":
    case "!=":
      addEvidence(n, ci, EvidenceFlag.OpenValidator | EvidenceFlag.Top);
      if ((kindOf(x) & CompositeKind) !== 0) n.hasTop = true;
      break;
  }
  let covered = false;
  n.checks = n.checks.filter((check) => {
    const y = check.x;
    if (y.tag !== Tag.BoundValue) return true;
    const kept = simplifyBounds(c, n.kind, x, y);
    if (kept === y) covered = true;
    return kept !== x;
  });
  if (!covered) n.checks = append(n.checks, new Conjunct(env, x, ci));
  return true;
}

function insertValidator(c: Context, n: NodeState, env: Environment, x: BuiltinValidator, ci: CloseInfo): boolean {
  c.unshare(n);
  const kind = kindOf(x);
  if ((kind & CompositeKind) !== 0)
    addEvidence(n, ci, x.builtin.nonConcrete ? EvidenceFlag.OpenValidator | EvidenceFlag.Top : EvidenceFlag.Top);
  const check = new Conjunct(env, x, ci);
  for (let i = 0; i < n.checks.length; i++) {
    const y = (n.checks[i] as Conjunct).x;
    if (y.tag === Tag.BuiltinValidator && sameValidator(c, x, y)) {
      if (n.checks.length > 0) n.checks[i] = check;
      return true;
    }
  }
  n.checks = append(n.checks, check);
  if (kind === TopKind) n.hasTop = true;
  updateKind(c, n, kind, x, ci);
  return false;
}

/** A vertex as a value: data is taken over, anything else is evaluated again in this place. */
function insertVertexValue(c: Context, n: NodeState, env: Environment, x: Vertex, info: CloseInfo): void {
  let ci = info;
  if (x.closedNonRecursive || x.closedRecursive) {
    if (x.closedNonRecursive) n.node.closedNonRecursive = true;
    else n.node.closedRecursive = true;
    if (!isFromDisjunction(x)) ci = addResolver(c, n, x, x, ci, false);
  }
  if (x.base !== null && x.base.tag === Tag.StructMarker) {
    n.isStruct = true;
    updateKind(c, n, StructKind, x, ci);
  }
  if (!isDataVertex(x)) {
    noteMaterial(c, n, ci);
    c.scheduleVertexConjuncts(n, new Conjunct(env, x, ci), x, ci);
    return;
  }
  const base = x.base;
  if (base === null) return;
  if (base.tag === Tag.ListMarker) {
    noteMaterial(c, n, ci);
    scheduleTask(c, n, TaskKind.ListVertex, env, x, ci);
    return;
  }
  if (base.tag === Tag.StructMarker) {
    for (const a of x.arcs)
      if (a.arcType === ArcType.Member) insertArc(c, n, a.label, a.arcType, new Conjunct(emptyEnv(), a, ci), ci);
    for (let i = 0; i < x.structs.length; i++) {
      const s = x.structs[i]!;
      n.node.structs = append(n.node.structs, s);
    }
    return;
  }
  insertValue(c, n, env, base, ci);
}

const emptyEnv = (): Environment => new Environment(null, null);

export function isFromDisjunction(v: Vertex): boolean {
  if (v.base !== null && v.base.tag === Tag.Disjunction) return true;
  for (let x: Vertex = v; ; x = x.base) {
    if (x.isDisjunct) return true;
    if (x.base === null || x.base.tag !== Tag.Vertex) return false;
  }
}
