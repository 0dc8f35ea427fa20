// Why pods do not come up, from their statuses: what will not heal, and what has had its chance.
import { at, listAt, numberAt, textAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";

export interface PodTrouble {
  readonly pod: string;
  readonly container: string;
  readonly reason: string;
  readonly message: string;
  /** It cannot heal by waiting. */
  readonly fatal: boolean;
  readonly restarts: number;
  /** The container ran and ended: its log tells. */
  readonly ended: boolean;
}

const FATAL = new Set(["InvalidImageName", "ErrImageNeverPull", "CreateContainerConfigError"]);
const AFTER_GRACE = new Set([
  "ImagePullBackOff",
  "ErrImagePull",
  "CrashLoopBackOff",
  "CreateContainerError",
  "RunContainerError",
]);
const GRACE_MS = 60_000;
const GRACE_RESTARTS = 3;

/** The first trouble of a pod; none where it is well or only young. */
export function podTrouble(pod: KubeObject): PodTrouble | undefined {
  const name = pod.metadata.name;
  if (pod.metadata.deletionTimestamp !== undefined) return undefined;
  for (const list of ["initContainerStatuses", "containerStatuses"])
    for (const status of listAt(pod, "status", list)) {
      const waiting = textAt(status, "state", "waiting", "reason");
      const restarts = numberAt(status, "restartCount") ?? 0;
      const last = at(status, "lastState", "terminated") ?? at(status, "state", "terminated");
      if (!FATAL.has(waiting) && !AFTER_GRACE.has(waiting)) continue;
      const ended = last === undefined ? "" : endOf(last);
      return {
        pod: name,
        container: textAt(status, "name"),
        reason: waiting,
        message: [textAt(status, "state", "waiting", "message"), ended].filter((text) => text !== "").join("; "),
        fatal: FATAL.has(waiting) || restarts >= GRACE_RESTARTS,
        restarts,
        ended: last !== undefined,
      };
    }
  const scheduled = listAt(pod, "status", "conditions").find(
    (condition) => textAt(condition, "type") === "PodScheduled",
  );
  if (textAt(scheduled, "status") === "False" && textAt(scheduled, "reason") === "Unschedulable")
    return {
      pod: name,
      container: "",
      reason: "Unschedulable",
      message: textAt(scheduled, "message"),
      fatal: false,
      restarts: 0,
      ended: false,
    };
  return undefined;
}

function endOf(terminated: unknown): string {
  const reason = textAt(terminated, "reason");
  const code = numberAt(terminated, "exitCode");
  return `it ended${reason === "" || reason === "Error" ? "" : ` by ${reason}`}${code === undefined ? "" : ` with exit code ${code}`}`;
}

/** Whether a workload has failed by its pods: at once, or after a grace. An unschedulable pod may find a new node. */
export function hasFailed(trouble: PodTrouble, sinceMs: number): boolean {
  return trouble.fatal || (trouble.reason !== "Unschedulable" && sinceMs >= GRACE_MS);
}

/** The pods that a workload's newest revision made; older ones are on their way out and say nothing. */
export function newestPods(
  workload: KubeObject,
  replicaSets: readonly KubeObject[],
  pods: readonly KubeObject[],
): readonly KubeObject[] {
  const ownedBy = (uid: string | undefined) => (object: KubeObject) =>
    object.metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) === true;
  if (workload.kind !== "Deployment") {
    const own = pods.filter(ownedBy(workload.metadata.uid));
    const update = textAt(workload, "status", "updateRevision");
    const updated = own.filter((pod) => pod.metadata.labels?.["controller-revision-hash"] === update);
    return updated.length > 0 ? updated : own;
  }
  const revision = (set: KubeObject): number =>
    Number(set.metadata.annotations?.["deployment.kubernetes.io/revision"] ?? 0);
  const newest = replicaSets.filter(ownedBy(workload.metadata.uid)).sort((a, b) => revision(b) - revision(a))[0];
  return newest === undefined ? [] : pods.filter(ownedBy(newest.metadata.uid));
}
