import { sha512 } from "./sha512.ts";

/** Verification of Ed25519 signatures (RFC 8032). It handles public data only, so it need not run in constant time. */

const P = (1n << 255n) - 19n;
const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;

function mod(n: bigint): bigint {
  const r = n % P;
  return r < 0n ? r + P : r;
}

function power(base: bigint, exponent: bigint): bigint {
  let r = 1n;
  let b = mod(base);
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) r = (r * b) % P;
    b = (b * b) % P;
  }
  return r;
}

/** Extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
  readonly t: bigint;
}

const D = mod(-121665n * power(121666n, P - 2n));
const IDENTITY: Point = { x: 0n, y: 1n, z: 1n, t: 0n };

function addPoints(p: Point, q: Point): Point {
  const a = mod((p.y - p.x) * (q.y - q.x));
  const b = mod((p.y + p.x) * (q.y + q.x));
  const c = mod(2n * p.t * q.t * D);
  const d = mod(2n * p.z * q.z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { x: mod(e * f), y: mod(g * h), z: mod(f * g), t: mod(e * h) };
}

function scale(p: Point, n: bigint): Point {
  let r = IDENTITY;
  let q = p;
  for (let k = n; k > 0n; k >>= 1n) {
    if (k & 1n) r = addPoints(r, q);
    q = addPoints(q, q);
  }
  return r;
}

function fromLittleEndian(b: Uint8Array): bigint {
  let n = 0n;
  for (let i = b.length - 1; i >= 0; i--) n = (n << 8n) | BigInt(b[i] as number);
  return n;
}

/** The point with a given y and sign of x. A y beyond the field is reduced, as in Go. */
function decompress(bytes: Uint8Array): Point | undefined {
  const n = fromLittleEndian(bytes);
  const y = mod(n & ((1n << 255n) - 1n));
  const sign = n >> 255n;
  const y2 = (y * y) % P;
  const x2 = mod((y2 - 1n) * power(D * y2 + 1n, P - 2n));
  let x = power(x2, (P + 3n) / 8n);
  if (mod(x * x - x2) !== 0n) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x - x2) !== 0n) return undefined;
  if ((x & 1n) !== sign) x = mod(-x);
  return { x, y, z: 1n, t: (x * y) % P };
}

function compress(p: Point): Uint8Array {
  const inverse = power(p.z, P - 2n);
  const x = (p.x * inverse) % P;
  let n = ((p.y * inverse) % P) | ((x & 1n) << 255n);
  const out = new Uint8Array(32);
  for (let i = 0; i < 32; i++, n >>= 8n) out[i] = Number(n & 255n);
  return out;
}

let base: Point | undefined;

export function verifyEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64) return false;
  const a = decompress(key);
  if (a === undefined) return false;
  const r = signature.subarray(0, 32);
  const s = fromLittleEndian(signature.subarray(32));
  if (s >= ORDER) return false;
  const input = new Uint8Array(64 + message.length);
  input.set(r);
  input.set(key, 32);
  input.set(message, 64);
  const k = fromLittleEndian(sha512(input)) % ORDER;
  if (base === undefined) {
    // The base point has y = 4/5 and an even x.
    const y = mod(4n * power(5n, P - 2n));
    const bytes = new Uint8Array(32);
    for (let i = 0, n = y; i < 32; i++, n >>= 8n) bytes[i] = Number(n & 255n);
    base = decompress(bytes) as Point;
  }
  // R = sB - kA
  const minusA = { x: mod(-a.x), y: a.y, z: 1n, t: mod(-a.t) };
  const point = compress(addPoints(scale(base, s), scale(minusA, k)));
  return point.every((b, i) => b === r[i]);
}
