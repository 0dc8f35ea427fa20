// Certificates and signatures of logs, by Node's own cryptography.
import { X509Certificate, createHash, createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { KeylessCrypto, ReadCertificate } from "../registry/index.ts";

export const nodeKeylessCrypto: KeylessCrypto = {
  sha256: (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest()),
  verify(key, bytes, signature) {
    try {
      const read = createPublicKey({ key: Buffer.from(key), format: "der", type: "spki" });
      return verify(read.asymmetricKeyType === "ed25519" ? null : hashOf(read), bytes, read, signature);
    } catch {
      return false;
    }
  },
  certificate(der) {
    try {
      return readCertificate(new X509Certificate(der));
    } catch {
      return undefined;
    }
  },
};

/** As Sigstore does: the hash fits the curve. */
function hashOf({ asymmetricKeyDetails }: KeyObject): string {
  const hashes: Readonly<Record<string, string>> = { secp384r1: "sha384", secp521r1: "sha512" };
  return hashes[asymmetricKeyDetails?.namedCurve ?? ""] ?? "sha256";
}

const originals = new WeakMap<ReadCertificate, X509Certificate>();

function readCertificate(x: X509Certificate): ReadCertificate {
  const read: ReadCertificate = {
    der: new Uint8Array(x.raw),
    key: new Uint8Array(x.publicKey.export({ format: "der", type: "spki" })),
    from: Date.parse(x.validFrom),
    until: Date.parse(x.validTo),
    isAuthority: x.ca,
    usages: x.keyUsage ?? [],
    issuedBy: (other) => {
      const by = originals.get(other);
      return by !== undefined && x.checkIssued(by) && x.verify(by.publicKey);
    },
  };
  originals.set(read, x);
  return read;
}
