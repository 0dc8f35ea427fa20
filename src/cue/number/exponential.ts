import { absolute, finite, INFINITE, INFINITY, NOT_A_NUMBER, ONE, ZERO, fromInt } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { compare } from "./compare.ts";
import { ArithmeticFailure, isFailure } from "./failure.ts";
import { toFloat64 } from "./float64.ts";
import { pow10 } from "./pow10.ts";
import { HALF_EVEN, HALF_UP, PRECISION, roundTo } from "./round.ts";
import type { Rounding } from "./round.ts";
import { Working } from "./working.ts";

/** e^x in the language's precision. */
export function exp(x: Decimal): Decimal | ArithmeticFailure {
  return expIn(x, PRECISION);
}

/**
 * e^x to `precision` digits, by Hull and Abrham, "Variable Precision Exponential Function" (1986):
 * scale x below one by a power of ten, sum the Taylor series by Horner, raise to that power of ten.
 */
export function expIn(x: Decimal, precision: number): Decimal | ArithmeticFailure {
  if (x.form === NOT_A_NUMBER) return x;
  if (x.form === INFINITE) return x.neg ? ZERO : INFINITY;
  if (x.isZero) return ONE;

  let cp = precision;
  const size = absolute(x);
  const f = toFloat64(size);
  // Beyond 23 × precision the series needs more digits; far beyond, the result overflows anyway.
  if (f / 23 > cp && f / 23 < 1000) cp = Math.ceil(f / 23);
  if (compare(size, fromInt(cp * 23)) > 0) {
    return new ArithmeticFailure(x.sign < 0 ? "underflow, subnormal" : "overflow");
  }
  if (compare(size, finite(false, 9n, -cp - 1)) <= 0) return ONE;

  const t = Math.max(0, x.exp + x.digits);
  const w = new Working(cp);
  const r = w.quo(x, finite(false, 1n, t));
  const p = cp + t + 2;
  const terms = Math.ceil((1.435 * p - 1.182) / Math.log10(p / toFloat64(absolute(r))));
  if (terms > 1000 || Number.isNaN(terms)) return new ArithmeticFailure("too many iterations");

  w.precision = p;
  let sum = ONE;
  for (let i = terms - 1; i > 0; i--) sum = w.add(w.mul(w.quo(r, fromInt(i)), sum), ONE);
  const result = integerPower(sum, pow10(t), w);
  if (w.failure) return new ArithmeticFailure(`integer power: ${w.failure.reason}`);
  return roundTo(result, precision, HALF_EVEN);
}

/** x^y by squaring. Failures stay in w. */
export function integerPower(x: Decimal, y: bigint, w: Working): Decimal {
  let left = y < 0n ? -y : y;
  let n = x;
  let z = ONE;
  while (left > 0n) {
    if ((left & 1n) === 1n) z = w.mul(z, n);
    left >>= 1n;
    if (left > 0n) n = w.mul(n, n);
    if (w.failure) return z;
  }
  return y < 0n ? w.quo(ONE, z) : z;
}

/** Rounds the result of a working precision to the language's, unless it failed. */
export function finish(
  d: Decimal,
  w: Working,
  precision: number = PRECISION,
  mode: Rounding = HALF_UP,
): Decimal | ArithmeticFailure {
  if (w.failure) return w.failure;
  const r = roundTo(d, precision, mode);
  return isFailure(r) ? r : r;
}
