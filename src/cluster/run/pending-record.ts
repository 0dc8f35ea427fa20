// What a record says while a run changes the cluster: everything that may be there, before anything is.
import { ApiError } from "../client/api-error.ts";
import { groupVersion, keyOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import type { PlannedRelease } from "../plan/plan-release.ts";
import type { Step } from "../plan/plan.ts";
import type { PreparedObject } from "../plan/prepare-objects.ts";
import { sealManifest } from "../plan/sealed-manifests.ts";
import { keptText } from "../record/kept-objects.ts";
import type { KeptObject } from "../record/kept-objects.ts";
import type { StoredRecord } from "../record/record-store.ts";
import { nextRevision, union, withRevision } from "../record/release-record.ts";
import type { RecordEntry, ReleaseRecord, RevisionInfo } from "../record/release-record.ts";
import type { ApplyOptions } from "./apply-release.ts";
import type { ClusterContext } from "./cluster-context.ts";

/** The record says already what it would say in the end. */
export function isSettled({ plan, objects, live }: PlannedRelease, { record, lock }: StoredRecord): boolean {
  if (lock !== undefined || record.pending !== undefined || record.state !== "deployed") return false;
  const known = new Map(record.current.map((entry) => [keyOf(entry), entry]));
  const info = record.history.find(({ revision }) => revision === record.revision);
  if (info?.render !== plan.render || record.release.version !== plan.release.version) return false;
  const keys = new Set([
    ...objects.keys(),
    ...plan.steps.filter((step) => step.action === "keep" && !step.done).map(({ id }) => keyOf(id)),
  ]);
  if (known.size !== keys.size) return false;
  return [...keys].every((key) => {
    const entry = known.get(key);
    const uid = live.get(key)?.metadata.uid;
    return entry !== undefined && (uid === undefined || entry.uid === uid);
  });
}

export async function pendingRecord(
  context: ClusterContext,
  planned: PlannedRelease,
  options: ApplyOptions,
  before: ReleaseRecord | undefined,
): Promise<{ record: ReleaseRecord; revision: number }> {
  const { plan, objects, recorded, key, digests } = planned;
  const { release } = plan;
  const revision = before === undefined ? 1 : nextRevision(before);
  const sealed: KeptObject[] = [];
  for (const { object, component, after } of objects.values()) {
    const kept = await sealManifest(object, key, options.holdsSecret);
    if (kept !== undefined) sealed.push({ object: kept, component, after });
  }
  const stored = await keepRevision(context, planned, keptText(sealed));
  const info: RevisionInfo = {
    revision,
    operation: plan.operation,
    at: context.clock.date().toISOString(),
    by: context.by,
    module: release.module,
    version: release.version,
    ...(release.environment !== undefined && { environment: release.environment }),
    render: plan.render,
    ...(options.values !== undefined && { values: options.values }),
    ...(options.commit !== undefined && { commit: options.commit }),
    objects: objects.size,
    outcome: "pending",
    ...(stored && { stored }),
  };
  const wanted = [...objects.values()].map((object) =>
    entryOf(object, planned.live.get(object.key), digests, plan.steps),
  );
  const history = (before?.history ?? []).map((old): RevisionInfo =>
    old.outcome === "pending" ? { ...old, outcome: "failed" } : old,
  );
  return {
    revision,
    record: {
      schema: 1,
      release,
      state: "pending",
      revision: before?.revision ?? 0,
      current: before?.current ?? recorded,
      pending: { revision, entries: union(recorded, wanted) },
      key,
      history: withRevision(history, info),
      ...(before?.rollout !== undefined && { rollout: before.rollout }),
    },
  };
}

/** The namespace of the record must be there before the record can be. */
async function keepRevision(
  context: ClusterContext,
  planned: PlannedRelease,
  text: string,
): Promise<RevisionInfo["stored"]> {
  const { plan, objects, namespaceMissing } = planned;
  if (namespaceMissing) {
    const map = await context.api.resources();
    const resource = map.find("v1", "Namespace")!;
    const own = [...objects.values()].find(({ id }) => id.kind === "Namespace" && id.name === plan.release.namespace);
    const bare: KubeObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: plan.release.namespace } };
    try {
      if (own !== undefined) await context.api.apply(resource, own.object);
      else await context.api.create(resource, bare);
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === "AlreadyExists")) throw error;
    }
  }
  return context.store.keep(plan.release, text);
}

function entryOf(
  { id, key, object, component, after }: PreparedObject,
  live: KubeObject | undefined,
  digests: ReadonlyMap<string, string>,
  steps: readonly Step[],
): RecordEntry {
  const step = steps.find((one) => keyOf(one.id) === key);
  const fresh = step?.action === "create" || step?.action === "replace";
  const uid = fresh ? undefined : live?.metadata.uid;
  const digest = digests.get(key);
  return {
    ...id,
    version: groupVersion(object.apiVersion).version,
    ...(uid !== undefined && { uid }),
    ...(component !== "" && { component }),
    ...(after.length > 0 && { after }),
    ...(id.kind === "Namespace" && live === undefined && { created: true }),
    ...(digest !== undefined && step?.done !== true && fresh && { digest }),
  };
}
