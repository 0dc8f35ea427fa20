import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { codes, config, deployment, secret, service, text } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";

const five = (t: Trial) =>
  [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "web" } },
    config("web", { a: "1" }),
    secret("web", { password: "hunter2-hunter2" }),
    service("web"),
    deployment("web", { replicas: 1, pod: { serviceAccountName: "web" } }),
  ].map((object) => ({ ...object, metadata: { ...object.metadata, namespace: t.namespace } }));

const versions = async (t: Trial): Promise<unknown> =>
  Promise.all([
    t.must("v1", "ConfigMap", "web"),
    t.must("v1", "Secret", "web"),
    t.must("v1", "Service", "web"),
    t.must("v1", "Secret", "opm.release.v1.app"),
  ]).then((list) => list.map(({ metadata }) => metadata.resourceVersion));

export const applyCases: readonly Case[] = [
  {
    number: 1,
    title: "install of five kinds",
    level: "full",
    async run(t) {
      const { planned, result } = await t.good(five(t), { wait: true });
      equal(planned.plan.steps.filter(({ action }) => action === "create").length, 5);
      equal(result.outcome, "deployed");
      const stored = await t.context.store.read(t.namespace, "app");
      equal(stored?.record.state, "deployed");
      equal(stored?.record.current.length, 5);
      ok(stored?.record.current.every(({ uid }) => uid !== undefined));
    },
  },
  {
    number: 2,
    title: "again: no writes, equal versions, empty diff",
    level: "full",
    async run(t) {
      await t.good(five(t), { wait: true });
      const before = await versions(t);
      const { planned, result } = await t.good(five(t), { wait: true });
      equal(result.outcome, "unchanged");
      ok(planned.plan.steps.every(({ action, changes }) => action === "none" && changes.length === 0));
      deepStrictEqual(await versions(t), before);
    },
  },
  {
    number: 3,
    title: "quantities, empty texts and maps, null times: empty diff",
    level: "api",
    async run(t) {
      const object = deployment("web", {
        env: [{ name: "A", value: "" }],
        pod: { volumes: [{ name: "v", emptyDir: {} }] },
      });
      const spec = object["spec"] as {
        template: { metadata: Record<string, unknown>; spec: { containers: Record<string, unknown>[] } };
      };
      spec.template.spec.containers[0]!["resources"] = {
        requests: { cpu: "1000m", memory: "1024Mi" },
        limits: { cpu: "2000m" },
      };
      spec.template.metadata["creationTimestamp"] = null;
      spec.template.metadata["annotations"] = {};
      await t.good([object]);
      const { planned } = await t.plan([object]);
      deepStrictEqual(
        planned?.plan.steps.map(({ action, changes }) => [action, changes]),
        [["none", []]],
      );
    },
  },
  {
    number: 4,
    title: "a new Service is a create, without noise about addresses",
    level: "api",
    async run(t) {
      const { planned } = await t.plan([service("web")]);
      deepStrictEqual(
        planned?.plan.steps.map(({ action, changes }) => [action, changes]),
        [["create", []]],
      );
    },
  },
  {
    number: 5,
    title: "an unknown field, a variable twice: the path, no retry, nothing applied",
    level: "api",
    async run(t) {
      const wrong = deployment("bad");
      (wrong["spec"] as Record<string, unknown>)["replcas"] = 3;
      const twice = deployment("twice", {
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "2" },
        ],
      });
      const before = t.api.requests;
      const out = await t.apply([config("good", { a: "1" }), wrong, twice]);
      ok(t.api.requests - before < 40, "it was tried again");
      deepStrictEqual(codes(out.diagnostics), ["OPM7102"]);
      match(out.diagnostics.map(text).join("\n"), /replcas/);
      match(out.diagnostics.map(text).join("\n"), /env/);
      equal(await t.get("v1", "ConfigMap", "good"), undefined);
    },
  },
  {
    number: 6,
    title: "a namespace on a ClusterRole is left out, with a warning",
    level: "api",
    async run(t) {
      const name = `role-${t.namespace}`;
      t.clusterObjects.push({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", name });
      const out = await t.good([
        {
          apiVersion: "rbac.authorization.k8s.io/v1",
          kind: "ClusterRole",
          metadata: { name, namespace: t.namespace },
          rules: [],
        },
      ]);
      deepStrictEqual(codes(out.diagnostics, "warning"), ["OPM7112"]);
    },
  },
  {
    number: 7,
    title: "a key of stringData that is dropped is gone",
    level: "api",
    async run(t) {
      await t.good([secret("s", { a: "one-one-one", b: "two-two-two" })]);
      await t.good([secret("s", { a: "one-one-one" })]);
      deepStrictEqual(Object.keys((await t.must("v1", "Secret", "s"))["data"] as object), ["a"]);
    },
  },
  {
    number: 8,
    title: "what a co-owner still wants stays",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1", b: "1" })]);
      const resource = await t.resource("v1", "ConfigMap");
      await t.api.apply(resource, config("c", { b: "1" }, { namespace: t.namespace }), { manager: "other" });
      await t.good([config("c", { a: "1" })]);
      deepStrictEqual((await t.must("v1", "ConfigMap", "c"))["data"], { a: "1", b: "1" });
    },
  },
  {
    number: 9,
    title: "A then B is B",
    level: "api",
    async run(t) {
      const a = [config("c", { a: "1", b: "2" }), service("s"), secret("x", { k: "v-v-v-v" })];
      const b = [config("c", { b: "3", d: "4" }), service("s", { ports: [{ name: "web", port: 81 }] })];
      await t.good(a);
      await t.good(b);
      deepStrictEqual((await t.must("v1", "ConfigMap", "c"))["data"], { b: "3", d: "4" });
      const ports = ((await t.must("v1", "Service", "s"))["spec"] as { ports: { name: string; port: number }[] }).ports;
      deepStrictEqual(
        ports.map(({ name, port }) => [name, port]),
        [["web", 81]],
      );
      equal(await t.get("v1", "Secret", "x"), undefined);
    },
  },
];
