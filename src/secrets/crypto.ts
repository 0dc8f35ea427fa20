// What this room needs from a cryptography library. Node's comes from src/host/node-crypto.ts; a browser injects its own.
// All calls are synchronous: a SOPS file has thousands of small values, and a promise for each costs more than the cipher.

export interface Hash {
  update(bytes: Uint8Array): void;
  digest(): Uint8Array;
}

export interface Crypto {
  random(length: number): Uint8Array;
  /** AES-256-GCM with an IV of any length; the 16-byte tag comes apart. */
  seal(key: Uint8Array, iv: Uint8Array, aad: Uint8Array, plain: Uint8Array): { data: Uint8Array; tag: Uint8Array };
  /** Returns null when the tag does not match. */
  open(key: Uint8Array, iv: Uint8Array, aad: Uint8Array, data: Uint8Array, tag: Uint8Array): Uint8Array | null;
  sha512(): Hash;
  sha256(bytes: Uint8Array): Uint8Array;
}
