import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { verifyEd25519 } from "./ed25519.ts";
import { hmac } from "./hmac.ts";
import { md5 } from "./md5.ts";
import { sha1 } from "./sha1.ts";
import { sha224, sha256 } from "./sha256.ts";
import { sha384, sha512, sha512_224, sha512_256 } from "./sha512.ts";

const hashes = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  "sha512-224": sha512_224,
  "sha512-256": sha512_256,
};
const hex = (b: Uint8Array): string => Buffer.from(b).toString("hex");

test.each(Object.entries(hashes))("%s agrees with the platform", (name, sum) => {
  for (const n of [0, 1, 55, 56, 63, 64, 111, 112, 119, 120, 127, 128, 300]) {
    const data = Uint8Array.from({ length: n }, (_, i) => (i * 7 + n) & 255);
    expect(hex(sum(data))).toBe(createHash(name).update(data).digest("hex"));
    const key = data.slice(0, n / 2);
    const block = /384|512/.test(name) ? 128 : 64;
    expect(hex(hmac({ block, sum }, key, data))).toBe(createHmac(name, key).update(data).digest("hex"));
  }
});

test("ed25519 signatures", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  const message = new TextEncoder().encode("hello");
  const signature = new Uint8Array(sign(null, message, privateKey));
  expect(verifyEd25519(key, message, signature)).toBe(true);
  signature[3]! ^= 1;
  expect(verifyEd25519(key, message, signature)).toBe(false);
});
