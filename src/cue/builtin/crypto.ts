import type { BuiltinPackage } from "../value/index.ts";
import { B, BOOL, definePackage, fn, number, S, text } from "./define.ts";
import type { Member } from "./define.ts";
import type { HashFunction } from "./hash/block-hash.ts";
import { verifyEd25519 } from "./hash/ed25519.ts";
import { hmac } from "./hash/hmac.ts";
import { md5 } from "./hash/md5.ts";
import { sha1 } from "./hash/sha1.ts";
import { sha224, sha256 } from "./hash/sha256.ts";
import { sha384, sha512, sha512_224, sha512_256 } from "./hash/sha512.ts";

const sum = (hash: (b: Uint8Array) => Uint8Array): Member => fn([B], B, (c) => hash(c.bytes(0)));

export function md5Package(): BuiltinPackage {
  return definePackage("crypto/md5", { Size: number(16), BlockSize: number(64), Sum: sum(md5) });
}

export function sha1Package(): BuiltinPackage {
  return definePackage("crypto/sha1", { Size: number(20), BlockSize: number(64), Sum: sum(sha1) });
}

export function sha256Package(): BuiltinPackage {
  return definePackage("crypto/sha256", {
    Size: number(32),
    Size224: number(28),
    BlockSize: number(64),
    Sum256: sum(sha256),
    Sum224: sum(sha224),
  });
}

export function sha512Package(): BuiltinPackage {
  return definePackage("crypto/sha512", {
    Size: number(64),
    Size224: number(28),
    Size256: number(32),
    Size384: number(48),
    BlockSize: number(128),
    Sum512: sum(sha512),
    Sum384: sum(sha384),
    Sum512_224: sum(sha512_224),
    Sum512_256: sum(sha512_256),
  });
}

const KEYED = new Map<string, HashFunction>([
  ["MD5", { block: 64, sum: md5 }],
  ["SHA1", { block: 64, sum: sha1 }],
  ["SHA224", { block: 64, sum: sha224 }],
  ["SHA256", { block: 64, sum: sha256 }],
  ["SHA384", { block: 128, sum: sha384 }],
  ["SHA512", { block: 128, sum: sha512 }],
  ["SHA512_224", { block: 128, sum: sha512_224 }],
  ["SHA512_256", { block: 128, sum: sha512_256 }],
]);

export function hmacPackage(): BuiltinPackage {
  const table: Record<string, Member> = {};
  for (const name of KEYED.keys()) table[name] = text(name);
  table.Sign = fn([S, B, B], B, (c) => {
    const hash = KEYED.get(c.string(0));
    return hash === undefined ? c.fail("unsupported hash function") : hmac(hash, c.bytes(1), c.bytes(2));
  });
  return definePackage("crypto/hmac", table);
}

export function ed25519Package(): BuiltinPackage {
  return definePackage("crypto/ed25519", {
    PublicKeySize: number(32),
    Valid: fn([B, B, B], BOOL, (c) => {
      const key = c.bytes(0);
      if (key.length !== 32) return c.fail("ed25519: publicKey must be 32 bytes");
      return verifyEd25519(key, c.bytes(1), c.bytes(2));
    }),
  });
}
