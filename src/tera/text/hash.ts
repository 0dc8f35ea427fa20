/** SHA-256 and SHA-1 of UTF-8 text, at once: a template cannot wait for the platform's promises. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const h = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  const k = (constants ??= roundConstants());
  const w = new Uint32Array(64);
  forEachBlock(bytes, w, () => {
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15] as number;
      const b = w[i - 2] as number;
      const s0 = rotate(a, 25) ^ rotate(a, 14) ^ (a >>> 3);
      const s1 = rotate(b, 15) ^ rotate(b, 13) ^ (b >>> 10);
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
    }
    let [a, b, c, d, e, f, g, hh] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 26) ^ rotate(e, 21) ^ rotate(e, 7);
      const t1 = (hh + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
      const s0 = rotate(a, 30) ^ rotate(a, 19) ^ rotate(a, 10);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [hh, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, hh].forEach((value, i) => (h[i] = (h[i] as number) + value));
  });
  return toBytes(h);
}

export function sha1(bytes: Uint8Array): Uint8Array {
  const h = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const w = new Uint32Array(80);
  forEachBlock(bytes, w, () => {
    for (let i = 16; i < 80; i++) {
      w[i] = rotate((w[i - 3] as number) ^ (w[i - 8] as number) ^ (w[i - 14] as number) ^ (w[i - 16] as number), 1);
    }
    let [a, b, c, d, e] = h as unknown as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, (rotate(a, 5) + f + e + k + (w[i] as number)) | 0];
    }
    [a, b, c, d, e].forEach((value, i) => (h[i] = (h[i] as number) + value));
  });
  return toBytes(h);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function rotate(value: number, left: number): number {
  return (value << left) | (value >>> (32 - left));
}

/** Fills the first 16 words with each block of the padded message in turn. */
function forEachBlock(bytes: Uint8Array, words: Uint32Array, step: () => void): void {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
    step();
  }
}

function toBytes(words: Uint32Array): Uint8Array {
  const out = new Uint8Array(words.length * 4);
  const view = new DataView(out.buffer);
  words.forEach((word, i) => view.setUint32(i * 4, word));
  return out;
}

let constants: Uint32Array | undefined;

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
function roundConstants(): Uint32Array {
  const out = new Uint32Array(64);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) out[found++] = Number(fractionOfCubeRoot(BigInt(n)));
  }
  return out;
}

/** By Newton's method on n * 2^96, whose cube root has 32 binary places. */
function fractionOfCubeRoot(n: bigint): bigint {
  const target = n << 96n;
  let x = 1n << 36n;
  for (;;) {
    const next = (2n * x + target / (x * x)) / 3n;
    if (next >= x) return x & 0xffffffffn;
    x = next;
  }
}
