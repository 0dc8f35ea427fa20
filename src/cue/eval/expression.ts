import { negate } from "../number/index.ts";
import {
  BasicType,
  Bool,
  BoolKind,
  BoundValue,
  Bytes,
  BytesKind,
  BottomKind,
  Bottom,
  CloseFlag,
  CloseInfo,
  Conjunct,
  CycleType,
  ErrorCode,
  Failure,
  FloatKind,
  IntKind,
  ListKind,
  ListMarker,
  NullKind,
  Num,
  NumberKind,
  Status,
  Str,
  StringKind,
  StructKind,
  Tag,
  intLabel,
  unionMarks,
  append,
} from "../value/index.ts";
import type {
  BinaryExpr,
  BoundExpr,
  Evaluator,
  Expr,
  Interpolation,
  LabelReference,
  Marks,
  NodeState,
  Op,
  Resolver,
  SliceExpr,
  UnaryExpr,
  Value,
  Environment,
  Vertex,
} from "../value/index.ts";
import { callBuiltin } from "./call.ts";
import { compareToBottom } from "./bottom-compare.ts";
import {
  PresenceKnown,
  CheckTypos,
  ConcreteOrWait,
  Mode,
  ScalarKnown,
  WantConcrete,
  FieldsKnown,
  conditionOf,
  flags,
  modeOf,
} from "./conditions.ts";
import type { Flags } from "./conditions.ts";
import { mergeErrors, isInProgressMarker, wrapFailure } from "./context.ts";
import type { Context } from "./context.ts";
import { toBytes, toInterpolated, toUint } from "./convert.ts";
import { noteCycle } from "./cycle.ts";
import { ambiguous, copyVertex, takeDefault } from "./defaults.ts";
import { evaluateVertex } from "./evaluate-vertex.ts";
import { binaryOp, marksOf } from "./operators.ts";
import { labelValue } from "./pattern.ts";
import { fieldsOnly, placeCycleError } from "./reference.ts";
import { freeze, knows, suspend } from "./demand.ts";
import {
  allTasksFinished,
  bottomOf,
  concreteness,
  nodeUnlessShared,
  nodeBehind,
  isConcrete,
  isListVertex,
  isRecursivelyConcrete,
  kindOf,
  unwrap,
} from "./vertex-ops.ts";

/** The value of an expression; `resultCi` has the cycle history that reading it added. Errors are recorded and returned. */
export function readWithOrigin(c: Context, x: Expr, f: Flags): Value | null {
  c.meter.step();
  const savedSrc = c.src;
  const savedCi = c.ci;
  const err = c.errs;
  c.src = x.src;
  c.errs = null;
  let result: Value | null;
  if (x.tag <= Tag.Vertex) result = x as Value;
  else if (x.tag === Tag.OpenExpr) {
    result = readWithOrigin(c, x.x, f);
    c.ci = c.resultCi.withFlags(c.resultCi.flags | CloseFlag.Opened);
  } else if (x.tag < Tag.FieldReference) result = evaluate(c, x as Evaluator, f);
  else result = followReference(c, x as Resolver, f);
  const ci = c.ci;

  c.errs = mergeErrors(c.src, c.errs, err);
  if (result !== null && result.tag === Tag.Vertex) {
    const b = bottomOf(result);
    if (b !== null && !b.isIncomplete) result = b;
  }
  if (result !== null && result.tag === Tag.Bottom) {
    result = placeCycleError(c, result);
    if (c.errs !== result) c.errs = mergeErrors(c.src, c.errs, result);
  }
  if (c.errs !== null) result = c.errs;
  c.src = savedSrc;
  c.ci = savedCi;
  c.resultCi = ci;
  return result;
}

export function readExpr(c: Context, x: Expr, f: Flags): Value | null {
  if (x.tag <= Tag.Vertex && c.errs === null && x.tag !== Tag.Bottom && x.tag !== Tag.Vertex) return x as Value;
  return readWithOrigin(c, x, f);
}

/** The value with its default taken, unwrapped; null when it is incomplete and the error is recorded. */
export function readConcrete(c: Context, x: Expr, f: Flags): Value | null {
  return unwrap(takeDefault(c, readExpr(c, x, f | WantConcrete)) ?? null);
}

function followReference(c: Context, x: Resolver, f: Flags): Value | null {
  const orig = c.follow(x, f);
  if (c.errs !== null || orig === null) return null;
  let arc = nodeUnlessShared(orig);
  const s = c.state(arc);
  if (s !== null) {
    noteCycle(c, s, arc, null, x, c.ci);
    c.ci = c.cycleCi;
    s.uses++;
    const mode = modeOf(f);
    const needs = conditionOf(f) | PresenceKnown;
    if (mode === Mode.Wait) {
      const v = readYielding(c, x, f, orig, arc, s, needs);
      s.uses--;
      if (v !== undefined) return v;
    } else {
      if (mode === Mode.Force || mode === Mode.Try) c.unify(arc, flags(needs, Mode.Try) | CheckTypos);
      if (mode === Mode.Force) freeze(c, s, needs);
      s.uses--;
    }
  }
  arc = nodeBehind(arc);
  return evaluateVertex(c, arc, x, f);
}

/** Reads a node that is being evaluated, or suspends until it can be read. undefined: go on as usual. */
function readYielding(
  c: Context,
  x: Resolver,
  f: Flags,
  orig: Vertex,
  arc: Vertex,
  s: NodeState,
  needs: number,
): Value | null | undefined {
  c.unify(arc, flags(needs, Mode.Wait) | CheckTypos);
  let evaluating = arc.status === Status.Evaluating;
  if (
    (f & WantConcrete) !== 0 &&
    orig !== arc &&
    orig.state !== null &&
    knows(orig.state, ScalarKnown) &&
    isRecursivelyConcrete(arc)
  )
    evaluating = false;
  if (evaluating && orig !== arc && arc.isDisjunct) {
    const task = c.current();
    if (conditionOf(f) === ScalarKnown && orig.state !== null && !knows(orig.state, ScalarKnown) && task !== null) {
      orig.state.defaultAttemptInCycle = task.node.node;
      suspend(c, task, orig.state, needs);
    }
    return new Bottom(null, c.failure("unresolved disjunction: %", x), ErrorCode.Cycle, null);
  }
  let breaksCycle = s.hasFieldValue || !isInProgressMarker(arc.base);
  if (evaluating && !breaksCycle && (s.frozen & ScalarKnown) !== 0 && allTasksFinished(s)) {
    c.finalize(arc);
    breaksCycle = !isInProgressMarker(arc.base);
  }
  if (evaluating && !breaksCycle) {
    c.addError(new Bottom(null, c.failure("cycle with field: %", x), ErrorCode.Cycle, null));
    return undefined;
  }
  const v = evaluateVertex(c, arc, x, f);
  if (arc.nonRooted && !allTasksFinished(s)) {
    const t = c.current();
    if (t !== null) t.node.deferred = append(t.node.deferred, s);
  }
  return v;
}

export function evaluate(c: Context, x: Evaluator, f: Flags): Value | null {
  switch (x.tag) {
    case Tag.StructLit:
    case Tag.ListLit:
      return evaluateLiteral(c, x);
    case Tag.DisjunctionExpr: {
      const v = c.inlineVertex(null, [new Conjunct(c.env as Environment, x, c.ci)]);
      c.finalize(v);
      return v;
    }
    case Tag.BoundExpr:
      return evaluateBound(c, x);
    case Tag.SliceExpr:
      return evaluateSlice(c, x);
    case Tag.Interpolation:
      return evaluateInterpolation(c, x);
    case Tag.UnaryExpr:
      return evaluateUnary(c, x);
    case Tag.BinaryExpr:
      return evaluateBinary(c, x, f);
    case Tag.OpenExpr:
      c.ci = c.ci.withFlags(c.ci.flags | CloseFlag.Opened);
      return readExpr(c, x.x, f);
    case Tag.CallExpr:
      return callBuiltin(c, x, f);
    case Tag.LabelReference:
      return evaluateLabel(c, x);
  }
}

function evaluateLiteral(c: Context, x: Extract<Evaluator, { tag: 20 | 21 }>): Value {
  const v = c.inlineVertex(null, [new Conjunct(c.env as Environment, x, c.ci)]);
  fieldsOnly(c, v);
  return v;
}

function evaluateLabel(c: Context, x: LabelReference): Value {
  const label = c.scopeUp(x.upCount).dynamicLabel;
  return label === 0 ? new BasicType(null, StringKind) : labelValue(c, label, x.src);
}

function evaluateBound(c: Context, x: BoundExpr): Value | null {
  const v = readConcrete(c, x.expr, ConcreteOrWait);
  if (v === null || v.tag === Tag.Bottom) return v;
  const equality = x.op === "!=" || x.op === "==";
  const k = kindOf(v);
  switch (k) {
    case IntKind:
    case FloatKind:
    case NumberKind:
    case StringKind:
    case BytesKind:
      break;
    case NullKind:
    case StructKind:
    case ListKind:
      if (!equality)
        return new Bottom(
          null,
          c.failureAt(x.expr.src, "cannot use % for bound %", [{ kind: k }, x.op]),
          ErrorCode.Eval,
          c.vertex,
        );
      break;
    default: {
      let mask = NumberKind | StringKind | BytesKind;
      if (equality) mask |= NullKind | StructKind | ListKind;
      if ((k & mask) !== 0) {
        c.failAt(ErrorCode.Incomplete, null, "non-concrete value % for bound %", x.expr, x.op);
        return null;
      }
      const f = c.failureAt(x.expr.src, "invalid value % (type %) for bound %", [v, { kind: k }, x.op]);
      return new Bottom(null, f, ErrorCode.Eval, c.vertex);
    }
  }
  if (concreteness(v) > 1) {
    if (x.expr.tag <= Tag.Vertex) return c.errorHere("bound has fixed non-concrete value");
    c.failAt(ErrorCode.Incomplete, null, "non-concrete value % for bound %", x.expr, x.op);
    return null;
  }
  return new BoundValue(x.src, x.op, v);
}

function evaluateSlice(c: Context, x: SliceExpr): Value | null {
  const v = readConcrete(c, x.x, flags(FieldsKnown, Mode.Wait));
  if (v === null) {
    c.failAt(ErrorCode.Incomplete, c.src, "non-concrete slice subject %", x.x);
    return null;
  }
  const isList = v.tag === Tag.Vertex && isListVertex(v);
  if (isList || v.tag === Tag.Bytes) {
    const length = v.tag === Tag.Bytes ? v.b.length : (v as Vertex).arcs.length;
    const lo = x.lo === null ? 0n : toUint(c, readConcrete(c, x.lo, ConcreteOrWait), "slice index");
    const hi = x.hi === null ? BigInt(length) : toUint(c, readConcrete(c, x.hi, ConcreteOrWait), "slice index");
    if (hi > BigInt(length)) return c.errorHere("index % out of range", String(hi));
    if (lo > hi) return c.errorHere("invalid slice index: % > %", String(lo), String(hi));
    if (v.tag === Tag.Bytes) return new Bytes(c.src, v.b.slice(Number(lo), Number(hi)), v.marks);
    return sliceList(c, v as Vertex, Number(lo), Number(hi));
  }
  if (v.tag === Tag.Bottom) return v;
  return c.errorHere("cannot slice % (type %)", v, { kind: kindOf(v) });
}

function sliceList(c: Context, v: Vertex, lo: number, hi: number): Value {
  const n = c.inlineVertex(new ListMarker(null, false), []);
  c.meter.values(hi - lo);
  v.arcs.slice(lo, hi).forEach((a, i) => {
    c.finalize(a);
    const arc = copyVertex(a);
    arc.parent = n;
    arc.label = intLabel(i);
    n.addArc(arc);
  });
  n.status = Status.Finalized;
  return n;
}

function evaluateInterpolation(c: Context, x: Interpolation): Value | null {
  let marks: Marks = null;
  const isBytes = x.kind === BytesKind;
  const parts: Uint8Array[] = [];
  let text = "";
  for (const e of x.parts) {
    const v = readConcrete(c, e, ConcreteOrWait);
    if (v !== null) marks = unionMarks(marks, marksOf(v));
    if (!isBytes) text += toInterpolated(c, v);
    else if (v !== null && v.tag === Tag.Bytes) parts.push(toBytes(c, v, null));
    else parts.push(new TextEncoder().encode(toInterpolated(c, v)));
  }
  const err = c.takeErrs();
  if (err !== null) {
    const outer = new Failure(null, null, x.src, [], "invalid interpolation", []);
    return new Bottom(null, wrapFailure(outer, err.err), err.code, c.vertex);
  }
  c.meter.bytes(text.length);
  if (!isBytes) return new Str(x.src, text, marks);
  const size = parts.reduce((n, p) => n + p.length, 0);
  c.meter.bytes(size);
  const all = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return new Bytes(x.src, all, marks);
}

function canBeConcrete(c: Context, op: Op, x: Expr): boolean {
  if (x.tag !== Tag.Bottom && (x.tag === Tag.BoundExpr || (x.tag <= Tag.Vertex && concreteness(x as Value) !== 1))) {
    c.failAt(ErrorCode.Eval, null, "invalid operand % ('%' requires concrete value)", x, op);
    return false;
  }
  return true;
}

function evaluateUnary(c: Context, x: UnaryExpr): Value | null {
  if (!canBeConcrete(c, x.op, x.x)) return null;
  const v = readConcrete(c, x.x, ConcreteOrWait);
  if (v === null || v.tag === Tag.Bottom) return v;
  const k = kindOf(v);
  let expected = k;
  switch (x.op) {
    case "-":
      if (v.tag === Tag.Num) return new Num(x.src, v.kind, negate(v.x), v.marks);
      expected = NumberKind;
      break;
    case "+":
      if (v.tag === Tag.Num) return v;
      expected = NumberKind;
      break;
    case "!":
      if (v.tag === Tag.Bool) return new Bool(c.src, !v.b, v.marks);
      expected = BoolKind;
  }
  if ((k & expected) !== BottomKind) {
    c.failAt(ErrorCode.Incomplete, x.x.src, "operand % of '%' not concrete (was %)", x.x, x.op, { kind: k });
    return null;
  }
  return c.errorHere("invalid operation % (% %)", x, x.op, { kind: k });
}

const isBottomLiteral = (x: Expr): boolean => x.tag === Tag.Bottom && x.code === ErrorCode.LiteralUser;

function evaluateBinary(c: Context, x: BinaryExpr, f: Flags): Value | null {
  const env = c.env as Environment;
  if (x.op === "&") {
    const info = new CloseInfo(0, 0, 0, 0, CycleType.None, c.ci.refs);
    const v = c.inlineVertex(null, [new Conjunct(env, x, info)]);
    const scope = c.scopeNode(env);
    if ((c.inDetached === 0 && scope !== null && scope.isDynamic) || c.inValidator > 0) c.finalize(v);
    else fieldsOnly(c, v);
    return v;
  }
  if (
    (x.op === "&&" || x.op === "||") &&
    x.src !== null &&
    x.src.features.shortCircuit &&
    canBeConcrete(c, x.op, x.x)
  ) {
    const left = operand(c, env, x.x, x.op);
    if (left !== null && left.tag === Tag.Bool && left.b === (x.op === "||"))
      return new Bool(c.src, left.b, left.marks);
  }
  if (!canBeConcrete(c, x.op, x.x) || !canBeConcrete(c, x.op, x.y)) return null;
  if (x.op === "==" || x.op === "!=") {
    if (isBottomLiteral(x.x)) return compareToBottom(c, env, x.src, x.y, x.op, f);
    if (isBottomLiteral(x.y)) return compareToBottom(c, env, x.src, x.x, x.op, f);
  }
  const left = operand(c, env, x.x, x.op);
  const right = operand(c, env, x.y, x.op);
  const err = mergeErrors(x.src, errorIn(left), errorIn(right)) ?? c.takeErrs();
  if (err !== null) return err;
  if (left === null || right === null) return null;
  return binaryOp(c, x, x.op, left, right);
}

function errorIn(v: Value | null): Bottom | null {
  const x = unwrap(v);
  return x !== null && x.tag === Tag.Bottom ? x : null;
}

/** An operand's concrete value, or the error that there is none. */
function operand(c: Context, env: Environment, x: Expr, op: Op): Value | null {
  const before = c.enter(env, x.src);
  const w = readExpr(c, x, ConcreteOrWait);
  c.leave(before);
  const d = takeDefault(c, w);
  if (d === ambiguous) return null;
  const v = unwrap(d);
  if (isConcrete(v)) return v;
  const b = c.errorHere("non-concrete value % in operand to %", d ?? "<nil>", op);
  b.code = ErrorCode.Incomplete;
  return b;
}
