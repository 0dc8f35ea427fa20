// Where secrets and private keys come from on this machine.
import { dirname, resolve } from "node:path";
import { findIdentities } from "../secrets/index.ts";
import type { KeyHost, OpenSecretCluster, SourceHost } from "../secrets/index.ts";
import { nodeCrypto } from "./node-crypto.ts";
import { readRegularFile } from "./node-regular-file.ts";

/** Of a file that holds a secret, a key or a SOPS document. */
const secretLimit = 64 << 20;

type Variables = Readonly<Record<string, string | undefined>>;

export function nodeKeyHost(env: Variables = process.env): KeyHost {
  return { env: (name) => env[name], readFile: readText, platform: process.platform };
}

/** A path is relative to the file that names it, and to the working folder when that is no file (an argument). */
export function nodeSourceHost(cluster?: OpenSecretCluster, env: Variables = process.env): SourceHost {
  let identities: ReturnType<typeof findIdentities> | undefined;
  return {
    env: (name) => env[name],
    readFile: (path, from) => readText(resolve(from === undefined || from.startsWith("-") ? "." : dirname(from), path)),
    identities: () => (identities ??= findIdentities(nodeKeyHost(env))),
    crypto: nodeCrypto,
    ...(cluster !== undefined && { cluster }),
  };
}

async function readText(path: string): Promise<string | null> {
  try {
    return readRegularFile(path, secretLimit).toString("utf8");
  } catch {
    return null; // absent and unreadable are one to the caller, who names the path
  }
}
