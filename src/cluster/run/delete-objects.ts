// Objects leave the cluster: what depends on others first, only what is ours, only as it was seen.
import { ApiError } from "../client/api-error.ts";
import type { ApiMap } from "../client/api-map.ts";
import { keyOf, nameOf } from "../kube-object.ts";
import type { ObjectId } from "../kube-object.ts";
import { ownerOf } from "../record/marks.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { holders, waitGone } from "./wait-gone.ts";

interface Deletion {
  readonly id: ObjectId;
  readonly apiVersion: string;
  readonly uid?: string;
  /** As it was when its owner was looked at: unchanged, it need not be looked at again. */
  readonly resourceVersion?: string;
  readonly wave?: number;
}

interface DeleteRun {
  readonly applySet: string;
  readonly timeoutMs: number;
  check(): Promise<void>;
  /** One is gone. */
  done?(id: ObjectId): void;
}

interface DeleteOutcome {
  readonly gone: ReadonlySet<string>;
  /** Why the others are still there. */
  readonly left: readonly { readonly id: ObjectId; readonly why: readonly string[]; readonly stuck: boolean }[];
}

export async function deleteObjects(
  context: ClusterContext,
  map: ApiMap,
  deletions: readonly Deletion[],
  run: DeleteRun,
): Promise<DeleteOutcome> {
  const gone = new Set<string>();
  const left: { id: ObjectId; why: readonly string[]; stuck: boolean }[] = [];
  for (const wave of inWaves(deletions)) {
    const waiting: Deletion[] = [];
    await Promise.all(
      wave.map(async (one) => {
        const result = await deleteOne(context, map, one, run);
        if (result === "gone") {
          gone.add(keyOf(one.id));
          run.done?.(one.id);
        } else if (result === "going") waiting.push(one);
        else left.push({ id: one.id, why: [result.why], stuck: false });
      }),
    );
    // Controllers must still run to finish what is theirs: a wave is gone before the next one goes.
    await Promise.all(
      waiting.map(async (one) => {
        const resource = map.find(one.apiVersion, one.id.kind)!;
        const there = await waitGone(context.api, context.clock, resource, one.id, one.uid, run.timeoutMs);
        if (there === undefined) {
          gone.add(keyOf(one.id));
          run.done?.(one.id);
        } else
          left.push({
            id: one.id,
            why: [`it is being deleted since ${there.metadata.deletionTimestamp ?? "now"}`, ...holders(there)],
            stuck: true,
          });
      }),
    );
    if (left.some(({ stuck }) => stuck)) break;
  }
  return { gone, left };
}

function inWaves(deletions: readonly Deletion[]): Deletion[][] {
  const waves = new Map<number, Deletion[]>();
  for (const one of deletions) {
    const wave = waves.get(one.wave ?? 0);
    if (wave === undefined) waves.set(one.wave ?? 0, [one]);
    else wave.push(one);
  }
  return [...waves].sort(([a], [b]) => a - b).map(([, list]) => list);
}

async function deleteOne(
  { api }: ClusterContext,
  map: ApiMap,
  { id, apiVersion, uid, resourceVersion }: Deletion,
  run: DeleteRun,
): Promise<"gone" | "going" | { readonly why: string }> {
  const resource = map.find(apiVersion, id.kind);
  if (resource === undefined) return { why: `the server no longer serves ${apiVersion} ${id.kind}` };
  const propagation = id.kind === "Job" || id.kind === "CronJob" ? "Foreground" : "Background";
  if (uid !== undefined && resourceVersion !== undefined) {
    await run.check();
    try {
      return await api.delete(resource, id.namespace, id.name, { uid, resourceVersion, propagation });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 409)) throw error;
    }
  }
  for (let attempt = 0; ; attempt++) {
    const live = await api.get(resource, id.namespace, id.name);
    if (live === undefined) return "gone";
    if (uid !== undefined && live.metadata.uid !== uid) return { why: "another object has taken its name" };
    const owner = ownerOf(live.metadata, run.applySet);
    if (owner.kind !== "ours")
      return { why: owner.kind === "other" ? `it belongs to ${owner.who} now` : "its mark was removed" };
    await run.check();
    try {
      return await api.delete(resource, id.namespace, id.name, {
        uid: live.metadata.uid!,
        ...(live.metadata.deletionTimestamp === undefined && { resourceVersion: live.metadata.resourceVersion! }),
        propagation,
      });
    } catch (error) {
      // It changed since we looked: look again.
      if (!(error instanceof ApiError && error.code === 409) || attempt >= 10) throw error;
    }
  }
}

export const leftText = ({ id, why }: { readonly id: ObjectId; readonly why: readonly string[] }): string =>
  `${nameOf(id)}: ${why.join("; ")}`;
