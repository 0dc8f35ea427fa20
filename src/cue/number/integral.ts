import { add, subtract } from "./arithmetic.ts";
import { finite, FINITE, fromBigInt, NOT_A_NUMBER, ONE } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { DIVISION_BY_ZERO, isFailure, OUT_OF_RANGE } from "./failure.ts";
import type { ArithmeticFailure } from "./failure.ts";
import { pow10 } from "./pow10.ts";
import { dropDigits, HALF_UP, MAX_EXPONENT, PRECISION } from "./round.ts";
import type { Rounding } from "./round.ts";

/** Integral and fractional part, both with the sign of d. The scale of an integral d above 1 stays. */
export function split(d: Decimal): { integer: Decimal; fraction: Decimal } {
  if (d.exp > 0) return { integer: d, fraction: finite(d.neg, 0n, 0) };
  const places = -d.exp;
  if (places > d.digits) return { integer: finite(d.neg, 0n, 0), fraction: d };
  const unit = pow10(places);
  const whole = d.coeff / unit;
  return { integer: finite(d.neg, whole, 0), fraction: finite(d.neg, d.coeff - whole * unit, d.exp) };
}

/** d rewritten with exponent `exp`, and whether digits were lost. No limit on the digits gained. */
export function rescale(
  d: Decimal,
  exp: number,
  mode: Rounding,
): { value: Decimal; inexact: boolean } | ArithmeticFailure {
  const drop = exp - d.exp;
  if (drop === 0) return { value: d, inexact: false };
  if (drop < 0) {
    if (drop < -MAX_EXPONENT) return OUT_OF_RANGE;
    return { value: finite(d.neg, d.coeff * pow10(-drop), exp), inexact: false };
  }
  const left = d.digits - drop;
  if (left < 0) return { value: finite(d.neg, 0n, exp), inexact: !d.isZero };
  const cut = dropDigits(d.neg, d.coeff, -drop, drop, mode);
  if (isFailure(cut)) return cut;
  const coeff = cut.exp > 0 ? cut.coeff * 10n : cut.coeff;
  return { value: finite(d.neg, coeff, exp), inexact: d.coeff % pow10(drop) !== 0n };
}

/** The nearest integral value in the given rounding, with exponent zero; infinities and NaN pass. */
export function toIntegral(d: Decimal, mode: Rounding): Decimal | ArithmeticFailure {
  if (d.form !== FINITE) return d;
  if (d.exp === 0) return d;
  const r = rescale(d, 0, mode);
  return isFailure(r) ? r : r.value;
}

/** Largest integer not above d. A result of more than 34 digits is lost and reads as zero. */
export function floor(d: Decimal): bigint | ArithmeticFailure {
  if (d.int === d.int) return BigInt(d.int);
  const { integer, fraction } = split(d);
  if (fraction.sign >= 0) return asPreciseInteger(integer);
  const down = subtract(integer, ONE);
  return isFailure(down) ? down : asPreciseInteger(down);
}

/** Smallest integer not below d, with the same limit as floor. */
export function ceil(d: Decimal): bigint | ArithmeticFailure {
  if (d.int === d.int) return BigInt(d.int);
  const { integer, fraction } = split(d);
  if (fraction.sign <= 0) return asPreciseInteger(integer);
  const up = add(integer, ONE);
  return isFailure(up) ? up : asPreciseInteger(up);
}

function asPreciseInteger(d: Decimal): bigint {
  if (d.form !== FINITE) return 0n;
  const r = rescale(d, 0, HALF_UP);
  if (isFailure(r) || r.value.digits > PRECISION) return 0n;
  return r.value.signedCoeff;
}

/** The value as an integer if it is one. */
export function toBigInt(d: Decimal): bigint | undefined {
  if (d.int === d.int) return BigInt(d.int);
  if (d.form !== FINITE) return undefined;
  if (d.exp >= 0) return d.signedCoeff * pow10(d.exp);
  const { integer, fraction } = split(d);
  return fraction.isZero ? integer.signedCoeff : undefined;
}

function integerOperand(d: Decimal): bigint {
  if (d.int === d.int) return BigInt(d.int);
  const r = d.form === NOT_A_NUMBER ? d : toIntegral(d, HALF_UP);
  return isFailure(r) ? 0n : r.signedCoeff;
}

/** Truncated quotient. */
export function integerQuotient(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  if (b.isZero) return DIVISION_BY_ZERO;
  return fromBigInt(integerOperand(a) / integerOperand(b));
}

/** Remainder of the truncated quotient: it has the sign of a. */
export function integerRemainder(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  if (b.isZero) return DIVISION_BY_ZERO;
  return fromBigInt(integerOperand(a) % integerOperand(b));
}

/** Euclidean quotient: the one whose modulus is not negative. */
export function integerDivide(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  if (b.isZero) return DIVISION_BY_ZERO;
  const x = integerOperand(a);
  const y = integerOperand(b);
  const q = x / y;
  if (x - q * y >= 0n) return fromBigInt(q);
  return fromBigInt(y > 0n ? q - 1n : q + 1n);
}

/** Euclidean modulus: never negative. */
export function integerModulo(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  if (b.isZero) return DIVISION_BY_ZERO;
  const y = integerOperand(b);
  const m = integerOperand(a) % y;
  return fromBigInt(m >= 0n ? m : y > 0n ? m + y : m - y);
}
