import { describe, expect, test } from "vitest";
import type { KubeObject } from "../kube-object.ts";
import { hasFailed, newestPods, podTrouble } from "./pod-trouble.ts";
import { readiness } from "./readiness.ts";

const object = (kind: string, spec: unknown, status: unknown, metadata: Record<string, unknown> = {}): KubeObject =>
  ({
    apiVersion: { Deployment: "apps/v1", StatefulSet: "apps/v1", DaemonSet: "apps/v1", Job: "batch/v1" }[kind] ?? "v1",
    kind,
    metadata: { name: "x", generation: 2, ...metadata },
    spec,
    status,
  }) as unknown as KubeObject;
const condition = (type: string, status: string, reason = "", message = "") => ({ type, status, reason, message });
const all = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2 };

describe("readiness (CLU-5)", () => {
  test.each<[string, KubeObject | undefined, string]>([
    ["nothing is there", undefined, "NotFound"],
    ["being deleted", object("ConfigMap", {}, {}, { deletionTimestamp: "now" }), "Terminating"],
    ["a fresh Deployment has an empty status", object("Deployment", { replicas: 0 }, {}), "InProgress"],
    ["an older generation", object("Deployment", { replicas: 2 }, { ...all, observedGeneration: 1 }), "InProgress"],
    ["all replicas", object("Deployment", { replicas: 2 }, all), "Current"],
    ["old replicas are still there", object("Deployment", { replicas: 2 }, { ...all, replicas: 3 }), "InProgress"],
    [
      "paused is not waited for",
      object("Deployment", { replicas: 2, paused: true }, { observedGeneration: 2 }),
      "Current",
    ],
    [
      "past its deadline",
      object(
        "Deployment",
        { replicas: 2 },
        { ...all, conditions: [condition("Progressing", "False", "ProgressDeadlineExceeded")] },
      ),
      "Failed",
    ],
    ["a DaemonSet that nobody has seen", object("DaemonSet", {}, { desiredNumberScheduled: 0 }), "InProgress"],
    [
      "a DaemonSet without nodes",
      object("DaemonSet", {}, { observedGeneration: 2, desiredNumberScheduled: 0 }),
      "Current",
    ],
    ["a started Job", object("Job", {}, { active: 1 }), "InProgress"],
    ["a done Job", object("Job", {}, { conditions: [condition("Complete", "True")] }), "Current"],
    [
      "a failed Job",
      object("Job", {}, { conditions: [condition("Failed", "True", "BackoffLimitExceeded")] }),
      "Failed",
    ],
    ["a suspended Job", object("Job", { suspend: true }, {}), "Current"],
    ["a failed Pod", object("Pod", {}, { phase: "Failed" }), "Failed"],
    ["a lost claim", object("PersistentVolumeClaim", {}, { phase: "Lost" }), "Failed"],
    ["a balancer without an address", object("Service", { type: "LoadBalancer" }, {}), "InProgress"],
    [
      "a custom resource that says so",
      { ...object("Thing", {}, { conditions: [condition("Ready", "False", "Wait")] }), apiVersion: "x.dev/v1" },
      "InProgress",
    ],
    [
      "a condition of an older object says nothing",
      {
        ...object("Thing", {}, { conditions: [{ ...condition("Ready", "False"), observedGeneration: 1 }] }),
        apiVersion: "x.dev/v1",
      },
      "Current",
    ],
    [
      "a stalled one",
      { ...object("Thing", {}, { conditions: [condition("Stalled", "True", "Bad")] }), apiVersion: "x.dev/v1" },
      "Failed",
    ],
    [
      "a kind of the same name in another group",
      { ...object("Deployment", {}, { observedGeneration: 2 }), apiVersion: "x.dev/v1" },
      "Current",
    ],
  ])("%s", (_, given, health) => expect(readiness(given).health).toBe(health));

  test("what was applied last counts, not what a slow list still shows", () =>
    expect(readiness(object("Deployment", { replicas: 2 }, all), { generation: 3 }).health).toBe("InProgress"));
});

describe("pods", () => {
  const waiting = (reason: string, restartCount = 0, more: Record<string, unknown> = {}): KubeObject =>
    object("Pod", {}, { containerStatuses: [{ name: "c", restartCount, state: { waiting: { reason } }, ...more }] });

  test.each([
    ["InvalidImageName", 0, 0, true],
    ["ImagePullBackOff", 0, 1000, false],
    ["ImagePullBackOff", 0, 60_000, true],
    ["CrashLoopBackOff", 3, 0, true],
    ["ContainerCreating", 0, 99_000, false],
  ])("%s with %i restarts after %i ms: %s", (reason, restarts, ms, fatal) => {
    const trouble = podTrouble(waiting(reason, restarts));
    expect(trouble !== undefined && hasFailed(trouble, ms)).toBe(fatal);
  });

  test("a node may still come for what finds none", () => {
    const pod = object("Pod", {}, { conditions: [condition("PodScheduled", "False", "Unschedulable", "0/1 nodes")] });
    expect(hasFailed(podTrouble(pod)!, 99_000_000)).toBe(false);
  });

  test("only those of the newest revision", () => {
    const owned = (name: string, uid: string, revision = ""): KubeObject =>
      object(
        "ReplicaSet",
        {},
        {},
        {
          name,
          uid: name,
          ownerReferences: [{ controller: true, uid }],
          annotations: { "deployment.kubernetes.io/revision": revision },
        },
      );
    const sets = [owned("rs9", "d", "9"), owned("rs10", "d", "10"), owned("other", "e", "11")];
    const pods = [owned("old", "rs9"), owned("new", "rs10")];
    expect(
      newestPods(object("Deployment", {}, {}, { uid: "d" }), sets, pods).map(({ metadata }) => metadata.name),
    ).toEqual(["new"]);
  });
});
