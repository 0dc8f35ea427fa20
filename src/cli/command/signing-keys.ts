// Keys that flags name.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readSigningKey, readVerifier } from "../../host/node-signing-key.ts";
import type { SigningKey } from "../../host/node-signing-key.ts";
import type { Verifier } from "../../registry/index.ts";
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
