import type { HashFunction } from "./block-hash.ts";

/** A keyed hash (RFC 2104). */
export function hmac(hash: HashFunction, key: Uint8Array, message: Uint8Array): Uint8Array {
  const k = new Uint8Array(hash.block);
  k.set(key.length > hash.block ? hash.sum(key) : key);
  const inner = new Uint8Array(hash.block + message.length);
  for (let i = 0; i < hash.block; i++) inner[i] = (k[i] as number) ^ 0x36;
  inner.set(message, hash.block);
  const digest = hash.sum(inner);
  const outer = new Uint8Array(hash.block + digest.length);
  for (let i = 0; i < hash.block; i++) outer[i] = (k[i] as number) ^ 0x5c;
  outer.set(digest, hash.block);
  return hash.sum(outer);
}
