import { padMessage } from "./block-hash.ts";

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

let sines: Int32Array | undefined;

function constants(): Int32Array {
  if (sines === undefined) {
    sines = new Int32Array(64);
    for (let i = 0; i < 64; i++) sines[i] = Math.floor(Math.abs(Math.sin(i + 1)) * 4294967296) | 0;
  }
  return sines;
}

/** MD5 (RFC 1321). */
export function md5(message: Uint8Array): Uint8Array {
  const k = constants();
  const data = padMessage(message, 64, true);
  const view = new DataView(data.buffer);
  let a0 = 0x67452301;
  let b0 = 0xefcdab89 | 0;
  let c0 = 0x98badcfe | 0;
  let d0 = 0x10325476;
  for (let at = 0; at < data.length; at += 64) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i++) {
      let f: number;
      let g: number;
      if (i < 16) {
        f = (b & c) | (~b & d);
        g = i;
      } else if (i < 32) {
        f = (d & b) | (~d & c);
        g = (5 * i + 1) & 15;
      } else if (i < 48) {
        f = b ^ c ^ d;
        g = (3 * i + 5) & 15;
      } else {
        f = c ^ (b | ~d);
        g = (7 * i) & 15;
      }
      f = (f + a + (k[i] as number) + view.getInt32(at + g * 4, true)) | 0;
      a = d;
      d = c;
      c = b;
      const s = SHIFTS[((i >> 4) << 2) | (i & 3)] as number;
      b = (b + ((f << s) | (f >>> (32 - s)))) | 0;
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  const out = new Uint8Array(16);
  const result = new DataView(out.buffer);
  [a0, b0, c0, d0].forEach((w, i) => result.setInt32(i * 4, w, true));
  return out;
}
