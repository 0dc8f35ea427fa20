import { padMessage } from "./block-hash.ts";
import { cubeRootFractions, squareRootFractions } from "./round-constants.ts";

const MASK = (1n << 64n) - 1n;
const rotate = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

let rounds: bigint[] | undefined;
let start512: bigint[] | undefined;
let start384: bigint[] | undefined;
const truncated = new Map<string, bigint[]>();

/** SHA-512 (FIPS 180). */
export function sha512(message: Uint8Array): Uint8Array {
  start512 ??= squareRootFractions(8);
  return digest(message, start512);
}

export function sha384(message: Uint8Array): Uint8Array {
  start384 ??= squareRootFractions(8, 8);
  return digest(message, start384).slice(0, 48);
}

export function sha512_224(message: Uint8Array): Uint8Array {
  return digest(message, truncatedStart("SHA-512/224")).slice(0, 28);
}

export function sha512_256(message: Uint8Array): Uint8Array {
  return digest(message, truncatedStart("SHA-512/256")).slice(0, 32);
}

/** The truncated variants start from a hash of their own name. */
function truncatedStart(name: string): bigint[] {
  let start = truncated.get(name);
  if (start === undefined) {
    start512 ??= squareRootFractions(8);
    const seed = digest(
      new TextEncoder().encode(name),
      start512.map((x) => x ^ 0xa5a5a5a5a5a5a5a5n),
    );
    const view = new DataView(seed.buffer);
    start = Array.from({ length: 8 }, (_, i) => view.getBigUint64(i * 8));
    truncated.set(name, start);
  }
  return start;
}

function digest(message: Uint8Array, start: readonly bigint[]): Uint8Array {
  const k = (rounds ??= cubeRootFractions(80));
  const data = padMessage(message, 128, false);
  const view = new DataView(data.buffer);
  const h = start.slice();
  const w: bigint[] = new Array<bigint>(80).fill(0n);
  for (let at = 0; at < data.length; at += 128) {
    for (let i = 0; i < 16; i++) w[i] = view.getBigUint64(at + i * 8);
    for (let i = 16; i < 80; i++) {
      const x = w[i - 15] as bigint;
      const y = w[i - 2] as bigint;
      const s0 = rotate(x, 1n) ^ rotate(x, 8n) ^ (x >> 7n);
      const s1 = rotate(y, 19n) ^ rotate(y, 61n) ^ (y >> 6n);
      w[i] = ((w[i - 16] as bigint) + s0 + (w[i - 7] as bigint) + s1) & MASK;
    }
    let [a, b, c, d, e, f, g, hh] = h as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const s1 = rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n);
      const t1 = hh + s1 + ((e & f) ^ (~e & MASK & g)) + (k[i] as bigint) + (w[i] as bigint);
      const s0 = rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      hh = g;
      g = f;
      f = e;
      e = (d + t1) & MASK;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) & MASK;
    }
    [a, b, c, d, e, f, g, hh].forEach((x, i) => (h[i] = ((h[i] as bigint) + x) & MASK));
  }
  const out = new Uint8Array(64);
  const result = new DataView(out.buffer);
  h.forEach((x, i) => result.setBigUint64(i * 8, x));
  return out;
}
