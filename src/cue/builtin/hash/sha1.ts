import { padMessage } from "./block-hash.ts";

const rotate = (x: number, n: number): number => (x << n) | (x >>> (32 - n));

/** SHA-1 (FIPS 180). */
export function sha1(message: Uint8Array): Uint8Array {
  const data = padMessage(message, 64, false);
  const view = new DataView(data.buffer);
  const h = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
  const w = new Int32Array(80);
  for (let at = 0; at < data.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 80; i++) {
      w[i] = rotate((w[i - 3] as number) ^ (w[i - 8] as number) ^ (w[i - 14] as number) ^ (w[i - 16] as number), 1);
    }
    let [a, b, c, d, e] = h as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      let f: number;
      let k: number;
      if (i < 20) {
        f = (b & c) | (~b & d);
        k = 0x5a827999;
      } else if (i < 40) {
        f = b ^ c ^ d;
        k = 0x6ed9eba1;
      } else if (i < 60) {
        f = (b & c) | (b & d) | (c & d);
        k = 0x8f1bbcdc;
      } else {
        f = b ^ c ^ d;
        k = 0xca62c1d6;
      }
      const t = (rotate(a, 5) + f + e + k + (w[i] as number)) | 0;
      e = d;
      d = c;
      c = rotate(b, 30);
      b = a;
      a = t;
    }
    [a, b, c, d, e].forEach((x, i) => (h[i] = ((h[i] as number) + x) | 0));
  }
  const out = new Uint8Array(20);
  const result = new DataView(out.buffer);
  h.forEach((x, i) => result.setInt32(i * 4, x));
  return out;
}
