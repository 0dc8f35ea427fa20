// Going back to an earlier revision, as a plan like any other.
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { KubeObject } from "../kube-object.ts";
import { planRelease } from "../plan/plan-release.ts";
import type { PlannedRelease, ReleaseRequest } from "../plan/plan-release.ts";
import type { StoredRecord } from "../record/record-store.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { rollbackObjects, rollbackTarget } from "./rollback-objects.ts";

export interface RollbackRequest extends Pick<ReleaseRequest, "options" | "limits"> {
  /** Absent: the last that worked before the one that runs. */
  readonly to?: number;
  /** Secrets whose earlier values are gone stay as they are, which is told; otherwise they are an error. */
  readonly keepSecrets: boolean;
  /** Objects as they were before the run that is taken back: their values are still known. */
  readonly before?: ReadonlyMap<string, KubeObject>;
}

export interface PlannedRollback {
  readonly planned: PlannedRelease;
  /** The revision whose objects it applies again. */
  readonly revision: number;
  readonly values?: string;
  readonly commit?: string;
}

export async function planRollback(
  context: ClusterContext,
  stored: StoredRecord,
  { to, options, limits, ...secrets }: RollbackRequest,
): Promise<{ readonly value?: PlannedRollback; readonly diagnostics: readonly Diagnostic[] }> {
  const target = rollbackTarget(stored, to);
  if (target.value === undefined) return { diagnostics: target.diagnostics };
  const { revision, version, module, values, commit } = target.value;
  const objects = await rollbackObjects(context, stored, target.value, secrets);
  if (objects.value === undefined) return { diagnostics: objects.diagnostics };
  const { value: planned, diagnostics } = await planRelease(context, {
    release: { ...stored.record.release, version, module },
    rendered: objects.value,
    operation: `rollback to ${revision}`,
    options,
    ...(limits && { limits }),
  });
  const all = [...objects.diagnostics, ...diagnostics];
  return planned === undefined || hasErrors(all)
    ? { diagnostics: all }
    : {
        value: { planned, revision, ...(values !== undefined && { values }), ...(commit !== undefined && { commit }) },
        diagnostics: all,
      };
}
