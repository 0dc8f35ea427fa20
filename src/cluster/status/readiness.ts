// Whether an object is what it should be by now, from the object alone. The order of the questions matters.
import { at, listAt, numberAt, textAt } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";

export type Health = "Current" | "InProgress" | "Failed" | "Terminating" | "NotFound";

interface Readiness {
  readonly health: Health;
  readonly message: string;
  /** Worth telling although it does not hold up anything. */
  readonly warning?: string;
}

interface Expected {
  /** Of the answer to applying it: an older status is about an older object. */
  readonly generation?: number;
  /** It is known to have been there: a Job that is gone since is done. */
  readonly seen?: boolean;
}

interface Condition {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** An empty status of these says nothing: its numbers all fit. */
const OBSERVED = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "PodDisruptionBudget"]);

export function readiness(object: KubeObject | undefined, expected: Expected = {}): Readiness {
  if (object === undefined) return { health: "NotFound", message: "it is not there" };
  if (object.metadata.deletionTimestamp !== undefined) return { health: "Terminating", message: "it is being deleted" };
  const generation = object.metadata.generation;
  const observed = numberAt(object, "status", "observedGeneration");
  if (expected.generation !== undefined && generation !== undefined && generation < expected.generation)
    return progress("an older version of it is seen");
  if (generation !== undefined && observed !== undefined && observed < generation)
    return progress("its controller has not seen the change yet");
  if (observed === undefined && OBSERVED.has(object.kind)) return progress("its controller has not seen it yet");
  const reconciling = conditionOf(object, "Reconciling");
  if (reconciling?.status === "True") return progress(words(reconciling));
  const stalled = conditionOf(object, "Stalled");
  if (stalled?.status === "True") return failed(words(stalled));
  const rule = rules[object.kind];
  if (rule !== undefined && isKnownGroup(object)) return rule(object);
  const ready = conditionOf(object, "Ready", generation);
  if (ready !== undefined) return ready.status === "True" ? current() : progress(words(ready) || "it is not ready");
  return current();
}

const GROUPS =
  /^(v1|apps\/|batch\/|policy\/|autoscaling\/|networking\.k8s\.io\/|apiextensions\.k8s\.io\/|apiregistration\.k8s\.io\/)/;
const isKnownGroup = ({ apiVersion }: KubeObject): boolean => GROUPS.test(apiVersion);

const rules: Readonly<Record<string, (object: KubeObject) => Readiness>> = {
  Deployment: deployment,
  StatefulSet: statefulSet,
  DaemonSet: daemonSet,
  ReplicaSet: replicaSet,
  Job: job,
  Pod: pod,
  PersistentVolumeClaim: claim,
  Service: service,
  PodDisruptionBudget: () => current(),
  HorizontalPodAutoscaler: autoscaler,
  CustomResourceDefinition: definition,
  APIService: apiService,
  Namespace: (object) =>
    textAt(object, "status", "phase") === "Active"
      ? current()
      : progress(`its phase is ${textAt(object, "status", "phase") || "not set"}`),
  CronJob: () => current(),
  Ingress: () => current(),
};

function deployment(object: KubeObject): Readiness {
  const progressing = conditionOf(object, "Progressing");
  if (progressing?.reason === "ProgressDeadlineExceeded") return failed(words(progressing));
  const failure = conditionOf(object, "ReplicaFailure");
  const warning = failure?.status === "True" ? words(failure) : undefined;
  const told = (result: Readiness): Readiness => (warning === undefined ? result : { ...result, warning });
  if (at(object, "spec", "paused") === true)
    return { health: "Current", message: "it is paused", warning: "it is paused: nothing rolls out" };
  const wanted = numberAt(object, "spec", "replicas") ?? 1;
  const count = (name: string): number => numberAt(object, "status", name) ?? 0;
  if (count("updatedReplicas") < wanted)
    return told(progress(`${count("updatedReplicas")} of ${wanted} replicas are updated`));
  if (count("replicas") > count("updatedReplicas"))
    return told(progress(`${count("replicas") - count("updatedReplicas")} old replicas are still there`));
  if (count("availableReplicas") < count("updatedReplicas"))
    return told(progress(`${count("availableReplicas")} of ${wanted} replicas are available`));
  if (count("readyReplicas") < wanted)
    return told(progress(`${count("readyReplicas")} of ${wanted} replicas are ready`));
  const deadline = numberAt(object, "spec", "progressDeadlineSeconds");
  if (
    deadline !== undefined &&
    deadline < 2147483647 &&
    progressing !== undefined &&
    progressing.reason !== "NewReplicaSetAvailable"
  )
    return told(progress("its new replicas are not settled yet"));
  const available = conditionOf(object, "Available");
  if (available !== undefined && available.status !== "True") return told(progress(words(available)));
  return told(current());
}

function statefulSet(object: KubeObject): Readiness {
  if (textAt(object, "spec", "updateStrategy", "type") === "OnDelete") return current();
  const wanted = numberAt(object, "spec", "replicas") ?? 1;
  const count = (name: string): number => numberAt(object, "status", name) ?? 0;
  if (count("replicas") < wanted) return progress(`${count("replicas")} of ${wanted} replicas are there`);
  if (count("readyReplicas") < wanted) return progress(`${count("readyReplicas")} of ${wanted} replicas are ready`);
  if (count("replicas") > wanted) return progress(`${count("replicas") - wanted} replicas too many are still there`);
  const partition = numberAt(object, "spec", "updateStrategy", "rollingUpdate", "partition") ?? 0;
  if (partition > 0)
    return count("updatedReplicas") < wanted - partition
      ? progress(`${count("updatedReplicas")} of ${wanted - partition} replicas above the partition are updated`)
      : current();
  if (
    count("currentReplicas") < wanted &&
    textAt(object, "status", "currentRevision") !== textAt(object, "status", "updateRevision")
  )
    return progress(`${count("updatedReplicas")} of ${wanted} replicas are updated`);
  return textAt(object, "status", "currentRevision") === textAt(object, "status", "updateRevision")
    ? current()
    : progress("its revision is still rolling out");
}

function daemonSet(object: KubeObject): Readiness {
  const count = (name: string): number => numberAt(object, "status", name) ?? 0;
  const desired = count("desiredNumberScheduled");
  for (const [name, what] of [
    ["currentNumberScheduled", "are scheduled"],
    ["updatedNumberScheduled", "are updated"],
    ["numberAvailable", "are available"],
    ["numberReady", "are ready"],
  ] as const)
    if (count(name) < desired) return progress(`${count(name)} of ${desired} pods ${what}`);
  return desired === 0 ? { ...current(), warning: "no node matches it" } : current();
}

function replicaSet(object: KubeObject): Readiness {
  const failure = conditionOf(object, "ReplicaFailure");
  if (failure?.status === "True") return { ...progress(words(failure)), warning: words(failure) };
  const wanted = numberAt(object, "spec", "replicas") ?? 1;
  const count = (name: string): number => numberAt(object, "status", name) ?? 0;
  for (const name of ["fullyLabeledReplicas", "availableReplicas", "readyReplicas"])
    if (count(name) < wanted) return progress(`${count(name)} of ${wanted} replicas are ready`);
  return count("replicas") > wanted ? progress("too many replicas are still there") : current();
}

function job(object: KubeObject): Readiness {
  const over = conditionOf(object, "Failed") ?? conditionOf(object, "FailureTarget");
  if (over?.status === "True") return failed(words(over) || "it failed");
  for (const name of ["Complete", "SuccessCriteriaMet"])
    if (conditionOf(object, name)?.status === "True") return current();
  if (at(object, "spec", "suspend") === true) return { ...current(), warning: "it is suspended" };
  const active = numberAt(object, "status", "active") ?? 0;
  const tries = numberAt(object, "status", "failed") ?? 0;
  return progress(`${active} pods run${tries > 0 ? `, ${tries} have failed` : ""}`);
}

function pod(object: KubeObject): Readiness {
  const phase = textAt(object, "status", "phase");
  if (phase === "Succeeded") return current();
  if (phase === "Failed")
    return failed(textAt(object, "status", "message") || textAt(object, "status", "reason") || "it failed");
  const ready = conditionOf(object, "Ready");
  if (phase === "Running" && ready?.status === "True") return current();
  return progress(ready === undefined ? `its phase is ${phase || "not set"}` : words(ready) || `its phase is ${phase}`);
}

function claim(object: KubeObject): Readiness {
  const phase = textAt(object, "status", "phase");
  if (phase === "Bound") return current();
  if (phase === "Lost") return failed("its volume is lost");
  return progress("it is not bound");
}

function service(object: KubeObject): Readiness {
  if (textAt(object, "spec", "type") !== "LoadBalancer") return current();
  return listAt(object, "status", "loadBalancer", "ingress").length > 0 ? current() : progress("it has no address yet");
}

function autoscaler(object: KubeObject): Readiness {
  const able = conditionOf(object, "AbleToScale");
  const active = conditionOf(object, "ScalingActive");
  const warning = active?.status === "False" ? words(active) : undefined;
  const result = able === undefined || able.status === "True" ? current() : progress(words(able));
  return warning === undefined ? result : { ...result, warning };
}

function definition(object: KubeObject): Readiness {
  const names = conditionOf(object, "NamesAccepted");
  if (names?.status === "False") return failed(words(names));
  const established = conditionOf(object, "Established");
  if (established?.status === "True") return current();
  if (established?.status === "False" && established.reason !== "Installing") return failed(words(established));
  return progress("it is not established yet");
}

function apiService(object: KubeObject): Readiness {
  const available = conditionOf(object, "Available");
  return available?.status === "True"
    ? current()
    : progress(available === undefined ? "it is not available yet" : words(available));
}

/** A condition whose own generation is old is about an older object. */
export function conditionOf(object: KubeObject, type: string, generation?: number): Condition | undefined {
  for (const condition of listAt(object, "status", "conditions")) {
    if (textAt(condition, "type") !== type) continue;
    const seen = numberAt(condition, "observedGeneration");
    if (generation !== undefined && seen !== undefined && seen < generation) return undefined;
    return {
      status: textAt(condition, "status"),
      reason: textAt(condition, "reason"),
      message: textAt(condition, "message"),
    };
  }
  return undefined;
}

const words = ({ reason, message }: Condition): string => [reason, message].filter((text) => text !== "").join(": ");
const current = (): Readiness => ({ health: "Current", message: "" });
const progress = (message: string): Readiness => ({ health: "InProgress", message });
const failed = (message: string): Readiness => ({ health: "Failed", message });
