import { bitsOf, fromBits } from "./bits.ts";
import { log } from "./exp-log.ts";

/** Sine, cosine and their relatives after Cephes (S. Moshier): octants of pi/4 and short polynomials. */

const PI4A = 7.85398125648498535156e-1;
const PI4B = 3.77489470793079817668e-8;
const PI4C = 2.69515142907905952645e-15;

/** From here on the octant needs more bits of 4/pi than three floats hold. */
const LARGE = 2 ** 29;

/** x = octant × pi/4 + rest, the octant even and modulo 8. */
function reduce(x: number): { octant: number; rest: number } {
  if (x >= LARGE) return reduceLarge(x);
  let j = Math.floor(x * (4 / Math.PI));
  if (j % 2 === 1) j++;
  return { octant: j % 8, rest: x - j * PI4A - j * PI4B - j * PI4C };
}

/** 4/pi, one bit before the point and 1216 behind it. */
const FOUR_OVER_PI = BigInt(
  "0x145f306dc9c882a53f84eafa3ea69bb81b6c52b3278872083fca2c757bd778ac36e48dc74849ba5c00c925dd413a32439fc3bd63962534e7d" +
    "d1046bea5d768909d338e04d68befc827323ac7306a673e93908bf177bf250763ff12fffbc0b301fde5e2316b414da3eda6cfd9e4f96136e" +
    "9e8c7ecd3cbfd45aea4f758fd7cbe2f67a0e73ef14a525d4d7f6bf623f1aba10ac06608df8f6d757",
);
const MASK64 = (1n << 64n) - 1n;

/** Payne and Hanek: multiply by just those bits of 4/pi that matter. */
function reduceLarge(x: number): { octant: number; rest: number } {
  const b = bitsOf(x);
  const exponent = Number((b >> 52n) & 0x7ffn) - 1023 - 52;
  const mantissa = (b & 0xfffffffffffffn) | (1n << 52n);
  // 192 bits of 4/pi, so that the product has three bits before the point.
  const window = (FOUR_OVER_PI >> BigInt(1216 - 128 - (exponent + 61))) & ((1n << 192n) - 1n);
  const z0 = window >> 128n;
  const z1 = (window >> 64n) & MASK64;
  const z2 = window & MASK64;
  const product = (((z0 * mantissa) & MASK64) << 64n) + z1 * mantissa + ((z2 * mantissa) >> 64n);
  const hi = (product >> 64n) & MASK64;
  const lo = product & MASK64;
  let octant = Number(hi >> 61n);
  const fraction = ((hi << 3n) | (lo >> 61n)) & MASK64;
  const zeros = fraction === 0n ? 64 : 64 - fraction.toString(2).length;
  const e = BigInt(1023 - (zeros + 1));
  let m = ((fraction << BigInt(zeros + 1)) | (lo >> BigInt(64 - (zeros + 1)))) & MASK64;
  m >>= 12n;
  let rest = fromBits(m | (e << 52n));
  if (octant % 2 === 1) {
    octant = (octant + 1) % 8;
    rest--;
  }
  return { octant, rest: rest * (Math.PI / 4) };
}

function sinPolynomial(z: number): number {
  const zz = z * z;
  return (
    z +
    z *
      zz *
      (((((1.5896230157654656806e-10 * zz + -2.50507477628578072866e-8) * zz + 2.75573136213857245213e-6) * zz +
        -1.98412698295895385996e-4) *
        zz +
        8.33333333332211858878e-3) *
        zz +
        -1.66666666666666307295e-1)
  );
}

function cosPolynomial(z: number): number {
  const zz = z * z;
  return (
    1.0 -
    0.5 * zz +
    zz *
      zz *
      (((((-1.135853652138768173e-11 * zz + 2.08757008419747316778e-9) * zz + -2.75573141792967388112e-7) * zz +
        2.48015872888517045348e-5) *
        zz +
        -1.38888888888730564116e-3) *
        zz +
        4.16666666666665929218e-2)
  );
}

export function sin(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x === 0 ? x : NaN;
  const reduced = reduce(Math.abs(x));
  const { rest } = reduced;
  let { octant } = reduced;
  let negative = x < 0;
  if (octant > 3) {
    negative = !negative;
    octant -= 4;
  }
  const y = octant === 1 || octant === 2 ? cosPolynomial(rest) : sinPolynomial(rest);
  return negative ? -y : y;
}

export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const reduced = reduce(Math.abs(x));
  const { rest } = reduced;
  let { octant } = reduced;
  let negative = false;
  if (octant > 3) {
    octant -= 4;
    negative = true;
  }
  if (octant > 1) negative = !negative;
  const y = octant === 1 || octant === 2 ? sinPolynomial(rest) : cosPolynomial(rest);
  return negative ? -y : y;
}

export function tan(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x === 0 ? x : NaN;
  const { octant, rest: z } = reduce(Math.abs(x));
  const zz = z * z;
  let y = z;
  if (zz > 1e-14) {
    y =
      z +
      z *
        ((zz * ((-1.30936939181383777646e4 * zz + 1.1535166483858741614e6) * zz + -1.79565251976484877988e7)) /
          ((((zz + 1.36812963470692954678e4) * zz + -1.32089234440210967447e6) * zz + 2.50083801823357915839e7) * zz +
            -5.38695755929454629881e7));
  }
  if ((octant & 2) === 2) y = -1 / y;
  return x < 0 ? -y : y;
}

function atanPolynomial(x: number): number {
  const z = x * x;
  const r =
    (z *
      ((((-8.750608600031904122785e-1 * z + -1.615753718733365076637e1) * z + -7.50085579231470466734e1) * z +
        -1.22886668449013617341e2) *
        z +
        -6.485021904942025371773e1)) /
    (((((z + 2.485846490142306297962e1) * z + 1.650270098316988542046e2) * z + 4.328810604912902668951e2) * z +
      4.853903996359136964868e2) *
      z +
      1.945506571482613964425e2);
  return x * r + x;
}

/** The arctangent of a positive number. */
function positiveAtan(x: number): number {
  const more = 6.12323399573676588613e-17;
  if (x <= 0.66) return atanPolynomial(x);
  if (x > 2.4142135623730950488) return Math.PI / 2 - atanPolynomial(1 / x) + more;
  return Math.PI / 4 + atanPolynomial((x - 1) / (x + 1)) + 0.5 * more;
}

export function atan(x: number): number {
  if (x === 0 || Number.isNaN(x)) return x;
  return x > 0 ? positiveAtan(x) : -positiveAtan(-x);
}

export function asin(x: number): number {
  if (x === 0) return x;
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  const root = Math.sqrt(1 - size * size);
  const y = size > 0.7 ? Math.PI / 2 - positiveAtan(root / size) : positiveAtan(size / root);
  return x < 0 ? -y : y;
}

export function acos(x: number): number {
  return Math.PI / 2 - asin(x);
}

export function atan2(y: number, x: number): number {
  // The special cases are the same everywhere.
  if (x === 0 || y === 0 || !Number.isFinite(x) || !Number.isFinite(y)) return Math.atan2(y, x);
  const q = atan(y / x);
  if (x > 0) return q;
  return q <= 0 ? q + Math.PI : q - Math.PI;
}

export function asinh(x: number): number {
  if (!Number.isFinite(x)) return x;
  const a = Math.abs(x);
  let y: number;
  if (a > 2 ** 28) y = log(a) + 6.93147180559945286227e-1;
  else if (a > 2) y = log(2 * a + 1 / (Math.sqrt(a * a + 1) + a));
  else if (a < 2 ** -28) y = a;
  else y = Math.log1p(a + (a * a) / (1 + Math.sqrt(1 + a * a)));
  return x < 0 || Object.is(x, -0) ? -y : y;
}
