// Keys that flags name.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readSigningKey, readVerifier } from "../../host/node-signing-key.ts";
import type { SigningKey } from "../../host/node-signing-key.ts";
import { nodeKeylessCrypto } from "../../host/node-keyless.ts";
import { keylessVerifier, readIdentity, readTrustedRoot } from "../../registry/index.ts";
import type { TrustedRoot, Verifier } from "../../registry/index.ts";
import type { CommandContext } from "../command-spec.ts";

/** A text: why there is none. */
export async function signingKey({ io }: CommandContext, file: string): Promise<SigningKey | string> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(io.cwd, file));
  } catch {
    return `the key ${file} cannot be read`;
  }
  const key = await readSigningKey(bytes, io.env, () => io.env["COSIGN_PASSWORD"]);
  return typeof key === "string" ? `the key ${file}: ${key}` : key;
}

export function verifiers({ io }: CommandContext, files: readonly string[]): Verifier[] | string {
  const out: Verifier[] = [];
  for (const file of files) {
    let pem: string;
    try {
      pem = readFileSync(resolve(io.cwd, file), "utf8");
    } catch {
      return `the key ${file} cannot be read`;
    }
    const key = readVerifier(pem);
    if (typeof key === "string") return `the key ${file}: ${key}`;
    out.push(key);
  }
  return out;
}

/** The trusted root of a file; a text: why there is none. */
export function readRootFile(path: string): { text: string; value: TrustedRoot } | string {
  let text: string;
  let data: unknown;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return "it cannot be read";
  }
  try {
    data = JSON.parse(text);
  } catch {
    return "it is no JSON";
  }
  const value = readTrustedRoot(data);
  return typeof value === "string" ? value : { text, value };
}

/** `--trusted-root` with the identity that must have signed; undefined: none is asked for. A text: what is wrong. */
export function keylessOf({ io, options }: CommandContext): Verifier | string | undefined {
  const file = options["trustedRoot"];
  const given = {
    issuer: options["certificateOidcIssuer"],
    issuerRegExp: options["certificateOidcIssuerRegexp"],
    subject: options["certificateIdentity"],
    subjectRegExp: options["certificateIdentityRegexp"],
  };
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (typeof file !== "string")
    return Object.keys(stated).length === 0 ? undefined : "an identity needs --trusted-root: who vouches for it";
  const root = readRootFile(resolve(io.cwd, file));
  if (typeof root === "string") return `the trusted root ${file}: ${root}`;
  const identity = readIdentity(stated);
  if (typeof identity === "string")
    return `--trusted-root needs --certificate-identity and --certificate-oidc-issuer, or their -regexp: ${identity}`;
  return keylessVerifier(nodeKeylessCrypto, root.value, [identity]);
}
