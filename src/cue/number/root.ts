import { reduceKeepingPoint } from "./arithmetic.ts";
import { absolute, finite, fromInt, INFINITE, NOT_A_NUMBER, ONE, TWO, withSign } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { compare } from "./compare.ts";
import { Convergence } from "./convergence.ts";
import { finish } from "./exponential.ts";
import { INVALID_OPERATION, isFailure } from "./failure.ts";
import type { ArithmeticFailure } from "./failure.ts";
import { HALF_EVEN, HALF_UP, PRECISION } from "./round.ts";
import { Working } from "./working.ts";

const HALF = finite(false, 5n, -1);

/** Square root by Newton's iteration with growing precision; trailing zeros go as in division. */
export function squareRoot(x: Decimal): Decimal | ArithmeticFailure {
  if (x.form === NOT_A_NUMBER) return x;
  if (x.sign < 0) return INVALID_OPERATION;
  if (x.form === INFINITE) return x;
  if (x.isZero) return reduceKeepingPoint(finite(x.neg, 0n, Math.trunc(x.exp / 2)));

  const digits = x.digits;
  const limit = Math.max(PRECISION + 1, digits, 7) + 5;
  const w = new Working(limit - 5);
  let e = digits + x.exp;
  let f = finite(false, x.coeff, -digits);
  let z: Decimal;
  if (e % 2 === 0) {
    z = w.add(w.mul(finite(false, 819n, -3), f), finite(false, 259n, -3));
  } else {
    f = finite(false, x.coeff, -digits - 1);
    e++;
    z = w.add(w.mul(finite(false, 259n, -2), f), finite(false, 819n, -4));
  }
  for (let p = 3; p !== limit;) {
    p = Math.min(2 * p - 2, limit);
    w.precision = p;
    z = w.mul(w.add(w.quo(f, z), z), HALF);
  }
  if (w.failure) return w.failure;
  const r = finish(finite(false, z.coeff, z.exp + e / 2), w, PRECISION, HALF_EVEN);
  return isFailure(r) ? r : reduceKeepingPoint(r);
}

const EIGHT = fromInt(8);
const EIGHTH = finite(false, 125n, -3);
const THREE = fromInt(3);

/** Cube root by Newton's iteration from a quadratic estimate on [1/8, 1]. */
export function cubeRoot(x: Decimal): Decimal | ArithmeticFailure {
  if (x.form === NOT_A_NUMBER) return x;
  if (x.form === INFINITE) return x.neg ? INVALID_OPERATION : x;
  if (x.isZero) return finite(x.neg, 0n, Math.trunc(x.exp / 3));

  const w = new Working(PRECISION * 2 + 2, HALF_UP);
  const size = absolute(x);
  let z = size;
  let eighths = 0;
  for (; compare(z, EIGHTH) < 0; eighths--) z = w.mul(z, EIGHT);
  for (; compare(z, ONE) > 0; eighths++) z = w.mul(z, EIGHTH);
  const start = z;
  z = w.add(w.mul(z, finite(true, 46946116n, -8)), finite(false, 1072302n, -6));
  z = w.add(w.mul(z, start), finite(false, 3812513n, -7));
  for (; eighths < 0; eighths++) z = w.mul(z, HALF);
  for (; eighths > 0; eighths--) z = w.mul(z, TWO);

  const loop = new Convergence("cbrt", z, PRECISION + 1);
  for (;;) {
    const q = w.quo(size, w.mul(z, z));
    z = w.quo(w.add(w.add(q, z), z), THREE);
    if (w.failure) return w.failure;
    const done = loop.reached(z, w);
    if (isFailure(done)) return done;
    if (done) break;
  }
  const r = finish(z, w);
  return isFailure(r) ? r : withSign(r, x.neg);
}
