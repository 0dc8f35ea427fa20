import { compareText } from "../message/index.ts";
import { ceil, compare, floor, fromBigInt, isFailure, subtract } from "../number/index.ts";
import type { Decimal } from "../number/index.ts";
import { Bool, BytesKind, FloatKind, IntKind, StringKind, Str, Tag } from "../value/index.ts";
import type { Bottom, BoundOp, BoundValue, Kind, Num, Value } from "../value/index.ts";
import type { Context } from "./context.ts";
import { toRegexp } from "./convert.ts";
import { binaryOp, binaryOpHolds, compareBytes, compares } from "./operators.ts";

/** Lower bounds 1, upper bounds -1; the rest are checks of their own. */
function direction(op: BoundOp): number {
  switch (op) {
    case ">":
    case ">=":
      return 1;
    case "<":
    case "<=":
      return -1;
    case "==":
      return 4;
    case "!=":
      return 0;
    case "=~":
      return 2;
    case "!~":
      return 3;
  }
}

/** The comparison under which the first of two bounds of one direction is the tighter. */
const tighter: Partial<Record<BoundOp, BoundOp>> = { ">": ">=", ">=": ">", "<": "<=", "<=": "<" };

/**
 * What two bounds say together: the one that implies the other, an error where nothing fits both,
 * or null to keep both. `kind` is what the value may still be.
 */
export function meetBounds(c: Context, kind: Kind, x: BoundValue, y: BoundValue): BoundValue | Bottom | null {
  const dx = direction(x.op);
  const dy = direction(y.op);
  if (dx === dy) {
    const cmp = tighter[x.op];
    if (cmp === undefined) return binaryOpHolds(c, null, "==", x.value, y.value) ? x : null;
    return binaryOpHolds(c, null, cmp, x.value, y.value) ? x : y;
  }
  if (dx === -dy && dx !== 0) return dx === 1 ? opposite(c, kind, x, y) : opposite(c, kind, y, x);
  if (x.op === "==") return binaryOpHolds(c, null, y.op, x.value, y.value) ? x : null;
  if (y.op === "==") return binaryOpHolds(c, null, x.op, y.value, x.value) ? y : null;
  if (x.op === "!=") return binaryOpHolds(c, null, y.op, x.value, y.value) ? null : y;
  if (y.op === "!=") return binaryOpHolds(c, null, x.op, y.value, x.value) ? null : x;
  return null;
}

/** A lower and an upper bound: only a contradiction changes anything. */
function opposite(c: Context, kind: Kind, lower: BoundValue, upper: BoundValue): Bottom | null {
  const a = lower.value;
  const b = upper.value;
  if (kind === StringKind || kind === BytesKind) {
    const diff =
      a.tag === Tag.String && b.tag === Tag.String
        ? compareText(a.s, b.s)
        : a.tag === Tag.Bytes && b.tag === Tag.Bytes
          ? compareBytes(a.b, b.b)
          : -1;
    if (diff < 0 || (diff === 0 && lower.op === ">=" && upper.op === "<=")) return null;
    return c.errorHere(`incompatible ${kind === StringKind ? "string" : "bytes"} bounds % and %`, upper, lower);
  }
  if (a.tag !== Tag.Num || b.tag !== Tag.Num || !a.x.isFinite || !b.x.isFinite) return null;
  return oppositeNumbers(c, kind, lower, upper, a, b);
}

function oppositeNumbers(c: Context, kind: Kind, lower: BoundValue, upper: BoundValue, a: Num, b: Num): Bottom | null {
  const integers = (kind & FloatKind) === 0;
  const lo = integers ? roundLimit(a.x, lower.op === ">=") : a.x;
  const hi = integers ? roundLimit(b.x, upper.op !== "<=") : b.x;
  const d = subtract(hi, lo);
  if (isFailure(d)) return null;
  const incompatible = (): Bottom =>
    c.errorHere(`incompatible ${kind === IntKind ? "integer" : "number"} bounds % and %`, upper, lower);
  const order = compare(hi, lo);
  if (order < 0) return incompatible();
  if (order === 0) return lower.op === ">=" && upper.op === "<=" ? null : incompatible();
  if (integers && lower.op === ">" && upper.op === "<" && compare(d, fromBigInt(1n)) === 0)
    return c.errorHere("incompatible integer bounds % and %", lower, upper);
  return null;
}

/** For ints a fractional limit is as good as the next integer; only the test uses it. */
function roundLimit(x: Decimal, up: boolean): Decimal {
  if (x.exp >= 0) return x;
  const r = up ? ceil(x) : floor(x);
  return isFailure(r) ? x : fromBigInt(r);
}

/** Tests a value against a bound; null when it holds. */
export function checkBound(c: Context, bound: BoundValue, v: Value): Bottom | null {
  if (c.errs !== null) return c.takeErrs();
  const r = binaryOp(c, bound, bound.op, v, bound.value);
  if (r === null || (r.tag === Tag.Bool && r.b)) return null;
  if (r.tag === Tag.Bottom) return r;
  return c.errorHere("invalid value % (out of bound %)", v, bound);
}

/** Whether a string label satisfies a bound: the fast path of patterns. */
export function boundHoldsForString(c: Context, bound: BoundValue, s: string): boolean {
  const limit = bound.value;
  if (limit.tag === Tag.String) {
    switch (bound.op) {
      case "=~":
      case "!~": {
        const re = toRegexp(c, limit);
        return re !== null && re.test(s) === (bound.op === "=~");
      }
      case "==":
        return s === limit.s;
      case "!=":
        return s !== limit.s;
      default:
        return compares(bound.op, compareText(s, limit.s));
    }
  }
  const r = binaryOp(c, bound, bound.op, new Str(null, s), limit);
  return r instanceof Bool && r.b;
}
