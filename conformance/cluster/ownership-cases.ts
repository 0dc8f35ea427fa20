import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { codes, config, deployment, text } from "./harness.ts";
import type { Case } from "./harness.ts";

const hpa = (target: string) => ({
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: target },
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: target }, minReplicas: 2, maxReplicas: 9 },
});

export const ownershipCases: readonly Case[] = [
  {
    number: 23,
    title: "a conflict names field and manager; force takes it",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1" })]);
      await t.patch("v1", "ConfigMap", "c", { data: { a: "2" } });
      const out = await t.apply([config("c", { a: "3" })]);
      deepStrictEqual(codes(out.diagnostics), ["OPM7103"]);
      match(out.diagnostics.map(text).join(), /\.data\.a is owned by kubectl-patch/);
      equal((await t.apply([config("c", { a: "3" })], { forceConflicts: ["someone"] })).result, undefined);
      await t.good([config("c", { a: "3" })], { forceConflicts: ["kubectl-patch"] });
      deepStrictEqual((await t.must("v1", "ConfigMap", "c"))["data"], { a: "3" });
    },
  },
  {
    number: 24,
    title: "a conflict with the scale hints at autoscalers",
    level: "api",
    async run(t) {
      await t.good([deployment("web", { replicas: 2 })]);
      await t.patch("apps/v1", "Deployment", "web", { spec: { replicas: 5 } }, "kubectl", "scale");
      const out = await t.apply([deployment("web", { replicas: 3 })]);
      deepStrictEqual(codes(out.diagnostics), ["OPM7103"]);
      match(out.diagnostics[0]!.hint ?? "", /autoscaler/);
    },
  },
  {
    number: 25,
    title: "adopted from kubectl apply: a dropped key and the annotation go",
    level: "api",
    async run(t) {
      const annotation = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
      const resource = await t.resource("v1", "ConfigMap");
      const made = config("c", { a: "1", old: "1" }, { namespace: t.namespace, annotations: annotation });
      await t.api.create(resource, made);
      const live = await t.must("v1", "ConfigMap", "c");
      await t.api.patch(resource, t.namespace, "c", {
        type: "json",
        body: [{ op: "replace", path: "/metadata/managedFields/0/manager", value: "kubectl-client-side-apply" }],
      });
      ok(live.metadata.uid !== undefined);
      deepStrictEqual(codes((await t.apply([config("c", { a: "1" })])).diagnostics), ["OPM7104"]);
      await t.good([config("c", { a: "1" })], { adopt: true });
      const now = await t.must("v1", "ConfigMap", "c");
      deepStrictEqual(now["data"], { a: "1" });
      equal(now.metadata.annotations?.["kubectl.kubernetes.io/last-applied-configuration"], undefined);
    },
  },
  {
    number: 26,
    title: "Helm's marks are refused; with the flag taken",
    level: "api",
    async run(t) {
      await t.create(
        config(
          "c",
          { a: "1", old: "1" },
          {
            labels: { "app.kubernetes.io/managed-by": "Helm" },
            annotations: { "meta.helm.sh/release-name": "shop", "meta.helm.sh/release-namespace": t.namespace },
          },
        ),
      );
      await t.api.patch(await t.resource("v1", "ConfigMap"), t.namespace, "c", {
        type: "json",
        body: [{ op: "replace", path: "/metadata/managedFields/0/manager", value: "helm" }],
      });
      const out = await t.apply([config("c", { a: "2" })]);
      deepStrictEqual(codes(out.diagnostics), ["OPM7104"]);
      match(out.diagnostics[0]!.message, /Helm release .*shop/);
      await t.good([config("c", { a: "2" })], { adopt: ["ConfigMap/c"] });
      const now = await t.must("v1", "ConfigMap", "c");
      deepStrictEqual(now["data"], { a: "2" });
      equal(now.metadata.annotations?.["meta.helm.sh/release-name"], undefined);
    },
  },
  {
    number: 27,
    title: "replicas are handed to an autoscaler without changing",
    level: "api",
    async run(t) {
      await t.good([deployment("web", { replicas: 4 })]);
      await t.good([deployment("web", { replicas: 4 }), hpa("web")]);
      equal(((await t.must("apps/v1", "Deployment", "web"))["spec"] as { replicas: number }).replicas, 4);
      await t.patch("apps/v1", "Deployment", "web", { spec: { replicas: 7 } }, "kube-controller-manager", "scale");
      const { result } = await t.good([deployment("web", { replicas: 4 }), hpa("web")]);
      equal(result.outcome, "unchanged");
      equal(((await t.must("apps/v1", "Deployment", "web"))["spec"] as { replicas: number }).replicas, 7);
    },
  },
  {
    number: 28,
    title: "drift: changed is reverted, deleted restored, added listed",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1", b: "1" })]);
      await t.patch("v1", "ConfigMap", "c", { data: { a: "2", b: null, extra: "x" } }, "kubectl-edit");
      const { planned } = await t.plan([config("c", { a: "1", b: "1" })], { look: true });
      const step = planned!.plan.steps[0]!;
      deepStrictEqual(
        step.changes.map(({ text: field, kind, before, after }) => [field, kind, before, after]),
        [
          [".data.a", "drift", "2", "1"],
          [".data.b", "drift", undefined, "1"],
        ],
      );
      equal(step.changes[0]!.by[0]!.manager, "kubectl-edit");
      deepStrictEqual(
        step.foreign.map(({ text: field, manager }) => [field, manager]).filter(([field]) => field === ".data.extra"),
        [[".data.extra", "kubectl-edit"]],
      );
      await t.good([config("c", { a: "1", b: "1" })], { forceConflicts: true });
      deepStrictEqual((await t.must("v1", "ConfigMap", "c"))["data"], { a: "1", b: "1", extra: "x" });
    },
  },
];
