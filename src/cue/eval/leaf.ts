// A field that is a scalar and what constrains it is settled here: the conjuncts are met as data, and if the scalar
// fits, that is the value. Where anything else is said, or something does not fit, evaluation takes its usual course and
// tells why.
import { ArcType, CloseFlag, CycleType, Status, Tag, isDefinitionLabel } from "../value/index.ts";
import type { BoundValue, BuiltinValidator, Conjunct, Environment, Expr, Vertex } from "../value/index.ts";
import { unionMarks } from "../value/index.ts";
import { beginVertex } from "./arcs.ts";
import { checkBound } from "./bounds.ts";
import { checkValidator } from "./call.ts";
import { allows, anything, constraintOf, constraintOfValue, meet } from "./constraint.ts";
import type { Atom, Constraint, ConstraintTests } from "./constraint.ts";
import type { Context } from "./context.ts";
import { withMarks } from "./marked.ts";
import { binaryOpHolds } from "./operators.ts";
import { isSettled, peek, settledTarget, vertexAbove } from "./peek.ts";
import { isComputed, readyValue } from "./ready.ts";
import type { Runtime } from "./runtime.ts";
import { refersToDefinition } from "./share.ts";
import { definitionOf, scopeAbove, scopeOf } from "./static-scope.ts";
import type { Definition, Scope } from "./static-scope.ts";

/** The value of a vertex that has nothing but scalar conjuncts; null if it is more than that, or wrong. */
export function leafValue(c: Context, v: Vertex): Atom | null {
  const { conjuncts } = v;
  let said: Constraint = anything;
  let late: Constraint = anything;
  for (let i = 0; i < conjuncts.length; i++) {
    const conj = conjuncts[i] as Conjunct;
    const x = valueExpr(conj);
    if (x === null || conj.ci.cycleType === CycleType.Cyclic) return null;
    const part = constraintOf(x, (r) => readReference(c, conj.env, r));
    if (part === null) return null;
    // What is written out acts before what is computed or referred to.
    if (x.tag >= Tag.FieldReference || isComputed(x)) late = meet(late, part);
    else said = meet(said, part);
  }
  const all = meet(said, late);
  const atom = all.atoms[0];
  if (atom === undefined || !allows(all, atom, testsOf(c))) return null;
  return all.atoms.length === 1 ? atom : withAllMarks(all.atoms);
}

/** Makes a vertex the scalar that it is. */
export function finishLeaf(v: Vertex, value: Atom): void {
  beginVertex(v);
  for (let i = 0; i < v.conjuncts.length; i++) {
    const conj = v.conjuncts[i] as Conjunct;
    const x = valueExpr(conj) as Expr;
    if ((conj.ci.flags & CloseFlag.FromDef) !== 0 || (x.tag >= Tag.FieldReference && refersToDefinition(x)))
      v.closedRecursive = true;
  }
  v.isPlain = true;
  v.base = value;
  v.status = Status.Finalized;
}

/** Whether there is nothing in a vertex yet but its conjuncts, and one of them may be a scalar. */
export function mayBeLeaf(v: Vertex): boolean {
  if (v.status !== Status.Unprocessed || v.arcType !== ArcType.Member) return false;
  if (v.state !== null || v.base !== null || v.arcs.length > 0 || v.patterns !== null) return false;
  for (let i = 0; i < v.conjuncts.length; i++) {
    const x = valueExpr(v.conjuncts[i] as Conjunct);
    if (x === null || x.tag === Tag.StructLit || x.tag === Tag.ListLit) return false;
    // Alone, a literal is plain, and a reference shares what it leads to.
    if (v.conjuncts.length === 1) return isComputed(x);
  }
  return v.conjuncts.length > 0;
}

function valueExpr({ x }: Conjunct): Expr | null {
  switch (x.tag) {
    case Tag.Field:
    case Tag.BulkOptionalField:
    case Tag.DynamicField:
      return x.value;
    case Tag.LetField:
    case Tag.Ellipsis:
    case Tag.Comprehension:
      return null;
    default:
      return x;
  }
}

function withAllMarks(atoms: readonly Atom[]): Atom {
  let marks = atoms[0]!.marks;
  for (const a of atoms) marks = unionMarks(marks, a.marks);
  return marks === atoms[0]!.marks ? atoms[0]! : (withMarks(atoms[0]!, marks) as Atom);
}

const tests = new WeakMap<Context, ConstraintTests>();

function testsOf(c: Context): ConstraintTests {
  let found = tests.get(c);
  if (found === undefined) {
    found = {
      equal: (a, b) => binaryOpHolds(c, null, "==", a, b),
      within: (bound, a) => holds(c, () => checkBound(c, bound, a), bound),
      satisfies: (validator, a) => holds(c, () => checkValidator(c, validator, a), validator),
    };
    tests.set(c, found);
  }
  return found;
}

/** Runs a test that leaves nothing behind. */
function holds(c: Context, test: () => object | null, x: BoundValue | BuiltinValidator): boolean {
  const before = c.enter(c.env, x.src);
  const ok = test() === null;
  return c.leave(before) === null && ok;
}

/** What a reference says: the value of what is finished, or a definition of constants, evaluated or not. */
function readReference(c: Context, env: Environment, x: Expr): Constraint | null {
  if (isComputed(x)) {
    const value = readyValue(c, env, x);
    return value === null ? null : constraintOfValue(value);
  }
  if ((x.tag !== Tag.FieldReference && x.tag !== Tag.SelectorExpr) || x.optional) return null;
  const target = settledTarget(c, env, x) ?? peek(c, env, x, 0);
  if (target !== null && isSettled(target)) return constraintOfValue(target);
  const found = definitionOf(c.runtime, x, (by) => {
    const v = vertexAbove(c, env, by);
    return v === null ? null : scopeOf(v);
  });
  return found === null ? null : constraintOfDefinition(c.runtime, found);
}

const definitions = new WeakMap<Scope, Map<number, Constraint | null>>();

/** What a definition says that nothing can add to; null if it is more than a constraint. */
function constraintOfDefinition(runtime: Runtime, { scope, label }: Definition): Constraint | null {
  if (!isDefinitionLabel(label)) return null;
  let known = definitions.get(scope);
  if (known === undefined) definitions.set(scope, (known = new Map()));
  const answer = known.get(label);
  if (answer !== undefined) return answer;
  // One that leads to itself says nothing that is known here.
  known.set(label, null);
  const declared = scope.declared(label);
  let x: Constraint | null = declared.length === 0 ? null : anything;
  for (const d of declared) {
    const part = x === null ? null : constraintOf(d.value, (r) => readStatic(runtime, scope, r));
    x = x === null || part === null ? null : meet(x, part);
  }
  known.set(label, x);
  return x;
}

function readStatic(runtime: Runtime, scope: Scope, x: Expr): Constraint | null {
  if (x.tag !== Tag.FieldReference && x.tag !== Tag.SelectorExpr) return null;
  const found = definitionOf(runtime, x, (by) => scopeAbove(scope, by));
  return found === null ? null : constraintOfDefinition(runtime, found);
}
