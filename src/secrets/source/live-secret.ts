// A value that the cluster holds, fetched to be used or tested and never to be shown.
import { tell, secretsCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { Secret } from "../secret.ts";
import type { SecretCluster } from "./secret-source.ts";

export type LiveSecret =
  | { readonly kind: "found"; readonly secret: Secret }
  /** The cluster answered, and it is not there. */
  | { readonly kind: "absent"; readonly message: string; readonly notes?: readonly string[] }
  /** The cluster did not answer. */
  | { readonly kind: "unknown"; readonly diagnostics: readonly Diagnostic[] };

export async function readLive(
  cluster: SecretCluster,
  namespace: string | undefined,
  name: string,
  key: string,
): Promise<LiveSecret> {
  const { value: data, diagnostics } = await cluster.readSecret(namespace, name);
  const shown = namespace === undefined ? name : `${namespace}/${name}`;
  if (data === undefined) return { kind: "unknown", diagnostics };
  if (data === null)
    return {
      kind: "absent",
      message: tell(secretsCode.notFound, "the cluster has no Secret {name}", { name: shown }).message,
    };
  const text = data.get(key);
  if (text === undefined)
    return {
      kind: "absent",
      message: tell(secretsCode.notFound, "the Secret {name} has no key {key}", { name: shown, key }).message,
      notes: [`its keys: ${[...data.keys()].sort().join(", ") || "none"}`],
    };
  return { kind: "found", secret: new Secret(text, `k8s ${shown}#${key}`) };
}

/** What a reference of a module points at, as a Secret of the cluster. */
export interface ReferenceTarget {
  readonly name: string;
  readonly key: string;
  /** An operator or driver makes it: before its first run there is none. */
  readonly made: boolean;
}

/** `k8s` names the Secret itself; what other sources fetch ends in the Secret that the module's author named. */
export function referenceTarget(
  reference: { readonly source: string; readonly path: string; readonly remoteKey: string },
  own: { readonly secretName: string; readonly dataKey: string },
): ReferenceTarget {
  return reference.source === "k8s"
    ? { name: reference.path, key: reference.remoteKey, made: false }
    : { name: own.secretName, key: own.dataKey, made: true };
}
