// Fields that another tool set become ours, so that what the release does not have goes away instead of staying for ever.
import type { ApiResource } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { isRecord } from "../kube-object.ts";
import type { KubeObject, ManagedFieldsEntry } from "../kube-object.ts";
import { isAdoptable } from "../plan/adopted-object.ts";
import { MANAGER } from "../record/marks.ts";

/** The entries after a take-over: those of known tools are one of ours. Undefined if nothing changes. */
function adoptedEntries(entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry[] | undefined {
  const taken = entries.filter(isAdoptable);
  if (taken.length === 0) return undefined;
  const own = entries.filter(
    ({ manager, operation, subresource }) => manager === MANAGER && operation === "Apply" && !subresource,
  );
  const rest = entries.filter((entry) => !taken.includes(entry) && !own.includes(entry));
  const fieldsV1 = [...own, ...taken].map((entry) => entry.fieldsV1).reduce(mergeFields, {});
  return [
    ...rest,
    {
      manager: MANAGER,
      operation: "Apply",
      apiVersion: (own[0] ?? taken[0])!.apiVersion!,
      fieldsType: "FieldsV1",
      time: taken[0]!.time!,
      fieldsV1,
    },
  ];
}

function mergeFields(a: unknown, b: unknown): unknown {
  if (!isRecord(a)) return b;
  if (!isRecord(b)) return a;
  const out: Record<string, unknown> = { ...a };
  for (const [label, inner] of Object.entries(b)) out[label] = label in out ? mergeFields(out[label], inner) : inner;
  return out;
}

/** With the version it was read at: of two who do this one is told. */
export async function adoptFields(api: KubeApi, resource: ApiResource, live: KubeObject): Promise<void> {
  const entries = adoptedEntries(live.metadata.managedFields ?? []);
  if (entries === undefined) return;
  await api.patch(resource, live.metadata.namespace ?? "", live.metadata.name, {
    type: "json",
    body: [
      { op: "replace", path: "/metadata/resourceVersion", value: live.metadata.resourceVersion },
      { op: "replace", path: "/metadata/managedFields", value: entries },
    ],
  });
}
