// An earlier revision of a release, planned: for `rollback`, for its plan in a file, and after a failure.
import { planRollback, readRecord } from "../../cluster/index.ts";
import type { PlannedRollback, RollbackRequest } from "../../cluster/index.ts";
import type { ClusterSession } from "./cluster-session.ts";
import type { ClusterTarget, ClusterTargets } from "./cluster-target.ts";
import { noRelease } from "./no-release.ts";
import { limitsOf } from "./release-request.ts";

/** Undefined if there is no way back, which is told. The platform's limits hold for it too. */
export async function planBack(
  targets: ClusterTargets,
  target: ClusterTarget,
  { context }: ClusterSession,
  request: RollbackRequest,
): Promise<PlannedRollback | undefined> {
  const read = await readRecord(context, { ...target, uuid: "" }, true);
  targets.report(read.value === undefined && read.diagnostics.length === 0 ? [noRelease(target)] : read.diagnostics);
  if (read.value === undefined) return undefined;
  const planned = await planRollback(context, read.value, { limits: limitsOf(target) ?? {}, ...request });
  targets.report(planned.diagnostics);
  return planned.value;
}
