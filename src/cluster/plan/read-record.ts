// The record of a release, before it is trusted.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Told } from "../../source/index.ts";
import { idOf, keyOf } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { readKept } from "../record/kept-objects.ts";
import { DamagedRecord, NewerRecord } from "../record/record-store.ts";
import type { StoredRecord } from "../record/record-store.ts";
import type { ReleaseIdentity } from "../record/release-record.ts";
import type { ClusterContext } from "../run/cluster-context.ts";

export interface ReadRecord {
  readonly value: StoredRecord | undefined;
  /** There was one, and it cannot be used. */
  readonly lost: boolean;
  /** Objects as they were last applied. */
  readonly manifests: ReadonlyMap<string, KubeObject>;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readRecord(
  { store }: ClusterContext,
  release: ReleaseIdentity,
  takeOver: boolean,
): Promise<ReadRecord> {
  const none = { value: undefined, lost: false, manifests: new Map<string, KubeObject>() };
  const error = (told: Told, hint: string): ReadRecord => ({
    ...none,
    diagnostics: [{ ...told, severity: "error", hint }],
  });
  let stored: StoredRecord | undefined;
  try {
    stored = await store.read(release.namespace, release.name);
  } catch (failure) {
    if (failure instanceof NewerRecord)
      return error(
        tell(clusterCode.newerRecord, "the record of {release} was written by a newer opm", { release: release.name }),
        advise(clusterCode.newerRecord, "use that version"),
      );
    if (!(failure instanceof DamagedRecord)) throw failure;
    return error(
      tell(clusterCode.recordDamaged, "the record of {release} in {namespace} is damaged: {problem}", {
        release: release.name,
        namespace: release.namespace,
        problem: failure.message,
      }),
      advise(
        clusterCode.recordDamaged,
        "delete the Secret and run again: the release is found by the marks on its objects",
      ),
    );
  }
  if (stored === undefined) return { ...none, diagnostics: [] };
  const { record } = stored;
  if (record.release.module !== release.module && !takeOver)
    return error(
      tell(clusterCode.recordOther, "the release {release} in {namespace} is of another module: {module}", {
        release: release.name,
        namespace: release.namespace,
        module: record.release.module,
      }),
      advise(
        clusterCode.recordOther,
        "give this one another name (--release-name) or namespace; --adopt makes it the same release",
      ),
    );
  if (record.release.environment !== release.environment && !takeOver)
    return error(
      tell(
        clusterCode.recordOther,
        "the release {release} in {namespace} is of {other}, and this one of {environment}",
        {
          release: release.name,
          namespace: release.namespace,
          other:
            record.release.environment === undefined
              ? "no environment"
              : `the environment ${record.release.environment}`,
          environment: release.environment ?? "none",
        },
      ),
      advise(clusterCode.recordOther, "is this the right cluster? --adopt makes it the same release"),
    );
  return { value: stored, lost: false, manifests: await manifestsOf(store, stored), diagnostics: [] };
}

/** Of the revision that runs. What is damaged or gone is not needed: the difference is then told without it. */
async function manifestsOf(store: ClusterContext["store"], { record }: StoredRecord): Promise<Map<string, KubeObject>> {
  const out = new Map<string, KubeObject>();
  const info = record.history.find(({ revision }) => revision === record.revision);
  if (info?.stored === undefined) return out;
  try {
    for (const { object } of readKept(await store.fetch(record.release.namespace, info.stored)))
      out.set(keyOf(idOf(object)), object);
  } catch (failure) {
    if (!(failure instanceof DamagedRecord)) throw failure;
  }
  return out;
}
