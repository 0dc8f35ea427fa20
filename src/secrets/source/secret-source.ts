// What a source of secrets is, and what it may use. A new source is one file and one line in registry.ts.
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { Crypto } from "../crypto.ts";
import type { Secret } from "../secret.ts";
import { SECRET_CODE } from "../secret-code.ts";
import type { Identities } from "../sops/age-key.ts";
import type { SecretRequest } from "./request.ts";

/** The outside world; src/host and the cluster room implement it. */
export interface SourceHost {
  env(name: string): string | undefined;
  /** The text of a file, relative to the file `from` that names it; null if it does not exist. */
  readFile(path: string, from: string | undefined): Promise<string | null>;
  identities(): Promise<Identities>;
  readonly crypto: Crypto;
  /** Absent: no cluster is reachable from here. */
  readonly cluster?: SecretCluster;
}

export interface SecretCluster {
  /** The decoded data of a Secret by key, or null if there is none. */
  readSecret(namespace: string | undefined, name: string): Promise<ReadonlyMap<string, string> | null>;
}

export interface SecretSource {
  readonly name: string;
  fetch(request: SecretRequest, host: SourceHost): Promise<Outcome<Secret>>;
}

export function notFound(request: SecretRequest, message: string, extra: Partial<Diagnostic> = {}): Outcome<never> {
  return {
    diagnostics: [
      {
        code: SECRET_CODE.notFound,
        severity: "error",
        message,
        ...(request.place && { places: [request.place] }),
        ...extra,
      },
    ],
  };
}
