// A release leaves the cluster: marked as leaving first, its record last.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { ApiError } from "../client/api-error.ts";
import { TransportFault } from "../client/transport.ts";
import { keyOf, nameOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { blastDiagnostics } from "../plan/blast-radius.ts";
import type { BlastLimits, Consent } from "../plan/blast-radius.ts";
import { inDeletionOrder } from "../plan/deletion-order.ts";
import type { Step } from "../plan/plan.ts";
import { pruneDecision } from "../plan/prune-decision.ts";
import { readRecord } from "../plan/read-record.ts";
import { countForeign } from "../plan/surroundings.ts";
import { findMarked, survey } from "../plan/survey.ts";
import { Lease, LockLost, Locked } from "../record/lease.ts";
import { applySetId } from "../record/marks.ts";
import type { StoredRecord } from "../record/record-store.ts";
import { recordedEntries } from "../record/release-record.ts";
import type { RecordEntry, ReleaseRecord } from "../record/release-record.ts";
import { leaseOptions, lockedDiagnostic } from "./take-lock.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { deleteObjects, leftText } from "./delete-objects.ts";

export interface ReleaseName {
  readonly name: string;
  readonly namespace: string;
}

export interface PlannedDelete {
  readonly release: ReleaseName;
  readonly stored: StoredRecord | undefined;
  readonly entries: readonly RecordEntry[];
  /** In the order of deleting; what stays is told. */
  readonly steps: readonly Step[];
  readonly confirm: readonly Step[];
}

export async function planDelete(
  context: ClusterContext,
  release: ReleaseName,
  consent: Consent,
  limits: BlastLimits = {},
): Promise<{ readonly value?: PlannedDelete; readonly diagnostics: readonly Diagnostic[] }> {
  const { api } = context;
  const applySet = await applySetId(release);
  const map = await api.resources();
  const identity = { ...release, uuid: "", module: "", version: "" };
  const read = await readRecord(context, identity, true);
  if (read.diagnostics.length > 0) return { diagnostics: read.diagnostics };
  const diagnostics: Diagnostic[] = [];
  let entries = recordedEntries(read.value?.record);
  if (read.value === undefined) {
    const found = await findMarked(api, map, applySet, release.namespace);
    entries = found.entries.map((entry) => (entry.kind === "Namespace" ? { ...entry, created: true } : entry));
    if (entries.length === 0)
      return {
        diagnostics: [
          {
            ...tell(clusterCode.noRelease, "there is no release {release} in {namespace}", {
              release: release.name,
              namespace: release.namespace,
            }),
            severity: "error",
            hint: advise(clusterCode.noRelease, "opm list -A shows all"),
          },
        ],
      };
    diagnostics.push({
      ...tell(clusterCode.recordLost, "the release's record is gone; {count} objects carry its mark", {
        count: entries.length,
      }),
      severity: "warning",
    });
  }
  const asked = entries.flatMap((entry) => {
    const resource = map.preferred(entry.group, entry.kind);
    return resource === undefined ? [] : [{ id: entry, resource }];
  });
  const live = await survey(api, asked, applySet);
  for (const object of live.values()) context.learn(object);
  const foreign = await countForeign(api, map, entries, [], applySet);
  const steps: Step[] = [];
  const confirm: Step[] = [];
  for (const entry of entries) {
    const there = live.get(keyOf(entry));
    const decided = pruneDecision(entry, there, {
      applySet,
      consent,
      wantedUids: new Set(),
      foreignIn: (name) => foreign.get(name),
    });
    if (decided.action === "forget") continue;
    const step = stepOf(
      entry,
      there!,
      decided.action,
      decided.action === "delete" ? "the release is deleted" : decided.reason,
    );
    steps.push(step);
    if (decided.action === "delete" && decided.confirm === true) confirm.push(step);
  }
  diagnostics.push(...blastDiagnostics(steps, entries.length, limits, consent));
  return {
    value: { release, stored: read.value, entries, steps: inDeletionOrder(steps, entries, live), confirm },
    diagnostics,
  };
}

function stepOf(entry: RecordEntry, live: KubeObject, action: "delete" | "keep", reason: string): Step {
  return {
    action,
    id: { group: entry.group, kind: entry.kind, namespace: entry.namespace, name: entry.name },
    apiVersion: live.apiVersion,
    component: entry.component ?? "",
    reason,
    ...(live.metadata.uid !== undefined && { uid: live.metadata.uid }),
    ...(live.metadata.resourceVersion !== undefined && { resourceVersion: live.metadata.resourceVersion }),
    forced: [],
    changes: [],
    foreign: [],
  };
}

export interface DeleteResult {
  readonly outcome: "deleted" | "failed";
  readonly diagnostics: readonly Diagnostic[];
  readonly done: number;
}

export async function deleteRelease(
  context: ClusterContext,
  { release, stored, entries, steps }: PlannedDelete,
  options: { readonly timeoutMs: number; readonly deadLock?: string },
): Promise<DeleteResult> {
  const { api } = context;
  const applySet = await applySetId(release);
  const map = await api.resources();
  const failed = (diagnostics: readonly Diagnostic[], done = 0): DeleteResult => ({
    outcome: "failed",
    diagnostics,
    done,
  });
  const before: ReleaseRecord | undefined = stored?.record;
  let lease: Lease | undefined;
  if (stored !== undefined && before !== undefined) {
    try {
      lease = await Lease.take(context.store, context.clock, leaseOptions(context, options.deadLock), stored, {
        ...before,
        state: "deleting",
        current: entries,
      });
    } catch (error) {
      if (error instanceof Locked) return failed([lockedDiagnostic(release, error)]);
      throw error;
    }
  }
  const goes = steps.filter(({ action }) => action === "delete");
  // The namespace of the record goes after the record.
  const home = goes.find(({ id }) => id.kind === "Namespace" && id.name === release.namespace);
  const diagnostics: Diagnostic[] = [];
  let done = 0;
  const run = {
    applySet,
    timeoutMs: options.timeoutMs,
    check: async () => lease?.check(),
    done: (id: Step["id"]) => {
      done++;
      context.emit({ type: "done", action: "delete", id });
    },
  };
  try {
    context.emit({ type: "phase", phase: "delete", count: goes.length });
    const outcome = await deleteObjects(
      context,
      map,
      goes.filter((step) => step !== home),
      run,
    );
    const stuck = outcome.left.filter((one) => one.stuck);
    for (const one of outcome.left.filter((left) => !left.stuck))
      diagnostics.push({
        ...tell(clusterCode.kept, "{object}: it is kept", { object: leftText(one) }),
        severity: "warning",
      });
    if (stuck.length > 0) {
      const remaining = entries.filter((entry) => !outcome.gone.has(keyOf(entry)));
      await lease?.finish((record) => ({ ...record, state: "deleting", current: remaining }));
      return failed(
        [
          ...diagnostics,
          ...stuck.map((one): Diagnostic => ({
            ...tell(clusterCode.notGone, "{object} does not go", { object: nameOf(one.id) }),
            severity: "error",
            notes: one.why.map(context.redact),
            hint: advise(
              clusterCode.notGone,
              "once what holds it is settled, run delete again; opm never clears finalizers",
            ),
          })),
        ],
        done,
      );
    }
    await lease?.remove();
    if (home !== undefined) {
      const last = await deleteObjects(context, map, [home], { ...run, check: () => Promise.resolve() });
      for (const one of last.left)
        diagnostics.push({
          ...tell(clusterCode.notGone, "{object} does not go", { object: nameOf(one.id) }),
          severity: "error",
          notes: one.why.map(context.redact),
        });
    }
    return {
      outcome: diagnostics.some(({ severity }) => severity === "error") ? "failed" : "deleted",
      diagnostics,
      done,
    };
  } catch (error) {
    await lease?.release();
    if (error instanceof LockLost)
      return failed(
        [
          {
            ...tell(clusterCode.lockLost, "the release's record was changed by someone else: this run stopped"),
            severity: "error",
          },
        ],
        done,
      );
    if (error instanceof TransportFault)
      return failed(
        [
          {
            ...tell(clusterCode.unreachable, "{problem}", { problem: error.message }),
            severity: "error",
            hint: advise(clusterCode.unreachable, "run delete again: it goes on"),
          },
        ],
        done,
      );
    if (error instanceof ApiError)
      return failed(
        [
          {
            ...tell(clusterCode.server, "the server refused: {problem}", {
              problem: context.redact(error.words).slice(0, 1000),
            }),
            severity: "error",
          },
        ],
        done,
      );
    throw error;
  }
}
