import { absolute, FINITE, INFINITE, INFINITY, NAN, NOT_A_NUMBER, ONE, withSign, ZERO } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { expIn, finish, integerPower } from "./exponential.ts";
import { INVALID_OPERATION, isFailure } from "./failure.ts";
import type { ArithmeticFailure } from "./failure.ts";
import { rescale, split } from "./integral.ts";
import { lnIn } from "./logarithm.ts";
import { HALF_UP, PRECISION } from "./round.ts";
import { Working } from "./working.ts";

/** x^y: the integral part of y by squaring, the fraction as e^(ln x × fraction). */
export function power(x: Decimal, y: Decimal): Decimal | ArithmeticFailure {
  if (x.form === NOT_A_NUMBER) return x;
  if (y.form === NOT_A_NUMBER) return y;
  const { integer, fraction } = split(y);
  const wholeY = fraction.isZero;
  const neg = x.neg && y.form === FINITE && wholeY && (integer.coeff & 1n) === 1n && integer.exp === 0;

  if (x.form === INFINITE) {
    if (y.sign === 0) return withSign(ONE, neg);
    if (x.neg && (y.form === INFINITE || !wholeY)) return INVALID_OPERATION;
    return withSign(y.neg ? ZERO : INFINITY, neg);
  }
  const xs = x.sign;
  const ys = y.sign;
  if (xs === 0) return ys === 0 ? INVALID_OPERATION : withSign(ys > 0 ? ZERO : INFINITY, neg);
  if (ys === 0) return ONE;
  if (xs < 0 && !wholeY) return INVALID_OPERATION;

  // The extra digits are for the length of an exponent and four guards, as decNumber has it.
  const w = new Working(Math.max(PRECISION, x.digits) + 10, HALF_UP);
  const whole = rescale(integer, 0, HALF_UP);
  if (isFailure(whole)) return whole;
  const z = integerPower(x, whole.value.signedCoeff, w);
  if (w.failure) return w.failure;
  if (wholeY) return finish(z, w);

  const log = w.keep(lnIn(absolute(x), w.precision, HALF_UP));
  const root = w.failure ? NAN : w.keep(expIn(w.mul(log, fraction), w.precision));
  const r = finish(w.mul(z, root), w);
  return isFailure(r) ? r : withSign(r, neg);
}
