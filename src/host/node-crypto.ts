// The Crypto interface of src/secrets over node:crypto.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Crypto } from "../secrets/index.ts";

export const nodeCrypto: Crypto = {
  random: (length) => new Uint8Array(randomBytes(length)),
  seal(key, iv, aad, plain) {
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    cipher.setAAD(aad);
    const head = cipher.update(plain);
    const rest = cipher.final();
    const data = new Uint8Array(head.length + rest.length);
    data.set(head);
    data.set(rest, head.length);
    return { data, tag: new Uint8Array(cipher.getAuthTag()) };
  },
  open(key, iv, aad, data, tag) {
    try {
      const cipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
      cipher.setAAD(aad);
      cipher.setAuthTag(tag);
      const head = cipher.update(data);
      const rest = cipher.final();
      const plain = new Uint8Array(head.length + rest.length);
      plain.set(head);
      plain.set(rest, head.length);
      return plain;
    } catch {
      return null; // node throws for a wrong tag and for a malformed IV alike; the caller says which file and path
    }
  },
  sha512() {
    const hash = createHash("sha512");
    return { update: (bytes) => void hash.update(bytes), digest: () => new Uint8Array(hash.digest()) };
  },
  sha256: (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest()),
};
