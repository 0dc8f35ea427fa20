import { finite, FINITE } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { OUT_OF_RANGE } from "./failure.ts";
import type { ArithmeticFailure } from "./failure.ts";
import { digitCount, pow10 } from "./pow10.ts";

/** Significant digits of every operation of the language. */
export const PRECISION = 34;

/** Largest magnitude of an exponent, of the scale and of the leading digit alike. */
export const MAX_EXPONENT = 100000;

export const HALF_UP = 0;
export const HALF_EVEN = 1;
export const DOWN = 2;
export type Rounding = typeof HALF_UP | typeof HALF_EVEN | typeof DOWN;

/** Whether dropping a part that compares with one half as `half` moves the digits up by one. */
export function roundsUp(kept: bigint, half: number, mode: Rounding): boolean {
  if (mode === HALF_UP) return half >= 0;
  if (mode === DOWN) return false;
  return half > 0 || (half === 0 && (kept & 1n) === 1n);
}

/** Whether `exp` and the exponent of the leading digit lie in the supported range. */
export function inRange(exp: number, digits: number): boolean {
  const adjusted = exp + digits - 1;
  return exp <= MAX_EXPONENT && exp >= -MAX_EXPONENT && adjusted <= MAX_EXPONENT && adjusted >= -MAX_EXPONENT;
}

/** Builds ± coeff × 10^exp rounded to `precision` digits. */
export function rounded(
  neg: boolean,
  coeff: bigint,
  exp: number,
  precision: number,
  mode: Rounding,
): Decimal | ArithmeticFailure {
  const digits = digitCount(coeff);
  const excess = digits - precision;
  if (excess <= 0) return inRange(exp, digits) ? finite(neg, coeff, exp) : OUT_OF_RANGE;
  if (exp < -MAX_EXPONENT || exp > MAX_EXPONENT || excess > MAX_EXPONENT) return OUT_OF_RANGE;
  return dropDigits(neg, coeff, exp, excess, mode);
}

/** Removes `excess` digits (at least one), rounding into the last one kept. */
export function dropDigits(
  neg: boolean,
  coeff: bigint,
  exp: number,
  excess: number,
  mode: Rounding,
): Decimal | ArithmeticFailure {
  const unit = pow10(excess);
  let kept = coeff / unit;
  const dropped = coeff - kept * unit;
  let shift = excess;
  if (dropped !== 0n) {
    const twice = dropped * 2n;
    const half = twice < unit ? -1 : twice > unit ? 1 : 0;
    if (roundsUp(kept, half, mode)) {
      const before = digitCount(kept);
      kept += 1n;
      if (digitCount(kept) > before) {
        kept /= 10n;
        shift++;
      }
    }
  }
  const e = exp + shift;
  const adjusted = e + digitCount(kept) - 1;
  if (adjusted > MAX_EXPONENT || adjusted < -MAX_EXPONENT) return OUT_OF_RANGE;
  return finite(neg, kept, e);
}

/** Rounds a decimal to `precision` digits; infinities and NaN pass. */
export function roundTo(d: Decimal, precision: number, mode: Rounding): Decimal | ArithmeticFailure {
  if (d.form !== FINITE) return d;
  if (d.int === d.int && precision >= 16) return d;
  return rounded(d.neg, d.coeff, d.exp, precision, mode);
}
