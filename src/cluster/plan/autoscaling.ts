// Workloads whose number of replicas an autoscaler decides: the release must not say it too.
import { ApiError } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { ownersAt, ownership } from "../diff/managed-fields.ts";
import { isRecord, numberAt, textAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { MANAGER } from "../record/marks.ts";
import type { PreparedObject } from "./prepare-objects.ts";

interface Scaled {
  readonly objects: readonly PreparedObject[];
  /** By key: the number that must stay while we let go of it. */
  readonly handOver: ReadonlyMap<string, number>;
}

/** `spec.replicas` is left out of what an autoscaler of the release or of the cluster targets. */
export async function withAutoscalers(
  api: KubeApi,
  map: ApiMap,
  objects: readonly PreparedObject[],
  live: ReadonlyMap<string, KubeObject>,
): Promise<Scaled> {
  const targets = new Set<string>();
  const add = (hpa: KubeObject, namespace: string): void => {
    const kind = textAt(hpa, "spec", "scaleTargetRef", "kind");
    targets.add(`${kind}/${namespace}/${textAt(hpa, "spec", "scaleTargetRef", "name")}`);
  };
  for (const { id, object } of objects) if (id.kind === "HorizontalPodAutoscaler") add(object, id.namespace);
  const workloads = objects.filter(({ object }) => numberAt(object, "spec", "replicas") !== undefined);
  const resource = map.preferred("autoscaling", "HorizontalPodAutoscaler");
  if (resource !== undefined)
    for (const namespace of new Set(workloads.map(({ id }) => id.namespace))) {
      try {
        for (const hpa of (await api.list(resource, namespace)).items) add(hpa, namespace);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // who may not look cannot know: a conflict will say it
      }
    }
  if (targets.size === 0) return { objects, handOver: new Map() };
  const handOver = new Map<string, number>();
  const out = objects.map((prepared): PreparedObject => {
    const { id, object, key } = prepared;
    const { spec } = object as KubeObject & { spec?: unknown };
    if (!isRecord(spec) || !("replicas" in spec) || !targets.has(`${id.kind}/${id.namespace}/${id.name}`))
      return prepared;
    const { replicas: _, ...rest } = spec;
    const there = live.get(key);
    const now = numberAt(there, "spec", "replicas");
    const owners = ownersAt(ownership(there?.metadata.managedFields), [{ field: "spec" }, { field: "replicas" }]);
    const soleOwner =
      owners.length > 0 && owners.every(({ manager, operation }) => manager === MANAGER && operation === "Apply");
    if (now !== undefined && soleOwner) handOver.set(key, now);
    return { ...prepared, object: { ...object, spec: rest } as unknown as KubeObject };
  });
  return { objects: out, handOver };
}
