// Keys that sign and verify: cosign's own encrypted file, PKCS#8, or either of them encrypted with age.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  scryptSync,
  sign,
  verify,
} from "node:crypto";
import type { KeyObject } from "node:crypto";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import type { Signer, Verifier } from "../registry/index.ts";
import { findIdentities } from "../secrets/index.ts";
import { nodeKeyHost } from "./node-secret-host.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface SigningKey extends Signer {
  /** PEM. */
  readonly publicKey: string;
}

/** Cosign's parameters. The memory that they take is more than Node's limit. */
const SCRYPT = { N: 65536, r: 8, p: 1, maxmem: 256 << 20 } as const;
const ENCRYPTED = /-----BEGIN ENCRYPTED (?:SIGSTORE|COSIGN) PRIVATE KEY-----([\s\S]+?)-----END/;

/** A text: why there is no key. The password is asked for only if the key needs one. */
export async function readSigningKey(
  file: Uint8Array,
  env: Environment,
  password: () => string | undefined,
): Promise<SigningKey | string> {
  const opened = await openAge(file, env);
  if (typeof opened === "string") return opened;
  const text = Buffer.from(opened).toString("utf8");
  const sealed = ENCRYPTED.exec(text);
  try {
    if (sealed !== null) {
      const given = password();
      if (given === undefined) return "the key is encrypted: set COSIGN_PASSWORD";
      const der = openCosign(Buffer.from(sealed[1]!, "base64").toString("utf8"), given);
      return der === undefined
        ? "the password does not open the key"
        : signingKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
    }
    const given = text.includes("BEGIN ENCRYPTED PRIVATE KEY") ? password() : undefined;
    return signingKey(
      createPrivateKey({ key: text, format: "pem", ...(given !== undefined && { passphrase: given }) }),
    );
  } catch {
    return "it is no private key in PEM, or its password is another";
  }
}

/** A public key in PEM; a text: why it is none. */
export function readVerifier(pem: string): Verifier | string {
  try {
    return verifierOf(createPublicKey(pem));
  } catch {
    return "it is no public key in PEM";
  }
}

/** A new pair: the private key as cosign writes it, encrypted with a password. */
export function makeKeyPair(password: string): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  const salt = randomBytes(32);
  const nonce = randomBytes(24);
  const key = scryptSync(Buffer.from(password, "utf8"), salt, 32, SCRYPT);
  const ciphertext = xsalsa20poly1305(key, nonce).encrypt(der);
  const body = JSON.stringify({
    kdf: { name: "scrypt", params: { N: SCRYPT.N, r: SCRYPT.r, p: SCRYPT.p }, salt: salt.toString("base64") },
    cipher: { name: "nacl/secretbox", nonce: nonce.toString("base64") },
    ciphertext: Buffer.from(ciphertext).toString("base64"),
  });
  return {
    privateKey: pem("ENCRYPTED SIGSTORE PRIVATE KEY", Buffer.from(body).toString("base64")),
    publicKey: publicKey.export({ format: "pem", type: "spki" }) as string,
  };
}

function pem(name: string, base64: string): string {
  return `-----BEGIN ${name}-----\n${base64.match(/.{1,64}/g)!.join("\n")}\n-----END ${name}-----\n`;
}

function openCosign(text: string, password: string): Buffer | undefined {
  const { kdf, cipher, ciphertext } = JSON.parse(text) as {
    kdf: { name: string; params: { N: number; r: number; p: number }; salt: string };
    cipher: { name: string; nonce: string };
    ciphertext: string;
  };
  const { N, r, p } = kdf.params;
  // Other numbers would let a file take all memory.
  if (kdf.name !== "scrypt" || cipher.name !== "nacl/secretbox" || N > 1 << 20 || r > 16 || p > 16) return undefined;
  const key = scryptSync(Buffer.from(password, "utf8"), Buffer.from(kdf.salt, "base64"), 32, {
    N,
    r,
    p,
    maxmem: 1536 * 1024 * 1024,
  });
  try {
    const box = xsalsa20poly1305(key, Buffer.from(cipher.nonce, "base64"));
    return Buffer.from(box.decrypt(Buffer.from(ciphertext, "base64")));
  } catch {
    return undefined;
  }
}

function signingKey(key: KeyObject): SigningKey | string {
  if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== "prime256v1")
    return "the key is not ECDSA on P-256, which every verifier of cosign's signatures knows";
  const publicKey = createPublicKey(key);
  const der = publicKey.export({ format: "der", type: "spki" });
  return {
    sign: (bytes) => new Uint8Array(sign("sha256", bytes, key)),
    hint: createHash("sha256").update(der).digest("base64"),
    publicKey: publicKey.export({ format: "pem", type: "spki" }) as string,
  };
}

function verifierOf(key: KeyObject): Verifier {
  const algorithm = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return {
    verify(bytes, signature) {
      try {
        return verify(algorithm, bytes, key, signature);
      } catch {
        return false;
      }
    },
  };
}

async function openAge(file: Uint8Array, env: Environment): Promise<Uint8Array | string> {
  const head = Buffer.from(file.subarray(0, 40)).toString("latin1");
  const armored = head.startsWith("-----BEGIN AGE ENCRYPTED FILE");
  if (!armored && !head.startsWith("age-encryption.org/")) return file;
  const { Decrypter, armor } = await import("age-encryption");
  const { keys, looked } = await findIdentities(nodeKeyHost(env));
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  try {
    return await decrypter.decrypt(armored ? armor.decode(Buffer.from(file).toString("utf8")) : file);
  } catch {
    return `no age key opens it; looked in ${looked.join(", ") || "nothing"}`;
  }
}
