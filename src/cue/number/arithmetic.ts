import { finite, fromInt, FINITE, INFINITE, INFINITY, NOT_A_NUMBER, withSign, ZERO } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import {
  ArithmeticFailure,
  DIVISION_BY_ZERO,
  DIVISION_UNDEFINED,
  INVALID_OPERATION,
  isFailure,
  OUT_OF_RANGE,
} from "./failure.ts";
import { digitCount, pow10, trailingZeros } from "./pow10.ts";
import { HALF_UP, MAX_EXPONENT, PRECISION, inRange, rounded, roundsUp } from "./round.ts";
import type { Rounding } from "./round.ts";

const SAFE = 9007199254740991;
const ADD_OUT_OF_RANGE = new ArithmeticFailure(`add: ${OUT_OF_RANGE.reason}`);

/** a + b in the language's precision. */
export function add(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  const n = a.int + b.int;
  if (n <= SAFE && n >= -SAFE) return fromInt(n);
  return addIn(a, b, b.neg, PRECISION, HALF_UP);
}

/** a - b in the language's precision. */
export function subtract(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  const n = a.int - b.int;
  if (n <= SAFE && n >= -SAFE) return fromInt(n);
  return addIn(a, b, !b.neg, PRECISION, HALF_UP);
}

/** a × b in the language's precision. */
export function multiply(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  const n = a.int * b.int;
  // A zero product may have to be minus zero.
  if (n <= SAFE && n >= -SAFE && n !== 0) return fromInt(n);
  return multiplyIn(a, b, PRECISION, HALF_UP);
}

/** a / b in the language's precision: trailing zeros go, but a result with decimals keeps one. */
export function divide(a: Decimal, b: Decimal): Decimal | ArithmeticFailure {
  const q = divideIn(a, b, PRECISION, HALF_UP);
  return isFailure(q) ? q : reduceKeepingPoint(q);
}

/** a + b, with the sign of b given apart so that subtraction is the same code. */
export function addIn(
  a: Decimal,
  b: Decimal,
  bNeg: boolean,
  precision: number,
  mode: Rounding,
): Decimal | ArithmeticFailure {
  if (a.form !== FINITE || b.form !== FINITE) {
    if (a.form === NOT_A_NUMBER) return a;
    if (b.form === NOT_A_NUMBER) return b;
    if (a.form === INFINITE) return b.form === INFINITE && a.neg !== bNeg ? INVALID_OPERATION : a;
    return withSign(INFINITY, bNeg);
  }
  let x = a.coeff;
  let y = b.coeff;
  let exp = a.exp;
  if (a.exp !== b.exp) {
    const gap = Math.abs(a.exp - b.exp);
    if (gap > MAX_EXPONENT) return ADD_OUT_OF_RANGE;
    if (a.exp > b.exp) {
      x *= pow10(gap);
      exp = b.exp;
    } else {
      y *= pow10(gap);
    }
  }
  if (a.neg === bNeg) return rounded(a.neg, x + y, exp, precision, mode);
  if (x === y) return rounded(false, 0n, exp, precision, mode);
  return x > y ? rounded(a.neg, x - y, exp, precision, mode) : rounded(!a.neg, y - x, exp, precision, mode);
}

export function multiplyIn(a: Decimal, b: Decimal, precision: number, mode: Rounding): Decimal | ArithmeticFailure {
  const neg = a.neg !== b.neg;
  if (a.form !== FINITE || b.form !== FINITE) {
    if (a.form === NOT_A_NUMBER) return a;
    if (b.form === NOT_A_NUMBER) return b;
    return a.isZero || b.isZero ? INVALID_OPERATION : withSign(INFINITY, neg);
  }
  const coeff = a.coeff * b.coeff;
  const exp = a.exp + b.exp;
  if (exp !== 0 && (badExponent(a.exp) || badExponent(b.exp) || !inRange(exp, digitCount(coeff)))) return OUT_OF_RANGE;
  return rounded(neg, coeff, exp, precision, mode);
}

function badExponent(e: number): boolean {
  return e > MAX_EXPONENT || e < -MAX_EXPONENT;
}

/** a / b with exactly `precision` digits (no zeros stripped). */
export function divideIn(a: Decimal, b: Decimal, precision: number, mode: Rounding): Decimal | ArithmeticFailure {
  const neg = a.neg !== b.neg;
  if (a.form !== FINITE || b.form !== FINITE) {
    if (a.form === NOT_A_NUMBER) return a;
    if (b.form === NOT_A_NUMBER) return b;
    if (a.form === INFINITE) return b.form === INFINITE ? INVALID_OPERATION : withSign(INFINITY, neg);
    return finite(neg, 0n, -MAX_EXPONENT - precision + 1);
  }
  if (b.isZero) return a.isZero ? DIVISION_UNDEFINED : DIVISION_BY_ZERO;
  const scale = a.exp - b.exp;
  if (a.isZero) return badExponent(scale) ? OUT_OF_RANGE : finite(neg, 0n, scale);

  // Bring the quotient of the coefficients into [1, 10), then ask for precision - 1 decimals.
  let dividend = a.coeff;
  let divisor = b.coeff;
  const lead = digitCount(dividend) - digitCount(divisor);
  if (lead < 0) dividend *= pow10(-lead);
  else if (lead > 0) divisor *= pow10(lead);
  let exp = scale + lead;
  if (badExponent(scale) || badExponent(lead)) return OUT_OF_RANGE;
  if (dividend < divisor) {
    dividend *= 10n;
    exp--;
  }
  dividend *= pow10(precision - 1);
  exp -= precision - 1;
  let quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  if (rest !== 0n) {
    const twice = rest * 2n;
    if (roundsUp(quotient, twice < divisor ? -1 : twice > divisor ? 1 : 0, mode)) quotient += 1n;
  }
  const adjusted = exp + digitCount(quotient) - 1;
  if (badExponent(adjusted)) return OUT_OF_RANGE;
  return finite(neg, quotient, exp);
}

/** Strips trailing zeros; a value that had decimals keeps ".0". */
export function reduceKeepingPoint(d: Decimal): Decimal {
  if (d.form !== FINITE) return d;
  if (d.isZero) return d.exp < 0 ? finite(false, 0n, -1) : ZERO;
  let coeff = d.coeff;
  const zeros = trailingZeros(coeff);
  if (zeros > 0) coeff /= pow10(zeros);
  let exp = d.exp + zeros;
  if (d.exp < 0 && exp >= 0) {
    coeff *= 10n;
    exp--;
  }
  return finite(d.neg, coeff, exp);
}
