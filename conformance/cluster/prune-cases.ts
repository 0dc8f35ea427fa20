import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import type { KubeObject } from "../../src/cluster/index.ts";
import { codes, config, deployment, job, service, sleep, text } from "./harness.ts";
import type { Case } from "./harness.ts";

export const pruneCases: readonly Case[] = [
  {
    number: 56,
    title: "a new name: the old one goes after the new one is there; before, where a port is shared",
    level: "full",
    async run(t) {
      await t.good([deployment("old", { replicas: 1 })], { wait: true });
      await t.good([deployment("new", { replicas: 1 })], { wait: true });
      const order = t.events
        .filter((event) => event.type === "done")
        .map((event) => (event.type === "done" ? `${event.action} ${event.id.name}` : ""));
      deepStrictEqual(order.slice(-2), ["create new", "delete old"]);
      const port = 30_000 + Math.floor(Math.random() * 2000);
      const exposed = (name: string): KubeObject =>
        service(name, { type: "NodePort", ports: [{ name: "http", port: 80, nodePort: port }] });
      await t.good([exposed("old")], { name: "ports" });
      const { planned } = await t.good([exposed("new")], { name: "ports" });
      ok(planned.plan.steps.some(({ action, reason }) => action === "delete" && /first/.test(reason)));
      equal(await t.get("v1", "Service", "old"), undefined);
    },
  },
  {
    number: 57,
    title: "what others own, what is to be kept, another object, a claim: kept and told",
    level: "api",
    async run(t) {
      const claim = {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: "1Gi" } } },
      };
      const kept = config("kept", { a: "1" }, { annotations: { "opmodel.dev/prune": "keep" } });
      await t.good([
        config("stays", { a: "1" }),
        config("foreign", { a: "1" }),
        kept,
        config("other", { a: "1" }),
        claim,
      ]);
      await t.patch("v1", "ConfigMap", "foreign", {
        metadata: { labels: { "applyset.kubernetes.io/part-of": "applyset-other-v1" } },
      });
      await t.remove("v1", "ConfigMap", "other");
      await t.create(config("other", { mine: "1" }));
      const { planned } = await t.good([config("stays", { a: "1" })]);
      const why = new Map(planned.plan.steps.map(({ id, action, reason }) => [id.name, `${action}: ${reason}`]));
      match(why.get("foreign") ?? "", /keep: it belongs to/);
      match(why.get("kept") ?? "", /keep: its annotation/);
      match(why.get("other") ?? "", /keep: another object/);
      match(why.get("data") ?? "", /keep: .*--allow-delete/);
      for (const name of ["foreign", "kept", "other"]) ok((await t.get("v1", "ConfigMap", name)) !== undefined);
      ok((await t.get("v1", "PersistentVolumeClaim", "data")) !== undefined);
    },
  },
  {
    number: 58,
    title: "a Job that is pruned takes its pods along",
    level: "full",
    async run(t) {
      await t.good([config("c", { a: "1" }), job("once")], { wait: true });
      ok((await t.names("v1", "Pod")).length > 0);
      await t.good([config("c", { a: "1" })]);
      for (let i = 0; i < 80 && (await t.names("v1", "Pod")).length > 0; i++) await sleep(100);
      deepStrictEqual(await t.names("v1", "Pod"), []);
    },
  },
  {
    number: 59,
    title: "a namespace with something of others is kept",
    level: "controllers",
    async run(t) {
      const other = `${t.namespace}-own`;
      t.clusterObjects.push({ apiVersion: "v1", kind: "Namespace", name: other });
      const own = { apiVersion: "v1", kind: "Namespace", metadata: { name: other } };
      await t.good([own, config("in", { a: "1" }, { namespace: other }), config("c", { a: "1" })]);
      await t.api.create(await t.resource("v1", "ConfigMap"), config("foreign", { a: "1" }, { namespace: other }));
      const { planned } = await t.good([config("c", { a: "1" })], { allowDelete: ["Namespace"] });
      match(planned.plan.steps.find(({ id }) => id.kind === "Namespace")?.reason ?? "", /objects of others/);
      ok((await t.get("v1", "Namespace", other, "")) !== undefined);
      await t.remove("v1", "ConfigMap", "foreign", other);
      await t.good([config("c", { a: "1" })], { allowDelete: ["Namespace"] });
      for (let i = 0; i < 100 && (await t.get("v1", "Namespace", other, "")) !== undefined; i++) await sleep(100);
      equal(await t.get("v1", "Namespace", other, ""), undefined);
    },
  },
  {
    number: 60,
    title: "a finalizer that does not go: named, recorded, finished by the next run",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1" }), config("stuck", { a: "1" })]);
      await t.patch("v1", "ConfigMap", "stuck", { metadata: { finalizers: ["example.com/hold"] } });
      const out = await t.apply([config("c", { a: "1" })], { timeoutMs: 1500 });
      deepStrictEqual(codes(out.diagnostics), ["OPM7404"]);
      match(out.diagnostics.map(text).join(), /finalizer example\.com\/hold/);
      const stored = await t.context.store.read(t.namespace, "app");
      ok(stored?.record.current.some(({ name }) => name === "stuck"));
      const failed = await t.delete({ timeoutMs: 1500 });
      equal(failed.outcome, "failed");
      await t.patch("v1", "ConfigMap", "stuck", { metadata: { finalizers: null } });
      equal((await t.delete()).outcome, "deleted");
      deepStrictEqual(
        (await t.names("v1", "Secret")).filter((name) => name.startsWith("opm.")),
        [],
      );
    },
  },
];
