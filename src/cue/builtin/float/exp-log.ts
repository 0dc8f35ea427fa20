import { fma, frexp, ldexp } from "./bits.ts";

const LN2_UPPER = 0.69314718055966295651160180568695068359375;
const LN2_LOWER = 0.28235290563031577122588448175013436025525412068e-12;

/**
 * e^x by a Taylor series of x/16 whose square is taken four times. The steps, fused ones included, are those of the
 * amd64 routine, for its last bit shows in results.
 */
export function exp(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x;
  if (x === -Infinity) return 0;
  if (x > 7.09782712893384e2) return Infinity;
  const scaled = 1.442695040888963407359924681001892 * x;
  if (scaled < -1080) return 0;
  const n = roundEven(scaled);
  let r = fma(-n, LN2_UPPER, x);
  r = fma(-n, LN2_LOWER, r) * 0.0625;
  let p = 2.4801587301587301587e-5;
  for (const c of TAYLOR) p = fma(p, r, c);
  r *= p;
  r *= r + 2;
  r *= r + 2;
  r *= r + 2;
  r = fma(r, r + 2, 1);
  if (n + 0x3ff < -52) return 0;
  if (n >= 1024) return Infinity;
  return ldexp(r, n);
}

const TAYLOR = [
  1.984126984126984127e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3, 4.1666666666666666667e-2,
  1.6666666666666666667e-1, 0.5, 1,
];

/** Ties to even, as processors convert. */
function roundEven(x: number): number {
  const r = Math.round(x);
  return Math.abs(x - Math.trunc(x)) === 0.5 && r % 2 !== 0 ? r - 1 : r;
}

/** Natural logarithm by the series of s = f/(2+f). */
export function log(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x;
  if (x < 0) return NaN;
  if (x === 0) return -Infinity;
  let { fraction: f1, exponent: k } = frexp(x);
  if (f1 < Math.SQRT1_2) {
    f1 *= 2;
    k--;
  }
  const f = f1 - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const t1 =
    s2 *
    (6.66666666666673513e-1 +
      s4 * (2.857142874366239149e-1 + s4 * (1.818357216161805012e-1 + s4 * 1.479819860511658591e-1)));
  const t2 = s4 * (3.999999999940941908e-1 + s4 * (2.222219843214978396e-1 + s4 * 1.531383769920937332e-1));
  const r = t1 + t2;
  const half = 0.5 * f * f;
  return k * 6.9314718036912381649e-1 - (half - (s * (half + r) + k * 1.90821492927058770002e-10) - f);
}
