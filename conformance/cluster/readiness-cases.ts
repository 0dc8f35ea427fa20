import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import type { KubeObject } from "../../src/cluster/index.ts";
import { codes, config, deployment, job, sleep, text } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";

export const readinessCases: readonly Case[] = [
  {
    number: 51,
    title: "a node that is nowhere: failed within its deadline, with the pod's reason",
    level: "full",
    async run(t) {
      const began = Date.now();
      const out = await t.apply(
        [
          deployment("web", {
            replicas: 1,
            pod: { nodeSelector: { no: "where" } },
            spec: { progressDeadlineSeconds: 4 },
          }),
        ],
        { wait: true, timeoutMs: 30_000 },
      );
      ok(Date.now() - began < 12_000, `${Date.now() - began} ms`);
      deepStrictEqual(codes(out.diagnostics), ["OPM7402"]);
      const said = out.diagnostics.map(text).join();
      match(said, /ProgressDeadlineExceeded/);
      match(said, /Unschedulable|FailedScheduling/);
      match(said, /component web/);
    },
  },
  {
    number: 52,
    title: "a quota that is used up: its words",
    level: "controllers",
    async run(t) {
      await t.create({
        apiVersion: "v1",
        kind: "ResourceQuota",
        metadata: { name: "q" },
        spec: { hard: { pods: "0" } },
      } as KubeObject);
      await sleep(500);
      const out = await t.apply([deployment("web", { replicas: 1, spec: { progressDeadlineSeconds: 3 } })], {
        wait: true,
        timeoutMs: 15_000,
      });
      match(out.diagnostics.map(text).join(), /exceeded quota/);
    },
  },
  {
    number: 53,
    title: "paused, no replicas, no nodes, a claim that waits for its pod: nothing hangs",
    level: "full",
    async run(t) {
      await t.create({
        apiVersion: "storage.k8s.io/v1",
        kind: "StorageClass",
        metadata: { name: `wait-${t.namespace}` },
        provisioner: "none",
        volumeBindingMode: "WaitForFirstConsumer",
      } as KubeObject);
      const labels = { app: "ds" };
      await t.good(
        [
          deployment("paused", { replicas: 1, spec: { paused: true } }),
          deployment("zero", { replicas: 0 }),
          {
            apiVersion: "apps/v1",
            kind: "DaemonSet",
            metadata: { name: "ds" },
            spec: {
              selector: { matchLabels: labels },
              template: {
                metadata: { labels },
                spec: { nodeSelector: { no: "where" }, containers: [{ name: "c", image: "nginx" }] },
              },
            },
          },
          {
            apiVersion: "v1",
            kind: "PersistentVolumeClaim",
            metadata: { name: "data" },
            spec: {
              accessModes: ["ReadWriteOnce"],
              storageClassName: `wait-${t.namespace}`,
              resources: { requests: { storage: "1Gi" } },
            },
          },
        ],
        { wait: true, timeoutMs: 15_000 },
      );
    },
  },
  {
    number: 54,
    title: "Jobs: failing, past their deadline, suspended, cleaned up",
    level: "full",
    async run(t) {
      await t.good([job("suspended", { suspend: true })], { wait: true, name: "s" });
      // Nobody places these pods, so that nobody but this case says what becomes of them.
      const unplaced = (name: string, more: Record<string, unknown> = {}): KubeObject => {
        const { spec, ...rest } = job(name, more) as KubeObject & { spec: { template: { spec: object } } };
        return {
          ...rest,
          spec: { ...spec, template: { spec: { ...spec.template.spec, schedulerName: "nobody" } } },
        } as unknown as KubeObject;
      };
      const failing = t.apply([unplaced("failing", { backoffLimit: 1 })], { wait: true, timeoutMs: 60_000, name: "f" });
      await endPod(t, "failing", "Failed", 0);
      await endPod(t, "failing", "Failed", 1);
      const failed = await failing;
      equal(failed.result?.outcome, "failed");
      deepStrictEqual(codes(failed.diagnostics), ["OPM7402"]);
      match(failed.diagnostics.map(text).join(), /failing.*BackoffLimitExceeded/s);
      const late = await t.apply([unplaced("late", { activeDeadlineSeconds: 1 })], {
        wait: true,
        timeoutMs: 30_000,
        name: "l",
      });
      match(late.diagnostics.map(text).join(), /DeadlineExceeded/);
      // It is waited for while it runs, and may be gone when it is looked at.
      const began = Date.now();
      const going = t.apply([unplaced("gone", { ttlSecondsAfterFinished: 0 })], {
        wait: true,
        timeoutMs: 60_000,
        name: "g",
      });
      await sleep(2500);
      await endPod(t, "gone", "Succeeded", 0);
      const gone = await going;
      deepStrictEqual(gone.diagnostics.filter(({ severity }) => severity === "error").map(text), []);
      equal(gone.result?.outcome, "deployed");
      ok(Date.now() - began > 2500, "it waited for the Job");
      for (let i = 0; i < 80 && (await t.get("batch/v1", "Job", "gone")) !== undefined; i++) await sleep(100);
      equal(await t.get("batch/v1", "Job", "gone"), undefined);
      const again = await t.good([unplaced("gone", { ttlSecondsAfterFinished: 0 })], { name: "g", wait: true });
      equal(again.result.outcome, "unchanged", "it is done, and not done again");
      // A changed one runs again; a failed one does, too.
      const rerun = t.apply([unplaced("failing", { backoffLimit: 1 })], { wait: true, timeoutMs: 60_000, name: "f" });
      await endPod(t, "failing", "Succeeded", 0);
      equal((await rerun).result?.outcome, "deployed");
    },
  },
  {
    number: 55,
    title: "images that cannot be pulled, containers that crash: failed, and old replicas do not count",
    level: "full",
    async run(t) {
      await t.good([deployment("web", { replicas: 1 })], { wait: true });
      await t.api.patch(await t.resource("v1", "Node"), "", "fake-0", {
        type: "merge",
        body: { spec: { unschedulable: true } },
      });
      try {
        const going = t.apply([deployment("web", { replicas: 1, image: "nginx:2" })], {
          wait: true,
          timeoutMs: 30_000,
        });
        let pod: KubeObject | undefined;
        for (let i = 0; i < 60 && pod === undefined; i++) {
          const pods = (await t.api.list(await t.resource("v1", "Pod"), t.namespace)).items;
          pod = pods.find((one) => JSON.stringify(one["spec"]).includes("nginx:2"));
          await sleep(100);
        }
        const status = {
          containerStatuses: [
            {
              name: "c",
              image: "nginx:2",
              imageID: "",
              ready: false,
              restartCount: 3,
              state: { waiting: { reason: "CrashLoopBackOff", message: "back-off" } },
              lastState: { terminated: { exitCode: 1, reason: "Error" } },
            },
          ],
        };
        await t.patch("v1", "Pod", pod!.metadata.name, { status }, "kubelet", "status");
        const out = await going;
        deepStrictEqual(codes(out.diagnostics), ["OPM7402"]);
        match(out.diagnostics.map(text).join(), /CrashLoopBackOff.*exit code 1/);
      } finally {
        await t.api.patch(await t.resource("v1", "Node"), "", "fake-0", {
          type: "merge",
          body: { spec: { unschedulable: null } },
        });
      }
      void config;
    },
  },
];

/** As its kubelet would say; `ended` pods of the Job have done so before. */
async function endPod(t: Trial, name: string, phase: string, ended: number): Promise<void> {
  const resource = await t.resource("v1", "Pod");
  for (let i = 0; i < 300; i++) {
    const { items } = await t.api.list(resource, t.namespace, { labelSelector: `job-name=${name}` });
    const job = await t.get("batch/v1", "Job", name);
    const own = items.filter((pod) => pod.metadata.ownerReferences?.some(({ uid }) => uid === job?.metadata.uid));
    const open = own.find((pod) => !/^(Failed|Succeeded)$/.test((pod["status"] as { phase: string }).phase));
    if (open !== undefined && own.length > ended) {
      await t.patch("v1", "Pod", open.metadata.name, { status: { phase } }, "kubelet", "status");
      return;
    }
    await sleep(100);
  }
  throw new Error(`no pod of the Job ${name} came`);
}
