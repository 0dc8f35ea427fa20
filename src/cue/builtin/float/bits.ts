const view = new DataView(new ArrayBuffer(8));

export function bitsOf(f: number): bigint {
  view.setFloat64(0, f);
  return view.getBigUint64(0);
}

export function fromBits(b: bigint): number {
  view.setBigUint64(0, b);
  return view.getFloat64(0);
}

/** f = fraction × 2^exponent with the fraction in [0.5, 1). */
export function frexp(f: number): { fraction: number; exponent: number } {
  if (f === 0 || !Number.isFinite(f)) return { fraction: f, exponent: 0 };
  let x = f;
  let shift = 0;
  if (Math.abs(x) < 2.2250738585072014e-308) {
    x *= 4503599627370496;
    shift = -52;
  }
  const b = bitsOf(x);
  const exponent = Number((b >> 52n) & 0x7ffn) - 1022 + shift;
  return { fraction: fromBits((b & ~(0x7ffn << 52n)) | (1022n << 52n)), exponent };
}

/** f × 2^n, rounded once. */
export function ldexp(f: number, n: number): number {
  if (f === 0 || !Number.isFinite(f)) return f;
  const { fraction, exponent } = frexp(f);
  const e = exponent + n;
  if (e > 1024) return f > 0 ? Infinity : -Infinity;
  if (e < -1075) return f > 0 ? 0 : -0;
  if (e > -1021) return fraction * 2 * 2 ** (e - 1);
  // The result is subnormal: the first factor is exact, the second one rounds.
  return fraction * 2 ** (e + 60) * 2 ** -60;
}

/**
 * a × b + c with one rounding. Processors have an instruction for it; here the sum is formed exactly in integers.
 */
export function fma(a: number, b: number, c: number): number {
  if (!Number.isFinite(a) || !Number.isFinite(b) || !Number.isFinite(c) || a === 0 || b === 0) return a * b + c;
  const x = integerParts(a);
  const y = integerParts(b);
  let m = x.m * y.m;
  let e = x.e + y.e;
  if (c !== 0) {
    const z = integerParts(c);
    if (z.e < e) {
      m = (m << BigInt(e - z.e)) + z.m;
      e = z.e;
    } else m += z.m << BigInt(z.e - e);
  }
  if (m === 0n) return 0;
  return ldexp(Number(m), e);
}

function integerParts(f: number): { m: bigint; e: number } {
  const b = bitsOf(f);
  const exp = Number((b >> 52n) & 0x7ffn);
  const low = b & 0xfffffffffffffn;
  const m = exp === 0 ? low : low | 0x10000000000000n;
  return { m: f < 0 ? -m : m, e: Math.max(exp, 1) - 1075 };
}
