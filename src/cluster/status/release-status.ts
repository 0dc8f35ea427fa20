// What a release is like now: component, objects, pods; and what was changed in the cluster since it was applied.
import { ApiError, conflictsOf } from "../client/api-error.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { explainChanges } from "../diff/explained-change.ts";
import type { ExplainedChange } from "../diff/explained-change.ts";
import { isRecord, keyOf, listAt, numberAt } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import { keyedDigest } from "../record/blob.ts";
import { MANAGER, applySetId, ownerOf } from "../record/marks.ts";
import type { StoredRecord } from "../record/record-store.ts";
import { recordedEntries } from "../record/release-record.ts";
import { isSecretKind } from "../plan/sealed-manifests.ts";
import { survey } from "../plan/survey.ts";
import type { ClusterContext } from "../run/cluster-context.ts";
import { childrenIn } from "./explain-failure.ts";
import type { Children } from "./explain-failure.ts";
import { newestPods, podTrouble } from "./pod-trouble.ts";
import { readiness } from "./readiness.ts";
import type { Health } from "./readiness.ts";

export interface ObjectStatus {
  readonly id: ObjectId;
  readonly component: string;
  readonly health: Health | "Foreign" | "Unknown";
  readonly message: string;
  readonly warning?: string;
  readonly drift: readonly ExplainedChange[];
  /** Why it cannot be told whether anything drifted. */
  readonly driftUnknown?: string;
  readonly pods: readonly PodStatus[];
}

interface PodStatus {
  readonly name: string;
  readonly phase: string;
  readonly ready: string;
  readonly restarts: number;
  readonly trouble: string;
}

export async function releaseStatus(
  context: ClusterContext,
  stored: StoredRecord,
  manifests: ReadonlyMap<string, KubeObject>,
  withDrift: boolean,
): Promise<readonly ObjectStatus[]> {
  const { api } = context;
  const { record } = stored;
  const map = await api.resources();
  const applySet = await applySetId(record.release);
  const entries = recordedEntries(record);
  const asked = entries.flatMap((entry) => {
    const resource = map.preferred(entry.group, entry.kind);
    return resource === undefined ? [] : [{ id: entry, resource }];
  });
  const live = await survey(api, asked, applySet);
  for (const object of live.values()) context.learn(object);
  const children = new Map<string, Children>();
  for (const namespace of new Set(entries.filter(({ kind }) => isWorkload(kind)).map((entry) => entry.namespace)))
    children.set(namespace, await childrenIn(api, map, namespace));
  return Promise.all(
    entries.map(async (entry): Promise<ObjectStatus> => {
      const { group, kind, namespace, name } = entry;
      const id = { group, kind, namespace, name };
      const component = entry.component ?? "";
      const resource = map.preferred(group, kind);
      const base = { id, component, drift: [], pods: [] };
      if (resource === undefined) return { ...base, health: "Unknown", message: "the server does not serve this kind" };
      const object = live.get(keyOf(id)) ?? (await api.get(resource, namespace, name));
      const done = object === undefined && kind === "Job" && entry.digest !== undefined && entry.uid !== undefined;
      if (done) return { ...base, health: "Current", message: "done and cleaned up" };
      if (object !== undefined && ownerOf(object.metadata, applySet).kind === "other")
        return { ...base, health: "Foreign", message: "it belongs to others now" };
      const found = readiness(object);
      const drift =
        withDrift && object !== undefined
          ? await driftOf(context, stored, object, manifests.get(keyOf(id)), map)
          : { drift: [] };
      const pods = object === undefined ? [] : podsOf(object, children.get(namespace), context.redact);
      return {
        ...base,
        health: found.health,
        message: context.redact(found.message),
        ...(found.warning !== undefined && { warning: context.redact(found.warning) }),
        ...drift,
        pods,
      };
    }),
  );
}

const isWorkload = (kind: string): boolean => /^(Deployment|StatefulSet|DaemonSet|ReplicaSet|Job|Pod)$/.test(kind);

function podsOf(object: KubeObject, children: Children | undefined, redact: (text: string) => string): PodStatus[] {
  if (!isWorkload(object.kind) || children === undefined || object.kind === "Pod") return [];
  return newestPods(object, children.replicaSets, children.pods).map((pod): PodStatus => {
    const statuses = listAt(pod, "status", "containerStatuses");
    const trouble = podTrouble(pod);
    return {
      name: pod.metadata.name,
      phase: String((pod["status"] as { phase?: unknown } | undefined)?.phase ?? "Unknown"),
      ready: `${statuses.filter((status) => isRecord(status) && status["ready"] === true).length}/${Math.max(statuses.length, listAt(pod, "spec", "containers").length)}`,
      restarts: statuses.reduce<number>((sum, status) => sum + (numberAt(status, "restartCount") ?? 0), 0),
      trouble:
        trouble === undefined ? "" : redact(`${trouble.reason}${trouble.message === "" ? "" : `: ${trouble.message}`}`),
    };
  });
}

/** What applying the recorded object again would change: that was changed in the cluster. */
async function driftOf(
  { api, redact }: ClusterContext,
  { record }: StoredRecord,
  live: KubeObject,
  recorded: KubeObject | undefined,
  map: Awaited<ReturnType<KubeApi["resources"]>>,
): Promise<Pick<ObjectStatus, "drift" | "driftUnknown">> {
  if (recorded === undefined) return { drift: [], driftUnknown: "the record does not say how it was applied" };
  const resource = map.find(recorded.apiVersion, recorded.kind);
  if (resource === undefined) return { drift: [], driftUnknown: `${recorded.apiVersion} is no longer served` };
  if (isSecretKind(recorded)) return { drift: await secretDrift(record.key, live, recorded) };
  const ask = (force: boolean) => api.apply(resource, recorded, { dryRun: true, force, manager: MANAGER });
  try {
    const { object: next } = await ask(false).catch((error: unknown) => {
      if (error instanceof ApiError && conflictsOf(error).length > 0) return ask(true);
      throw error;
    });
    return { drift: explainChanges({ live, next, recorded, wanted: recorded, manager: MANAGER, redact }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = error.code === 403 ? "you may not apply it, not even to look" : `the server answered ${error.code}`;
    return { drift: [], driftUnknown: why };
  }
}

async function secretDrift(key: string, live: KubeObject, recorded: KubeObject): Promise<ExplainedChange[]> {
  const there = isRecord(live["data"]) ? live["data"] : {};
  const out: ExplainedChange[] = [];
  for (const [name, value] of Object.entries(isRecord(recorded["data"]) ? recorded["data"] : {})) {
    const digest = isRecord(value) ? value["$opmDigest"] : undefined;
    const now = there[name];
    if (typeof now === "string" && (await keyedDigest(key, now)) === digest) continue;
    const path = [{ field: "data" }, { field: name }];
    out.push({
      kind: "drift",
      path,
      text: `.data.${name}`,
      before: now === undefined ? undefined : "***",
      after: "***",
      by: [],
    });
  }
  return out;
}
