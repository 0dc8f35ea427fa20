import { noShareSentinel } from "../compile/index.ts";
import {
  ArcType,
  BoolKind,
  BottomKind,
  BuiltinValidator,
  CompositeKind,
  Conjunct,
  DefaultMode,
  Environment,
  StructKind,
  Tag,
  TaskKind,
  TopKind,
  append,
  unionMarks,
} from "../value/index.ts";
import type {
  BaseValue,
  BoundValue,
  CloseInfo,
  Disjunction,
  DisjunctionExpr,
  Expr,
  Kind,
  Node,
  NodeState,
  PendingDisjunct,
  Value,
  Vertex,
} from "../value/index.ts";
import { putField } from "./arcs.ts";
import { meetBounds } from "./bounds.ts";
import { addEvidence, referenceScope } from "./closedness.ts";
import { ScalarKnown } from "./conditions.ts";
import { reportConflict, reportKindMismatch } from "./conflict.ts";
import type { Context } from "./context.ts";
import { noteMaterial, setOptional } from "./cycle.ts";
import { addTask } from "./demand.ts";
import { withMarks } from "./marked.ts";
import { addNodeBottom } from "./node-errors.ts";
import { binaryOpHolds, marksOf } from "./operators.ts";
import { EvidenceFlag } from "./requirement-sets.ts";
import { sameValidator } from "./validator.ts";
import { isDataVertex, kindOf } from "./vertex-ops.ts";

export function pending(expr: Expr, hasDefaults: boolean, isDefault: boolean): PendingDisjunct {
  return { expr, mode: !hasDefaults ? DefaultMode.Maybe : isDefault ? DefaultMode.Is : DefaultMode.Not, err: null };
}

/** Disjunctions of a node are collected; one task handles them together. */
export function collectDisjunction(
  c: Context,
  n: NodeState,
  env: Environment,
  src: DisjunctionExpr | Disjunction,
  ci: CloseInfo,
  disjuncts: PendingDisjunct[],
): void {
  if (n.disjunctions.length === 0) addTask(c, n, TaskKind.Disjunctions, null, null, ci);
  n.disjunctions = append(n.disjunctions, { env, ci, src, disjuncts });
  n.hasDisjunction = true;
}

/** Narrows the kind of a node; an empty result is a conflict, after which later conjuncts are ignored. */
export function narrowKind(c: Context, n: NodeState, k: Kind, v: Node, ci: CloseInfo): boolean {
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
export function meetValue(c: Context, n: NodeState, env: Environment, v: BaseValue, ci: CloseInfo): void {
  switch (v.tag) {
    case Tag.Vertex:
      return meetNode(c, n, env, v, ci);
    case Tag.Bottom:
      c.stopSharing(n);
      if (v !== noShareSentinel) addNodeBottom(n, v);
      return;
    case Tag.Builtin:
      c.stopSharing(n);
      if (v.params.length === 1 && (v.result === BoolKind || v.result === BottomKind))
        return meetValue(c, n, env, new BuiltinValidator(null, v, []), ci);
      break;
    case Tag.StructMarker:
    case Tag.ListMarker:
      return;
  }
  const value = v as Value;
  if (!narrowKind(c, n, kindOf(value), value, ci)) return;
  switch (value.tag) {
    case Tag.Disjunction: {
      noteMaterial(c, n, ci);
      c.stopSharing(n);
      const list = value.values.map((d, i) => pending(d, value.hasDefaults, i < value.numDefaults));
      collectDisjunction(c, n, env, value, setOptional(ci), list);
      break;
    }
    case Tag.Conjunction:
      for (let i = 0; i < value.values.length; i++) {
        const x = value.values[i]!;
        meetValue(c, n, env, x, ci);
      }
      break;
    case Tag.Top:
      noteMaterial(c, n, ci);
      n.hasTop = true;
      addEvidence(n, ci, EvidenceFlag.Top);
      break;
    case Tag.BasicType:
      c.stopSharing(n);
      noteMaterial(c, n, ci);
      if (value.kind !== TopKind) addEvidence(n, ci, EvidenceFlag.Top);
      break;
    case Tag.BoundValue:
      if (meetBound(c, n, env, value, ci)) return;
      break;
    case Tag.BuiltinValidator:
      if (meetValidator(c, n, env, value, ci)) return;
      break;
    default:
      meetScalar(c, n, value, ci);
  }
  if (n.lowerBound !== null && n.upperBound !== null) {
    const u = meetBounds(c, n.kind, n.lowerBound, n.upperBound);
    if (u !== null) {
      n.lowerBound = null;
      n.upperBound = null;
      meetValue(c, n, env, u, ci);
    }
  }
}

function meetScalar(c: Context, n: NodeState, x: Value, ci: CloseInfo): void {
  c.stopSharing(n);
  noteMaterial(c, n, ci);
  const y = n.scalar;
  if (y === null) {
    n.scalar = x;
    n.scalarId = ci.id;
    c.announce(n, ScalarKnown);
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
function meetBound(c: Context, n: NodeState, env: Environment, x: BoundValue, ci: CloseInfo): boolean {
  c.stopSharing(n);
  noteMaterial(c, n, ci);
  switch (x.op) {
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const lower = x.op === ">" || x.op === ">=";
      const y = lower ? n.lowerBound : n.upperBound;
      if (y !== null) {
        const v = meetBounds(c, n.kind, x, y);
        if (v !== null) {
          if (lower) n.lowerBound = null;
          else n.upperBound = null;
          meetValue(c, n, env, v, ci);
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
    const kept = meetBounds(c, n.kind, x, y);
    if (kept === y) covered = true;
    return kept !== x;
  });
  if (!covered) n.checks = append(n.checks, new Conjunct(env, x, ci));
  return true;
}

function meetValidator(c: Context, n: NodeState, env: Environment, x: BuiltinValidator, ci: CloseInfo): boolean {
  c.stopSharing(n);
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
  narrowKind(c, n, kind, x, ci);
  return false;
}

/** A vertex as a value: data is taken over, anything else is evaluated again in this place. */
function meetNode(c: Context, n: NodeState, env: Environment, x: Vertex, info: CloseInfo): void {
  let ci = info;
  if (x.closedNonRecursive || x.closedRecursive) {
    if (x.closedNonRecursive) n.node.closedNonRecursive = true;
    else n.node.closedRecursive = true;
    if (!isFromDisjunction(x)) ci = referenceScope(c, n, x, x, ci, false);
  }
  if (x.base !== null && x.base.tag === Tag.StructMarker) {
    n.isStruct = true;
    narrowKind(c, n, StructKind, x, ci);
  }
  if (!isDataVertex(x)) {
    noteMaterial(c, n, ci);
    c.enterTarget(n, new Conjunct(env, x, ci), x, ci);
    return;
  }
  const base = x.base;
  if (base === null) return;
  if (base.tag === Tag.ListMarker) {
    noteMaterial(c, n, ci);
    addTask(c, n, TaskKind.ListVertex, env, x, ci);
    return;
  }
  if (base.tag === Tag.StructMarker) {
    for (const a of x.arcs)
      if (a.arcType === ArcType.Member) putField(c, n, a.label, a.arcType, new Conjunct(emptyEnv(), a, ci), ci);
    for (let i = 0; i < x.structs.length; i++) {
      const s = x.structs[i]!;
      n.node.structs = append(n.node.structs, s);
    }
    return;
  }
  meetValue(c, n, env, base, ci);
}

const emptyEnv = (): Environment => new Environment(null, null);

function isFromDisjunction(v: Vertex): boolean {
  if (v.base !== null && v.base.tag === Tag.Disjunction) return true;
  for (let x: Vertex = v; ; x = x.base) {
    if (x.isDisjunct) return true;
    if (x.base === null || x.base.tag !== Tag.Vertex) return false;
  }
}
