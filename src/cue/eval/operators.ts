import { compareText } from "../message/index.ts";
import { add, compare, divide, isFailure, multiply, subtract } from "../number/index.ts";
import type { ArithmeticFailure, Decimal } from "../number/index.ts";
import {
  Bool,
  BoolKind,
  Bytes,
  BytesKind,
  FloatKind,
  IntKind,
  ListKind,
  NullKind,
  Num,
  NumberKind,
  Str,
  StringKind,
  StructKind,
  Tag,
  unionMarks,
} from "../value/index.ts";
import type { Bottom, Marks, Op, Src, Value } from "../value/index.ts";
import { mergeErrors } from "./context.ts";
import type { Context } from "./context.ts";
import { toBool, toBytes, toNum, toRegexp, toStr, toUint } from "./convert.ts";
import { EqualFlag, equal } from "./equality.ts";
import { validateOperand } from "./validate.ts";
import { kindOf, unwrap } from "./vertex-ops.ts";

/** Where an operator stands decides what its file allows; null: no file, nothing is allowed on the side. */
type OperatorPlace = { readonly src: Src | null } | null;

export function marksOf(v: Value): Marks {
  const x = unwrap(v);
  if (x === null) return null;
  switch (x.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
      return x.marks;
    default:
      return null;
  }
}

/** Applies an operator to two evaluated operands. */
export function binaryOp(c: Context, place: OperatorPlace, op: Op, left: Value, right: Value): Value | null {
  const leftKind = kindOf(left);
  const rightKind = kindOf(right);
  const bad = operandError(c, op, leftKind, left, "left") ?? operandError(c, op, leftKind, right, "right");
  if (bad !== null) return bad;
  const err = mergeErrors(c.src, errorOf(left), errorOf(right));
  if (err !== null) return err;
  const marks = unionMarks(marksOf(left), marksOf(right));
  const result = apply(c, place, op, left, right, leftKind, rightKind, marks);
  if (result !== null) return c.errs === null ? result : c.takeErrs();
  return c.errorHere(
    "invalid operands % and % to '%' (type % and %)",
    left,
    right,
    op,
    { kind: leftKind },
    { kind: rightKind },
  );
}

/** Whether a comparison of two values holds; a mismatch counts as no. */
export function binaryOpHolds(c: Context, place: OperatorPlace, op: Op, left: Value, right: Value): boolean {
  const fast = scalarCompare(op, left, right);
  if (fast !== null) return fast;
  const src = c.src;
  const errs = c.errs;
  c.src = null;
  c.errs = null;
  const v = binaryOp(c, place, op, left, right);
  c.src = src;
  c.errs = errs;
  return v !== null && v.tag === Tag.Bool && v.b;
}

/** The common case without any set-up: two scalars of one kind. */
function scalarCompare(op: Op, left: Value, right: Value): boolean | null {
  if (left.tag === Tag.Num && right.tag === Tag.Num) return compares(op, compare(left.x, right.x));
  if (left.tag === Tag.String && right.tag === Tag.String) {
    if (op === "==") return left.s === right.s;
    return op === "=~" || op === "!~" ? null : compares(op, compareText(left.s, right.s));
  }
  if (left.tag === Tag.Bool && right.tag === Tag.Bool && op === "==") return left.b === right.b;
  return null;
}

function errorOf(v: Value): Bottom | null {
  const x = unwrap(v);
  return x !== null && x.tag === Tag.Bottom ? x : null;
}

function operandError(c: Context, op: Op, kind: number, v: Value, side: "left" | "right"): Bottom | null {
  const err = validateOperand(c, v);
  if (err === null) return null;
  const b = c.errorHere(`invalid ${side}-hand value to '%' (type %): %`, op, { kind }, { error: err });
  b.code = err.code;
  return b;
}

function apply(
  c: Context,
  place: OperatorPlace,
  op: Op,
  left: Value,
  right: Value,
  lk: number,
  rk: number,
  marks: Marks,
): Value | null {
  const bool = (b: boolean): Value => new Bool(c.src, b, marks);
  const numbers = (lk & NumberKind) !== 0 && (rk & NumberKind) !== 0;
  switch (op) {
    case "==":
    case "!=": {
      const same = equalOperands(c, place, op, left, right, lk, rk);
      return same === null ? null : bool(same === (op === "=="));
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      if (lk === StringKind && rk === StringKind)
        return bool(compares(op, compareText(toStr(c, left, op), toStr(c, right, op))));
      if (lk === BytesKind && rk === BytesKind)
        return bool(compares(op, compareBytes(toBytes(c, left, op), toBytes(c, right, op))));
      return numbers ? bool(compares(op, compareNums(c, op, left, right))) : null;
    case "&&":
      return bool(toBool(c, left, op) && toBool(c, right, op));
    case "||":
      return bool(toBool(c, left, op) || toBool(c, right, op));
    case "=~":
    case "!~": {
      const re = toRegexp(c, right);
      const text = toStr(c, left, op);
      return bool((re !== null && re.test(text)) === (op === "=~"));
    }
    case "+":
      if (numbers) return arithmetic(c, add, op, left, right, marks);
      if (lk === StringKind && rk === StringKind)
        return new Str(c.src, joinText(c, [toStr(c, left, op), toStr(c, right, op)]), marks);
      if (lk === BytesKind && rk === BytesKind)
        return new Bytes(c.src, joinBytes(c, [toBytes(c, left, op), toBytes(c, right, op)]), marks);
      if (lk === ListKind && rk === ListKind)
        return c.errorHere(
          "Addition of lists is superseded by list.Concat; see https://cuelang.org/e/v0.11-list-arithmetic",
        );
      return null;
    case "-":
      return arithmetic(c, subtract, op, left, right, marks);
    case "*":
      return product(c, left, right, lk, rk, marks);
    case "/": {
      if (!numbers) return null;
      const v = arithmetic(c, divide, op, left, right, marks);
      return v !== null && v.tag === Tag.Num ? new Num(v.src, FloatKind, v.x, marks) : v;
    }
    default:
      return null;
  }
}

/** Whether two operands are equal; null when they may not be compared. */
function equalOperands(
  c: Context,
  place: OperatorPlace,
  op: Op,
  left: Value,
  right: Value,
  lk: number,
  rk: number,
): boolean | null {
  const structCompare = place?.src?.features.structCompare ?? false;
  if ((lk & NumberKind) !== 0 && (rk & NumberKind) !== 0) return compareNums(c, op, left, right) === 0;
  if (lk !== rk) return structCompare || lk === NullKind || rk === NullKind ? false : null;
  switch (lk) {
    case NullKind:
      return true;
    case BoolKind:
      return toBool(c, left, op) === toBool(c, right, op);
    case StringKind:
      return toStr(c, left, op) === toStr(c, right, op);
    case BytesKind:
      return compareBytes(toBytes(c, left, op), toBytes(c, right, op)) === 0;
    case ListKind:
      return equal(c.meter, left, right, EqualFlag.RegularOnly);
    case StructKind:
      return structCompare ? equal(c.meter, left, right, EqualFlag.RegularOnly) : null;
    default:
      return null;
  }
}

function product(c: Context, left: Value, right: Value, lk: number, rk: number, marks: Marks): Value | null {
  if ((lk & NumberKind) !== 0 && (rk & NumberKind) !== 0) return arithmetic(c, multiply, "*", left, right, marks);
  const [count, other] = lk === IntKind ? [left, right] : [right, left];
  const kinds = lk | rk;
  if ((kinds & ~(IntKind | StringKind | BytesKind | ListKind)) !== 0 || (kinds & IntKind) === 0) return null;
  switch (kinds & ~IntKind) {
    case StringKind: {
      const text = toStr(c, other, "string multiplication");
      const times = repeatCount(c, count, "string multiplication");
      c.meter.bytes(text.length * times);
      return new Str(c.src, text.repeat(times), marks);
    }
    case BytesKind: {
      const bytes = toBytes(c, other, "bytes multiplication");
      const times = repeatCount(c, count, "bytes multiplication");
      return new Bytes(c.src, joinBytes(c, new Array<Uint8Array>(times).fill(bytes)), marks);
    }
    case ListKind:
      return c.errorHere(
        "Multiplication of lists is superseded by list.Repeat; see https://cuelang.org/e/v0.11-list-arithmetic",
      );
    default:
      return null;
  }
}

const maxRepeat = 1_000_000n;

function repeatCount(c: Context, v: Value, as: string): number {
  const n = toUint(c, v, as);
  if (n <= maxRepeat) return Number(n);
  c.fail("% count % exceeds limit of %", as, String(n), String(maxRepeat));
  return 0;
}

function arithmetic(
  c: Context,
  f: (a: Decimal, b: Decimal) => Decimal | ArithmeticFailure,
  op: Op,
  left: Value,
  right: Value,
  marks: Marks,
): Value | null {
  const a = toNum(c, left, op);
  const b = toNum(c, right, op);
  if (a === null || b === null) return c.takeErrs();
  const d = f(a.x, b.x);
  if (isFailure(d)) return c.errorHere("failed arithmetic: %", d.reason);
  return new Num(c.src, a.kind & b.kind || FloatKind, d, marks);
}

function compareNums(c: Context, op: Op, left: Value, right: Value): number {
  const a = toNum(c, left, op);
  const b = toNum(c, right, op);
  return a === null || b === null ? 0 : compare(a.x, b.x);
}

export function compares(op: Op, r: number): boolean {
  switch (op) {
    case "<":
      return r < 0;
    case "<=":
      return r <= 0;
    case ">":
      return r > 0;
    case ">=":
      return r >= 0;
    case "==":
      return r === 0;
    case "!=":
      return r !== 0;
    default:
      return false;
  }
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number) ? -1 : 1;
  return Math.sign(a.length - b.length);
}

function joinText(c: Context, parts: readonly string[]): string {
  for (const p of parts) c.meter.bytes(p.length);
  return parts.join("");
}

function joinBytes(c: Context, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((n, p) => n + p.length, 0);
  c.meter.bytes(size + parts.length);
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}
