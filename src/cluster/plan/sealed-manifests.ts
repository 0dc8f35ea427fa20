// Objects as they are kept for later comparisons and for going back: the data of Secrets only as keyed digests.
import { isRecord } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { keyedDigest } from "../record/blob.ts";

const SEAL = "$opmDigest";

/** A copy without secrets: keyed digests, or nothing but that they are there. What holds one elsewhere is not kept at all. */
export async function sealManifest(
  object: KubeObject,
  key: string | undefined,
  holdsSecret: (text: string) => boolean,
): Promise<KubeObject | undefined> {
  if (!isSecretKind(object)) return holdsSecret(JSON.stringify(object)) ? undefined : object;
  const data = isRecord(object["data"]) ? object["data"] : {};
  const sealed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data))
    sealed[name] = key === undefined ? true : { [SEAL]: await keyedDigest(key, String(value)) };
  const { data: _, stringData: __, ...rest } = object as KubeObject & { data?: unknown; stringData?: unknown };
  return { ...rest, data: sealed } as unknown as KubeObject;
}

export const isSecretKind = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === "v1" && kind === "Secret";

/**
 * A manifest that can be applied again: each digest is replaced by the value that has it, of the objects in which it may
 * still be. Names the keys for which there is none any more.
 */
export async function unsealManifest(
  sealed: KubeObject,
  sources: readonly KubeObject[],
  key: string,
): Promise<{ object: KubeObject; missing: string[] }> {
  if (!isSecretKind(sealed)) return { object: sealed, missing: [] };
  const data: Record<string, unknown> = {};
  const missing: string[] = [];
  const known = new Map<string, unknown>();
  for (const source of sources)
    for (const value of Object.values(isRecord(source["data"]) ? source["data"] : {}))
      if (typeof value === "string") known.set(await keyedDigest(key, value), value);
  for (const [name, value] of Object.entries(isRecord(sealed["data"]) ? sealed["data"] : {})) {
    const found = known.get(String(isRecord(value) ? value[SEAL] : undefined));
    if (found === undefined) missing.push(name);
    else data[name] = found;
  }
  return { object: { ...sealed, data } as unknown as KubeObject, missing };
}
