import { padMessage } from "./block-hash.ts";
import { cubeRootFractions, squareRootFractions } from "./round-constants.ts";

let rounds: Int32Array | undefined;
let start256: Int32Array | undefined;
let start224: Int32Array | undefined;

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** SHA-256 (FIPS 180). */
export function sha256(message: Uint8Array): Uint8Array {
  start256 ??= Int32Array.from(squareRootFractions(8), (x) => Number(x >> 32n) | 0);
  return digest(message, start256).slice(0, 32);
}

export function sha224(message: Uint8Array): Uint8Array {
  // The second half of the 64 bits of the next eight primes.
  start224 ??= Int32Array.from(squareRootFractions(8, 8), (x) => Number(x & 0xffffffffn) | 0);
  return digest(message, start224).slice(0, 28);
}

function digest(message: Uint8Array, start: Int32Array): Uint8Array {
  const k = (rounds ??= Int32Array.from(cubeRootFractions(64), (x) => Number(x >> 32n) | 0));
  const data = padMessage(message, 64, false);
  const view = new DataView(data.buffer);
  const h = Int32Array.from(start);
  const w = new Int32Array(64);
  for (let at = 0; at < data.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15] as number;
      const y = w[i - 2] as number;
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, hh] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (hh + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      hh = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, hh].forEach((x, i) => (h[i] = ((h[i] as number) + x) | 0));
  }
  const out = new Uint8Array(32);
  const result = new DataView(out.buffer);
  h.forEach((x, i) => result.setInt32(i * 4, x));
  return out;
}
