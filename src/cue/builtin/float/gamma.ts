import { frexp, ldexp } from "./bits.ts";
import { exp, log } from "./exp-log.ts";
import { horner } from "./polynomial.ts";
import { sin } from "./trigonometric.ts";

/** The gamma function after Cephes: recurrence to [2, 3), Stirling's series for large arguments. */

const P = [
  9.99999999999999996796e-1, 4.94214826801497100753e-1, 2.0744822764843597515e-1, 4.76367800457137231464e-2,
  1.04213797561761569935e-2, 1.19135147006586384913e-3, 1.60119522476751861407e-4,
];
const Q = [
  1.0000000000000000032, 7.14304917030273074085e-2, -2.34591795718243348568e-1, 3.58236398605498653373e-2,
  1.18139785222060435552e-2, -4.45641913851797240494e-3, 5.39605580493303397842e-4, -2.31581873324120129819e-5,
];
const STIRLING = [
  8.33333333333482257126e-2, 3.4722222160545866731e-3, -2.68132617805781232825e-3, -2.2954996161337812638e-4,
  7.87311395793093628397e-4,
];
const EULER = 0.5772156649015328606;

export function gamma(value: number): number {
  let x = value;
  if (Number.isNaN(x) || x === -Infinity || (x < 0 && Number.isInteger(x))) return NaN;
  if (x === Infinity) return Infinity;
  if (x === 0) return Object.is(x, -0) ? -Infinity : Infinity;
  const size = Math.abs(x);
  if (size > 33) return x >= 0 ? product(stirling(x)) : reflect(size);
  let z = 1;
  while (x >= 3) {
    x -= 1;
    z *= x;
  }
  while (x < 0) {
    if (x > -1e-9) return nearZero(x, z);
    z /= x;
    x += 1;
  }
  while (x < 2) {
    if (x < 1e-9) return nearZero(x, z);
    z /= x;
    x += 1;
  }
  if (x === 2) return z;
  x -= 2;
  return (z * horner(x, P)) / horner(x, Q);
}

function nearZero(x: number, z: number): number {
  return x === 0 ? Infinity : z / ((1 + EULER * x) * x);
}

/** Two factors, for their product alone may overflow. */
function stirling(x: number): [number, number] {
  if (x > 200) return [Infinity, 1];
  const inverse = 1 / x;
  const w = 1 + inverse * horner(inverse, STIRLING);
  const e = exp(x);
  const root = 2.506628274631000502417;
  if (x > 143.01608) {
    const v = pow(x, 0.5 * x - 0.25);
    return [v, root * w * (v / e)];
  }
  return [pow(x, x - 0.5) / e, root * w];
}

function product([a, b]: readonly [number, number]): number {
  return a * b;
}

function reflect(q: number): number {
  let p = Math.floor(q);
  const sign = p % 2 === 0 ? -1 : 1;
  let z = q - p;
  if (z > 0.5) {
    p += 1;
    z = q - p;
  }
  z = q * sin(Math.PI * z);
  if (z === 0) return sign * Infinity;
  const [a, b] = stirling(q);
  const size = Math.abs(z);
  const d = size * a * b;
  return sign * (Number.isFinite(d) ? Math.PI / d : Math.PI / size / a / b);
}

/** x^y for positive x: the fraction of y by logarithms, the rest by squaring. */
function pow(x: number, y: number): number {
  let whole = Math.trunc(y);
  let fraction = y - whole;
  let a = 1;
  let ae = 0;
  if (fraction !== 0) {
    if (fraction > 0.5) {
      fraction--;
      whole++;
    }
    a = exp(fraction * log(x));
  }
  let { fraction: f, exponent: e } = frexp(x);
  for (let i = whole; i !== 0; i = Math.floor(i / 2)) {
    if (i % 2 === 1) {
      a *= f;
      ae += e;
    }
    f *= f;
    e *= 2;
    if (f < 0.5) {
      f += f;
      e--;
    }
  }
  return ldexp(a, ae);
}
