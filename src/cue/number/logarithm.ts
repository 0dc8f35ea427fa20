import {
  absolute,
  finite,
  fromInt,
  INFINITE,
  INFINITY,
  MINUS_INFINITY,
  NOT_A_NUMBER,
  ONE,
  TWO,
  ZERO,
} from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import { divide } from "./arithmetic.ts";
import { compare, equal } from "./compare.ts";
import { Convergence } from "./convergence.ts";
import { expIn, finish } from "./exponential.ts";
import { ArithmeticFailure, INVALID_OPERATION, isFailure } from "./failure.ts";
import { fromFloat64, toFloat64 } from "./float64.ts";
import { HALF_EVEN, HALF_UP, PRECISION, rounded } from "./round.ts";
import type { Rounding } from "./round.ts";
import { Working } from "./working.ts";

const LN10 =
  2302585092994045684017991454684364207601101488628772976033327900967572609677352480235997205089598298341967784042286248633409525465082806756666287369098781689482907208325554680843799894826233198n;
const INV_LN10 =
  4342944819032518276511289189166050822943970058036665661144537831658646492088707747292249493384317483187061067447663037336416792871589639065692210646628122658521270865686703295933708696588266883n;

/** A constant d.ddd… rounded to the power of two of digits that covers `precision`. */
function constant(digits: bigint, exp: number, precision: number): Decimal {
  let p = 1;
  while (p < precision) p *= 2;
  const r = rounded(false, digits, exp - digits.toString().length + 1, p, HALF_UP);
  return isFailure(r) ? ZERO : r;
}

function special(x: Decimal): Decimal | ArithmeticFailure | undefined {
  if (x.form === NOT_A_NUMBER) return x;
  if (x.sign < 0) return INVALID_OPERATION;
  if (x.form === INFINITE) return INFINITY;
  if (x.isZero) return MINUS_INFINITY;
  return equal(x, ONE) ? ZERO : undefined;
}

/** Natural logarithm in the language's precision. */
export function ln(x: Decimal): Decimal | ArithmeticFailure {
  return lnIn(x, PRECISION, HALF_UP);
}

/** Logarithm to base 10. */
export function log10(x: Decimal): Decimal | ArithmeticFailure {
  const s = special(x);
  if (s !== undefined) return s;
  const z = lnIn(x, PRECISION + 2, HALF_EVEN);
  if (isFailure(z)) return new ArithmeticFailure(`ln: ${z.reason}`);
  const w = new Working(PRECISION);
  const r = w.mul(z, constant(INV_LN10, -1, PRECISION + 2));
  return w.failure ?? r;
}

/** Logarithm to base 2: the quotient of two natural logarithms. */
export function log2(x: Decimal): Decimal | ArithmeticFailure {
  const a = ln(x);
  if (isFailure(a)) return a;
  const b = ln(TWO);
  return isFailure(b) ? b : divide(a, b);
}

export function lnIn(x: Decimal, precision: number, mode: Rounding): Decimal | ArithmeticFailure {
  const s = special(x);
  if (s !== undefined) return s;
  const p = precision + 2;
  const w = new Working(p);
  const tenth = finite(false, 1n, -1);

  // Near one the logarithm is near zero and scaling would cancel its digits, so the series is tried
  // before and after bringing x into [0.1, 1).
  let shift = ZERO;
  let z = x;
  let offset = w.sub(z, ONE);
  if (compare(absolute(offset), tenth) > 0) {
    const delta = z.digits + z.exp;
    z = finite(false, z.coeff, z.exp - delta);
    shift = w.mul(fromInt(delta), constant(LN10, 0, p));
    offset = w.sub(z, ONE);
  }
  let result: Decimal;
  if (compare(absolute(offset), tenth) <= 0) {
    result = series(offset, p, w);
  } else {
    const found = halley(x, z, precision, w);
    if (isFailure(found)) return found;
    result = found;
  }
  return finish(w.add(result, shift), w, precision, mode);
}

/** ln(1+x) = 2 Σ (x/(x+2))^(2n+1) / (2n+1), fast for small x. */
function series(x: Decimal, p: number, w: Working): Decimal {
  const ratio = w.quo(x, w.add(x, TWO));
  const eps = finite(false, 1n, -p);
  let power = w.add(ratio, ratio);
  let sum = power;
  for (let n = 1; ; n++) {
    power = w.mul(w.mul(power, ratio), ratio);
    const term = w.quo(power, fromInt(2 * n + 1));
    sum = w.add(sum, term);
    if (w.failure || compare(absolute(term), eps) <= 0) return sum;
  }
}

/** Halley's iteration a - 2 (e^a - z) / (e^a + z), from the float64 logarithm. */
function halley(x: Decimal, z: Decimal, precision: number, w: Working): Decimal | ArithmeticFailure {
  let a = fromFloat64(Math.log(toFloat64(z)));
  const loop = new Convergence("ln", x, precision + 1);
  for (;;) {
    const e = w.keep(expIn(a, w.precision));
    const gap = w.sub(e, z);
    a = w.sub(a, w.quo(w.add(gap, gap), w.add(e, z)));
    const done = loop.reached(a, w);
    if (isFailure(done)) return done;
    if (done) return a;
    if (w.failure) return w.failure;
  }
}
