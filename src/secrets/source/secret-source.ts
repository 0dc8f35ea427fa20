// What a source of secrets is, and what it may use. A new source is one file and one line in registry.ts.
import type { Diagnostic, Outcome, Told } from "../../source/index.ts";
import type { Crypto } from "../crypto.ts";
import type { Secret } from "../secret.ts";
import type { Identities } from "../sops/age-key.ts";
import type { SecretRequest } from "./request.ts";

/** The outside world; src/host and the cluster room implement it. */
export interface SourceHost {
  env(name: string): string | undefined;
  /** The text of a file, relative to the file `from` that names it; null if it does not exist. */
  readFile(path: string, from: string | undefined): Promise<string | null>;
  identities(): Promise<Identities>;
  readonly crypto: Crypto;
  /** Absent: no cluster can be reached from here. */
  readonly cluster?: OpenSecretCluster;
}

/** Where a release goes; what is absent is what the configuration and the kubeconfig say. */
export interface ClusterTarget {
  readonly kubeconfig?: string;
  /** The kubeconfig was named by an environment, not by the user: it may not run programs. */
  readonly foreign?: boolean;
  readonly context?: string;
  readonly namespace?: string;
}

/** The door to the cluster room: nothing is asked before a Secret is. */
export type OpenSecretCluster = (target: ClusterTarget) => SecretCluster;

export interface SecretCluster {
  /**
   * The decoded data of a Secret by key, or null if there is none. Without a value the cluster did not answer, and the
   * diagnostics say why (no connection, no permission). A text that is no UTF-8 is left out.
   */
  readSecret(namespace: string | undefined, name: string): Promise<Outcome<ReadonlyMap<string, string> | null>>;
}

export interface SecretSource {
  readonly name: string;
  fetch(request: SecretRequest, host: SourceHost): Promise<Outcome<Secret>>;
}

export function notFound(request: SecretRequest, told: Told, extra: Partial<Diagnostic> = {}): Outcome<never> {
  return {
    diagnostics: [
      {
        ...told,
        severity: "error",
        ...(request.place && { places: [request.place] }),
        ...extra,
      },
    ],
  };
}
