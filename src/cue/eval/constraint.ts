// Constraints are data. Most fields of real programs are a literal and what a schema says about it: kinds, bounds,
// enumerations. Whether they agree is a question about values alone; no state, task or order is needed to answer it.
import { BoundValue, Tag, TopKind } from "../value/index.ts";
import type { BuiltinValidator, Expr, Kind, Value } from "../value/index.ts";
import { nodeBehind, kindOf } from "./vertex-ops.ts";

/** A scalar without anything beside it. */
export type Atom = Extract<Value, { readonly tag: 1 | 2 | 3 | 4 | 5 }>;

/** What conjuncts of one field say together. Immutable; `meet` makes a new one. */
export interface Constraint {
  /** What the value may be; BottomKind where nothing fits. */
  readonly kind: Kind;
  /** Scalars that the value must equal, in the order in which they were said. */
  readonly atoms: readonly Atom[];
  readonly bounds: readonly BoundValue[];
  readonly validators: readonly BuiltinValidator[];
  /** For each disjunction its disjuncts: the value must fit one of each. */
  readonly choices: readonly (readonly Constraint[])[];
}

const none: readonly never[] = [];

export const anything: Constraint = { kind: TopKind, atoms: none, bounds: none, validators: none, choices: none };

/** What two constraints say together. */
export function meet(a: Constraint, b: Constraint): Constraint {
  if (a === anything) return b;
  if (b === anything) return a;
  return {
    kind: a.kind & b.kind,
    atoms: join(a.atoms, b.atoms),
    bounds: join(a.bounds, b.bounds),
    validators: join(a.validators, b.validators),
    choices: join(a.choices, b.choices),
  };
}

function join<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

/** Tests that need the evaluation: comparisons know the rules of their file, validators are calls. */
export interface ConstraintTests {
  equal(a: Atom, b: Atom): boolean;
  within(bound: BoundValue, a: Atom): boolean;
  satisfies(validator: BuiltinValidator, a: Atom): boolean;
}

/** Whether a scalar is one of the values that a constraint allows. */
export function allows(x: Constraint, a: Atom, tests: ConstraintTests): boolean {
  if ((x.kind & kindOf(a)) === 0) return false;
  for (let i = 0; i < x.atoms.length; i++) {
    const atom = x.atoms[i] as Atom;
    if (atom !== a && !tests.equal(a, atom)) return false;
  }
  for (let i = 0; i < x.bounds.length; i++) if (!tests.within(x.bounds[i] as BoundValue, a)) return false;
  for (let i = 0; i < x.choices.length; i++) {
    const disjuncts = x.choices[i] as readonly Constraint[];
    let found = false;
    for (let k = 0; k < disjuncts.length && !found; k++) found = allows(disjuncts[k] as Constraint, a, tests);
    if (!found) return false;
  }
  for (let i = 0; i < x.validators.length; i++)
    if (!tests.satisfies(x.validators[i] as BuiltinValidator, a)) return false;
  return true;
}

/** What an evaluated value says as a constraint on scalars; null where it says more than that. */
export function constraintOfValue(v: Value): Constraint | null {
  switch (v.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
      return { ...anything, kind: kindOf(v), atoms: [v] };
    case Tag.Top:
      return anything;
    case Tag.BasicType:
      return { ...anything, kind: v.kind };
    case Tag.BoundValue:
      return isScalar(v.value) ? { ...anything, kind: kindOf(v), bounds: [v] } : null;
    case Tag.BuiltinValidator:
      // With other arguments than scalars a test may evaluate something.
      return v.args.every(isScalar) ? { ...anything, kind: kindOf(v), validators: [v] } : null;
    case Tag.Conjunction:
      return all(v.values, constraintOfValue);
    case Tag.Disjunction:
      return oneOf(v.values, constraintOfValue);
    case Tag.Vertex: {
      const { base, arcs } = nodeBehind(v);
      // Hidden fields may stand beside a scalar.
      if (base === null || base.tag >= Tag.StructMarker || arcs.length > 0) return null;
      return constraintOfValue(base as Value);
    }
    default:
      return null;
  }
}

const isScalar = (v: Value): boolean => v.tag >= Tag.Null && v.tag <= Tag.Bytes;

function all<T>(parts: readonly T[], read: (part: T) => Constraint | null): Constraint | null {
  let x: Constraint | null = anything;
  for (let i = 0; i < parts.length && x !== null; i++) {
    const part = read(parts[i] as T);
    x = part === null ? null : meet(x, part);
  }
  return x;
}

function oneOf<T>(parts: readonly T[], read: (part: T) => Constraint | null): Constraint | null {
  const disjuncts: Constraint[] = [];
  let kind = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = read(parts[i] as T);
    if (part === null) return null;
    disjuncts.push(part);
    kind |= part.kind;
  }
  return { ...anything, kind, choices: [disjuncts] };
}

/** Finds out what a reference, or an expression that is computed, says; null where that is not known yet, or more than a constraint. */
type ReadReference = (x: Expr) => Constraint | null;

/** By expressions without references: what they say never changes. */
const constants = new WeakMap<Expr, Constraint | null>();

/** What an expression says as a constraint on scalars; null where it says more than that. */
export function constraintOf(x: Expr, reference: ReadReference): Constraint | null {
  if (x.tag <= Tag.Vertex) return ofLiteral(x as Value);
  const known = constants.get(x);
  if (known !== undefined) return known;
  let isConstant = true;
  const found = ofExpression(x, (r) => {
    isConstant = false;
    return reference(r);
  });
  if (isConstant) constants.set(x, found);
  return found;
}

const literals = new WeakMap<Value, Constraint | null>();

function ofLiteral(v: Value): Constraint | null {
  if (v.tag === Tag.Vertex) return null;
  let x = literals.get(v);
  if (x === undefined) literals.set(v, (x = constraintOfValue(v)));
  return x;
}

function ofExpression(x: Expr, reference: ReadReference): Constraint | null {
  switch (x.tag) {
    case Tag.BinaryExpr: {
      if (x.op !== "&") return reference(x);
      const left = constraintOf(x.x, reference);
      const right = left === null ? null : constraintOf(x.y, reference);
      return left === null || right === null ? null : meet(left, right);
    }
    case Tag.DisjunctionExpr:
      return oneOf(x.values, (d) => constraintOf(d.expr, reference));
    case Tag.BoundExpr:
      return x.expr.tag <= Tag.Bytes && x.expr.tag >= Tag.Null
        ? constraintOfValue(new BoundValue(x.src, x.op, x.expr as Value))
        : null;
    case Tag.FieldReference:
    case Tag.SelectorExpr:
    case Tag.Interpolation:
    case Tag.UnaryExpr:
    case Tag.LabelReference:
      return reference(x);
    default:
      return null;
  }
}
