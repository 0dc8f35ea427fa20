// What a deletion would take along: objects of others in a namespace, and what owned objects own.
import { ApiError } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { keyOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { PART_OF, recordName } from "../record/marks.ts";
import type { RecordEntry } from "../record/release-record.ts";
import type { PreparedObject } from "./prepare-objects.ts";

/** For each namespace that may be deleted: how many objects in it are of others; absent: not known. */
export async function countForeign(
  api: KubeApi,
  map: ApiMap,
  recorded: readonly RecordEntry[],
  wanted: readonly Pick<PreparedObject, "key">[],
  applySet: string,
): Promise<Map<string, number>> {
  const keys = new Set(wanted.map(({ key }) => key));
  const namespaces = recorded.filter((entry) => entry.kind === "Namespace" && !keys.has(keyOf(entry)));
  const out = new Map<string, number>();
  for (const { name } of namespaces) {
    let count = 0;
    let known = true;
    const kinds = [...map.all()].filter(({ namespaced, verbs }) => namespaced && verbs.includes("list"));
    await Promise.all(
      kinds.map(async (resource) => {
        try {
          const { items } = await api.list(resource, name, { metadataOnly: true });
          count += items.filter((item) => isForeign(item, applySet)).length;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.code === 403) known = false;
        }
      }),
    );
    if (known) out.set(name, count);
  }
  return out;
}

// What every namespace gets by itself, what controllers made, and what tells of the past is nobody's.
function isForeign({ kind, metadata }: KubeObject, applySet: string): boolean {
  if (metadata.labels?.[PART_OF] === applySet) return false;
  if ((metadata.ownerReferences ?? []).length > 0) return false;
  if (kind === "Event" || kind === "Endpoints" || kind === "EndpointSlice" || kind === "PodMetrics") return false;
  if (kind === "ServiceAccount" && metadata.name === "default") return false;
  if (kind === "ConfigMap" && metadata.name === "kube-root-ca.crt") return false;
  return !(kind === "Secret" && metadata.name.startsWith(recordName("")));
}

/** By uid: how many pods, sets and claims would go with an object. */
export async function countDependents(
  api: KubeApi,
  map: ApiMap,
  recorded: readonly RecordEntry[],
  wanted: readonly Pick<PreparedObject, "key">[],
  live: ReadonlyMap<string, KubeObject>,
): Promise<Map<string, number>> {
  const keys = new Set(wanted.map(({ key }) => key));
  const going = recorded.filter(
    (entry) =>
      !keys.has(keyOf(entry)) && /^(Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|CronJob)$/.test(entry.kind),
  );
  const out = new Map<string, number>();
  for (const namespace of new Set(going.map((entry) => entry.namespace))) {
    const owners = new Map<string, string>();
    const items: KubeObject[] = [];
    for (const [group, kind] of [
      ["apps", "ReplicaSet"],
      ["batch", "Job"],
      ["", "Pod"],
    ] as const) {
      const resource = map.preferred(group, kind);
      if (resource === undefined) continue;
      try {
        items.push(...(await api.list(resource, namespace, { metadataOnly: true })).items);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
    for (const { metadata } of items)
      for (const owner of metadata.ownerReferences ?? [])
        if (owner.controller === true && metadata.uid !== undefined) owners.set(metadata.uid, owner.uid);
    const roots = new Set(going.map((entry) => live.get(keyOf(entry))?.metadata.uid));
    for (const { metadata } of items) {
      let uid = metadata.uid;
      while (uid !== undefined && !roots.has(uid)) uid = owners.get(uid);
      if (uid !== undefined && uid !== metadata.uid) out.set(uid, (out.get(uid) ?? 0) + 1);
    }
  }
  return out;
}
