import { P0, P1, Q0, Q1 } from "./bessel-table.ts";
import type { Ratio } from "./bessel-table.ts";
import { log } from "./exp-log.ts";
import { horner } from "./polynomial.ts";
import { cos, sin } from "./trigonometric.ts";

/** Bessel functions of both kinds after Sun's fdlibm: rational near zero, asymptotic from two on. */

const INV_SQRT_PI = 1 / 1.77245385090551602729816748334114518279754945612238712821380779;
const TWO_OVER_PI = 2 / Math.PI;
const HUGE = 2 ** 129;

function ratio(table: readonly Ratio[], x: number): number {
  const [p, q] = table[x >= 8 ? 0 : x >= 4.5454 ? 1 : x >= 2.8571 ? 2 : 3] as Ratio;
  const z = 1 / (x * x);
  return horner(z, p) / horner(z, q);
}

/** sin x - cos x and sin x + cos x, whichever is small found from the other without cancellation. */
function phases(x: number, order: 0 | 1): { ss: number; cc: number } {
  const s = sin(x);
  const c = cos(x);
  let ss = order === 0 ? s - c : -s - c;
  let cc = order === 0 ? s + c : s - c;
  if (x < Number.MAX_VALUE / 2) {
    const z = order === 0 ? -cos(x + x) : cos(x + x);
    if (order === 0 ? s * c < 0 : s * c > 0) cc = z / ss;
    else ss = z / cc;
  }
  return { ss, cc };
}

function asymptotic(x: number, order: 0 | 1, second: boolean): number {
  const { ss, cc } = phases(x, order);
  if (x > HUGE) return (INV_SQRT_PI * (second ? ss : cc)) / Math.sqrt(x);
  const u = 1 + ratio(order === 0 ? P0 : P1, x);
  const v = order === 0 ? (-0.125 + ratio(Q0, x)) / x : (0.375 + ratio(Q1, x)) / x;
  return (INV_SQRT_PI * (second ? u * ss + v * cc : u * cc - v * ss)) / Math.sqrt(x);
}

export function j0(value: number): number {
  if (Number.isNaN(value)) return value;
  const x = Math.abs(value);
  if (x === Infinity) return 0;
  if (x === 0) return 1;
  if (x >= 2) return asymptotic(x, 0, false);
  if (x < 2 ** -13) return x < 2 ** -27 ? 1 : 1 - 0.25 * x * x;
  const z = x * x;
  const r =
    z *
    horner(
      z,
      [1.56249999999999947958e-2, -1.89979294238854721751e-4, 1.8295404953270066567e-6, -4.61832688532103189199e-9],
    );
  const s = horner(
    z,
    [1, 1.56191029464890010492e-2, 1.1692678466333745026e-4, 5.13546550207318111446e-7, 1.16614003333790000205e-9],
  );
  if (x < 1) return 1 + z * (-0.25 + r / s);
  const u = 0.5 * x;
  return (1 + u) * (1 - u) + z * (r / s);
}

export function y0(x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === Infinity) return 0;
  if (x === 0) return -Infinity;
  if (x >= 2) return asymptotic(x, 0, true);
  const u00 = -7.38042951086872317523e-2;
  if (x <= 2 ** -27) return u00 + TWO_OVER_PI * log(x);
  const z = x * x;
  const u = horner(z, [
    u00,
    1.76666452509181115538e-1,
    -1.38185671945596898896e-2,
    3.47453432093683650238e-4,
    -3.81407053724364161125e-6,
    1.95590137035022920206e-8,
    -3.98205194132103398453e-11,
  ]);
  const v = horner(
    z,
    [1, 1.27304834834123699328e-2, 7.60068627350353253702e-5, 2.59150851840457805467e-7, 4.41110311332675467403e-10],
  );
  return u / v + TWO_OVER_PI * j0(x) * log(x);
}

export function j1(value: number): number {
  if (Number.isNaN(value)) return value;
  if (value === 0 || Math.abs(value) === Infinity) return 0;
  const x = Math.abs(value);
  let y: number;
  if (x >= 2) y = asymptotic(x, 1, false);
  else if (x < 2 ** -27) return 0.5 * value;
  else {
    const z = x * x;
    let r = z * horner(z, [-6.25e-2, 1.40705666955189706048e-3, -1.5995563108403559752e-5, 4.96727999609584448412e-8]);
    const s = horner(
      z,
      [
        1, 1.91537599538363460805e-2, 1.8594678558863091556e-4, 1.17718464042623683263e-6, 5.04636257076217042715e-9,
        1.23542274426137913908e-11,
      ],
    );
    r *= x;
    y = 0.5 * x + r / s;
  }
  return value < 0 ? -y : y;
}

export function y1(x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === Infinity) return 0;
  if (x === 0) return -Infinity;
  if (x >= 2) return asymptotic(x, 1, true);
  if (x <= 2 ** -54) return -TWO_OVER_PI / x;
  const z = x * x;
  const u = horner(
    z,
    [
      -1.96057090646238940668e-1, 5.04438716639811282616e-2, -1.91256895875763547298e-3, 2.35252600561610495928e-5,
      -9.19099158039878874504e-8,
    ],
  );
  const v = horner(
    z,
    [
      1, 1.99167318236649903973e-2, 2.02552581025135171496e-4, 1.35608801097516229404e-6, 6.22741452364621501295e-9,
      1.66559246207992079114e-11,
    ],
  );
  return x * (u / v) + TWO_OVER_PI * (j1(x) * log(x) - 1 / x);
}

/** For x beyond 2^302 only the phase is left. */
function hugeOrder(n: number, x: number, second: boolean): number {
  const s = sin(x);
  const c = cos(x);
  const first = [c + s, -c + s, -c - s, c - s][n & 3] as number;
  const other = [s - c, -s - c, -s + c, s + c][n & 3] as number;
  return (INV_SQRT_PI * (second ? other : first)) / Math.sqrt(x);
}

export function jn(order: number, value: number): number {
  if (Number.isNaN(value)) return value;
  if (Math.abs(value) === Infinity) return 0;
  if (order === 0) return j0(value);
  if (value === 0) return 0;
  const n = Math.abs(order);
  const signed = order < 0 ? -value : value;
  if (n === 1) return j1(signed);
  const x = Math.abs(signed);
  const negative = signed < 0 && n % 2 === 1;
  const y = n <= x ? upward(n, x) : x < 2 ** -29 ? leadingTerm(n, x) : downward(n, x);
  return negative ? -y : y;
}

function upward(n: number, x: number): number {
  if (x >= 2 ** 302) return hugeOrder(n, x, false);
  let a = j0(x);
  let b = j1(x);
  for (let i = 1; i < n; i++) [a, b] = [b, b * ((i + i) / x) - a];
  return b;
}

/** (x/2)^n / n! */
function leadingTerm(n: number, x: number): number {
  if (n > 33) return 0;
  const half = x * 0.5;
  let b = half;
  let a = 1;
  for (let i = 2; i <= n; i++) {
    a *= i;
    b *= half;
  }
  return b / a;
}

/** Backward recurrence from a continued fraction, where the forward one is unstable. */
function downward(n: number, x: number): number {
  const w = (n + n) / x;
  const h = 2 / x;
  let q0 = w;
  let z = w + h;
  let q1 = w * z - 1;
  let k = 1;
  while (q1 < 1e9) {
    k++;
    z += h;
    [q0, q1] = [q1, z * q1 - q0];
  }
  let t = 0;
  for (let i = 2 * (n + k); i >= n + n; i -= 2) t = 1 / (i / x - t);
  let a = t;
  let b = 1;
  const large = n * log(Math.abs((2 / x) * n)) >= 7.09782712893383973096e2;
  for (let i = n - 1; i > 0; i--) {
    [a, b] = [b, (b * (i + i)) / x - a];
    if (large && b > 1e100) {
      a /= b;
      t /= b;
      b = 1;
    }
  }
  return (t * j0(x)) / b;
}

export function yn(order: number, x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === Infinity) return 0;
  if (order === 0) return y0(x);
  const n = Math.abs(order);
  const negative = order < 0 && n % 2 === 1;
  if (x === 0) return negative ? Infinity : -Infinity;
  let b = y1(x);
  if (n > 1) {
    if (x >= 2 ** 302) b = hugeOrder(n, x, true);
    else {
      let a = y0(x);
      for (let i = 1; i < n && b !== -Infinity; i++) [a, b] = [b, ((i + i) / x) * b - a];
    }
  }
  return negative ? -b : b;
}
