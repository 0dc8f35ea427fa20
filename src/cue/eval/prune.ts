import { ArcType, ListKind, StructKind, Tag, TaskState, TopKind, isRegularLabel } from "../value/index.ts";
import type {
  Conjunct,
  Environment,
  Expr,
  Kind,
  Label,
  NodeState,
  PendingDisjunct,
  PendingDisjunction,
  StructLit,
  Value,
  Vertex,
} from "../value/index.ts";
import { hasOwnEvidence } from "./closedness.ts";
import { AncestorsDone } from "./conditions.ts";
import type { Context } from "./context.ts";
import { binaryOpHolds } from "./operators.ts";
import { isSettled, peek } from "./peek.ts";
import { plainLiteralOf } from "./plain.ts";
import { knows } from "./demand.ts";
import { nodeBehind, kindOf } from "./vertex-ops.ts";

// Trying a disjunct costs a copy of the node. Most disjuncts can be seen to fail without one: by kind, by a scalar
// that conflicts with one already known, or because a field that is there would not be allowed. What is found here
// would fail anyway, so leaving it out changes no result; only when all disjuncts fail are they tried for their errors.

/** What a struct literal says of its fields without evaluation. */
interface Shape {
  /** Fields with a literal scalar or type. */
  readonly constants: ReadonlyMap<Label, Value>;
  /** All fields, or null when others may be added. */
  readonly labels: ReadonlySet<Label> | null;
}

const shapes = new WeakMap<StructLit, Shape>();

function shapeOf(s: StructLit): Shape {
  let shape = shapes.get(s);
  if (shape === undefined) {
    const constants = new Map<Label, Value>();
    const labels = new Set<Label>();
    let isStatic = true;
    for (let i = 0; i < s.decls.length; i++) {
      const d = s.decls[i]!;
      if (d.tag === Tag.Field) {
        labels.add(d.label);
        if (
          d.value.tag <= Tag.BasicType &&
          d.value.tag !== Tag.Bottom &&
          isRegularLabel(d.label) &&
          d.arcType !== ArcType.Optional
        )
          constants.set(d.label, d.value as Value);
      } else if (d.tag !== Tag.LetField) isStatic = false;
    }
    shape = { constants, labels: isStatic ? labels : null };
    shapes.set(s, shape);
  }
  return shape;
}

/** How far references are followed. */
const maxHops = 4;

/** The literals that an expression consists of, as far as names lead to them; false if there may be more. */
function literals(c: Context, env: Environment, x: Expr, hops: number, out: StructLit[]): boolean {
  switch (x.tag) {
    case Tag.StructLit:
      out.push(x);
      return true;
    case Tag.BinaryExpr: {
      if (x.op !== "&") return false;
      const left = literals(c, env, x.x, hops, out);
      return literals(c, env, x.y, hops, out) && left;
    }
    case Tag.FieldReference: {
      if (hops === 0) return false;
      let e = env;
      for (let i = x.upCount; i > 0; i--) e = e.up as Environment;
      const arc = c.scopeNode(e)?.arc(x.label) ?? null;
      return arc !== null && targetLiterals(c, arc, hops, out);
    }
    case Tag.Vertex:
      return hops > 0 && targetLiterals(c, x, hops, out);
    default:
      return false;
  }
}

function targetLiterals(c: Context, v: Vertex, hops: number, out: StructLit[]): boolean {
  if (v.arcType !== ArcType.Member || v.conjuncts.length === 0) return false;
  let all = true;
  for (const conj of v.conjuncts as readonly Conjunct[]) {
    const x = conj.x.tag === Tag.Field ? conj.x.value : conj.x;
    if (x.tag >= Tag.Field || !literals(c, conj.env, x as Expr, hops - 1, out)) all = false;
  }
  return all;
}

/** The scalar that an arc has for certain. */
function knownScalar(arc: Vertex): Value | null {
  const v = nodeBehind(arc);
  if (v.state !== null && v.state.scalar !== null) return v.state.scalar;
  const known = v.base ?? plainLiteralOf(v);
  return known !== null && known.tag >= Tag.Null && known.tag <= Tag.Bytes ? (known as Value) : null;
}

/** What an arc may still be. */
function knownKind(arc: Vertex): Kind {
  if (arc.state !== null) return arc.state.kind;
  switch (plainLiteralOf(arc)?.tag) {
    case Tag.StructLit:
      return StructKind;
    case Tag.ListLit:
      return ListKind;
    default:
      return TopKind;
  }
}

/** Whether unifying a node with a disjunct is sure to fail. */
export function failsAtOnce(c: Context, n: NodeState, d: PendingDisjunction, x: PendingDisjunct): boolean {
  const e = x.expr;
  if (e.tag >= Tag.Null && e.tag <= Tag.BasicType) {
    if ((kindOf(e as Value) & n.kind) === 0) return true;
    return n.scalar !== null && e.tag <= Tag.Bytes && !binaryOpHolds(c, null, "==", e as Value, n.scalar);
  }
  if (e.tag === Tag.ListLit && (n.kind & ListKind) === 0) return true;
  if (e.tag === Tag.FieldReference || e.tag === Tag.SelectorExpr) {
    const target = peek(c, d.env, e, 0);
    if (target !== null && isSettled(target) && (kindOf(nodeBehind(target)) & n.kind) === 0) return true;
  }
  if (n.node.arcs.length === 0 && n.kind !== 0 && (n.kind & StructKind) !== 0) return false;
  const lits: StructLit[] = [];
  literals(c, d.env, e, maxHops, lits);
  for (const lit of lits) {
    if ((n.kind & StructKind) === 0 && !lit.hasEmbedding) return true;
    for (const [label, value] of shapeOf(lit).constants) {
      const arc = n.node.arc(label);
      if (arc === null || arc.arcType > ArcType.Required) continue;
      const known = knownScalar(arc);
      if (known !== null) {
        if ((kindOf(known) & kindOf(value)) === 0) return true;
        if (value.tag <= Tag.Bytes && !binaryOpHolds(c, null, "==", value, known)) return true;
      } else if ((knownKind(arc) & kindOf(value)) === 0) return true;
    }
  }
  return false;
}

/** Labels that a disjunct can provide; null: any. */
function provided(c: Context, d: PendingDisjunction, x: PendingDisjunct): ReadonlySet<Label> | null {
  if (x.expr.tag >= Tag.Null && x.expr.tag <= Tag.BasicType) return noLabels;
  const lits: StructLit[] = [];
  if (!literals(c, d.env, x.expr, maxHops, lits)) return null;
  const all = new Set<Label>();
  for (const lit of lits) {
    const { labels } = shapeOf(lit);
    if (labels === null) return null;
    for (const l of labels) all.add(l);
  }
  return all;
}
const noLabels: ReadonlySet<Label> = new Set();

/**
 * Forced choices: a field that is there but that nothing allows yet must be allowed by a disjunct. If only one of the
 * disjunctions can, those of its disjuncts that do not are out; that may leave only one choice elsewhere, too.
 */
export function forcedOut(c: Context, n: NodeState, pending: readonly PendingDisjunction[]): Set<PendingDisjunct> {
  const out = new Set<PendingDisjunct>();
  if (pending.length < 2 || n.requirements.length === 0 || !knows(n, AncestorsDone)) return out;
  for (let i = 0; i < n.tasks.length; i++) {
    const t = n.tasks[i]!;
    if (t.state < TaskState.Success && t.kind !== 7) return out;
  }
  const needy = n.node.arcs.filter(
    (a) => a.arcType <= ArcType.Required && isRegularLabel(a.label) && !hasOwnEvidence(c, n, a),
  );
  if (needy.length === 0) return out;
  const labels = pending.map((d) => d.disjuncts.map((x) => provided(c, d, x)));
  for (let changed = true; changed;) {
    changed = false;
    for (const a of needy) {
      let only = -1;
      for (let i = 0; i < pending.length && only !== -2; i++) {
        const d = pending[i] as PendingDisjunction;
        const can = d.disjuncts.some((x, j) => !out.has(x) && mayProvide(labels[i]?.[j], a.label));
        if (can) only = only === -1 ? i : -2;
      }
      if (only < 0) continue;
      (pending[only] as PendingDisjunction).disjuncts.forEach((x, j) => {
        if (out.has(x) || mayProvide(labels[only]?.[j], a.label)) return;
        out.add(x);
        changed = true;
      });
    }
  }
  return out;
}

const mayProvide = (labels: ReadonlySet<Label> | null | undefined, label: Label): boolean =>
  labels === null || labels === undefined || labels.has(label);
