import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import type { KubeObject } from "../../src/cluster/index.ts";
import { codes, config, deployment, job, sleep, text } from "./harness.ts";
import type { Case } from "./harness.ts";

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
      const out = t.apply([job("failing", { backoffLimit: 0 })], { wait: true, timeoutMs: 20_000, name: "f" });
      await sleep(300);
      for (let i = 0; i < 60; i++) {
        const pods = (
          await t.api.list(await t.resource("v1", "Pod"), t.namespace, { labelSelector: "job-name=failing" })
        ).items;
        if (pods[0] !== undefined) {
          await t
            .patch("v1", "Pod", pods[0].metadata.name, { status: { phase: "Failed" } }, "kubelet", "status")
            .catch(() => undefined);
          break;
        }
        await sleep(100);
      }
      const failing = await out;
      // A quick fake kubelet may have finished it before.
      ok(failing.result?.outcome === "failed" ? codes(failing.diagnostics)[0] === "OPM7402" : true);
      const late = await t.apply(
        [
          job("late", {
            activeDeadlineSeconds: 1,
            template: {
              spec: {
                restartPolicy: "Never",
                nodeSelector: { no: "where" },
                containers: [{ name: "c", image: "busybox" }],
              },
            },
          }),
        ].map((object) => ({
          ...object,
          spec: {
            activeDeadlineSeconds: 1,
            template: {
              spec: {
                restartPolicy: "Never",
                nodeSelector: { no: "where" },
                containers: [{ name: "c", image: "busybox" }],
              },
            },
          },
        })),
        { wait: true, timeoutMs: 20_000, name: "l" },
      );
      match(late.diagnostics.map(text).join(), /DeadlineExceeded/);
      await t.good([job("gone", { ttlSecondsAfterFinished: 0 })], { wait: true, name: "g" });
      for (let i = 0; i < 80 && (await t.get("batch/v1", "Job", "gone")) !== undefined; i++) await sleep(100);
      equal(await t.get("batch/v1", "Job", "gone"), undefined);
      equal((await t.good([job("gone", { ttlSecondsAfterFinished: 0 })], { name: "g" })).result.outcome, "unchanged");
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
