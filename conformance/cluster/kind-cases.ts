import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { codes, config, deployment, job, sleep, text } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";
import type { KubeObject } from "../../src/cluster/index.ts";

function crd(plural: string, kind: string, group: string, more: Record<string, unknown> = {}): KubeObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List`, ...more },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
            },
          },
        },
      ],
    },
  };
}

const own = (t: Trial, definition: KubeObject): KubeObject => {
  t.clusterObjects.push({ apiVersion: definition.apiVersion, kind: definition.kind, name: definition.metadata.name });
  return definition;
};

export const kindCases: readonly Case[] = [
  {
    number: 29,
    title: "a definition and its object in one release, twenty times",
    level: "api",
    async run(t) {
      for (let i = 0; i < 20; i++) {
        const group = `g${i}.${t.namespace}.example.com`;
        const objects = [
          own(t, crd("things", "Thing", group)),
          { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "one" }, spec: { a: 1 } },
        ];
        const { planned } = await t.plan(objects, { name: `r${i}` });
        equal(planned?.plan.steps.find(({ id }) => id.kind === "Thing")?.action, "create");
        await t.good(objects, { name: `r${i}` });
      }
    },
  },
  {
    number: 30,
    title: "a definition whose names are taken fails at once",
    level: "api",
    async run(t) {
      const group = `${t.namespace}.example.com`;
      await t.create(crd("apples", "Apple", group));
      for (let i = 0; i < 50; i++) {
        const found = await t.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", `apples.${group}`);
        if (
          JSON.stringify(found?.["status"] ?? {}).includes('"Established","status":"True"') ||
          JSON.stringify(found?.["status"] ?? {}).match(/"status":"True"[^}]*"type":"Established"/)
        )
          break;
        await sleep(50);
      }
      const began = Date.now();
      const out = await t.apply([own(t, crd("pears", "Pear", group, { listKind: "AppleList" }))], { wait: true });
      ok(Date.now() - began < 8000);
      deepStrictEqual(codes(out.diagnostics), ["OPM7402"]);
      match(out.diagnostics.map(text).join(), /ListKindConflict/);
    },
  },
  {
    number: 31,
    title: "a definition on its way out is waited for, then made again",
    level: "controllers",
    async run(t) {
      const group = `${t.namespace}.example.com`;
      const definition = own(t, crd("plums", "Plum", group));
      await t.create({ ...definition, metadata: { ...definition.metadata, finalizers: ["example.com/hold"] } });
      await sleep(300);
      await t.remove("apiextensions.k8s.io/v1", "CustomResourceDefinition", `plums.${group}`);
      const going = t.apply([definition], { wait: true, adopt: true });
      await sleep(1500);
      await t.patch("apiextensions.k8s.io/v1", "CustomResourceDefinition", `plums.${group}`, {
        metadata: { finalizers: null },
      });
      const out = await going;
      deepStrictEqual(out.diagnostics.filter(({ severity }) => severity === "error").map(text), []);
      const now = await t.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", `plums.${group}`);
      equal(now?.metadata.deletionTimestamp, undefined);
      ok(now !== undefined);
    },
  },
  {
    number: 32,
    title: "an aggregated API that is down hurts nobody else",
    level: "api",
    async run(t) {
      const group = `down.${t.namespace}.example.com`;
      await t.create({
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: `v1.${group}` },
        spec: {
          group,
          version: "v1",
          groupPriorityMinimum: 100,
          versionPriority: 10,
          insecureSkipTLSVerify: true,
          service: { name: "none", namespace: t.namespace },
        },
      } as KubeObject);
      await sleep(500);
      await t.api.resources(true);
      await t.good([config("c", { a: "1" })]);
      const out = await t.apply([{ apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "x" } }]);
      deepStrictEqual(codes(out.diagnostics), ["OPM7101"]);
    },
  },
  {
    number: 33,
    title: "a version that is gone: the served one is named",
    level: "api",
    async run(t) {
      const out = await t.apply([{ ...deployment("web"), apiVersion: "apps/v1beta1" }]);
      deepStrictEqual(codes(out.diagnostics), ["OPM7101"]);
      match(out.diagnostics[0]!.hint ?? "", /apps\/v1/);
    },
  },
  {
    number: 34,
    title: "a selector is fixed: an error; with consent made again, pods replaced",
    level: "full",
    async run(t) {
      await t.good([deployment("web", { replicas: 1, label: "one" })], { wait: true });
      const before = await t.must("apps/v1", "Deployment", "web");
      deepStrictEqual(codes((await t.apply([deployment("web", { replicas: 1, label: "two" })])).diagnostics), [
        "OPM7105",
      ]);
      equal((await t.must("apps/v1", "Deployment", "web")).metadata.uid, before.metadata.uid);
      await t.good([deployment("web", { replicas: 1, label: "two" })], { recreate: ["Deployment/web"], wait: true });
      const pods = (await t.api.list(await t.resource("v1", "Pod"), t.namespace)).items;
      deepStrictEqual(
        pods
          .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
          .map(({ metadata }) => metadata.labels?.["app"]),
        ["two"],
      );
    },
  },
  {
    number: 35,
    title: "a policy's denial is no fixed field: nothing is deleted",
    level: "api",
    async run(t) {
      await t.good([deployment("web", { replicas: 0, label: "one" })]);
      const { uid } = (await t.must("apps/v1", "Deployment", "web")).metadata;
      const name = `deny-${t.namespace}`;
      await t.create({
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingAdmissionPolicy",
        metadata: { name },
        spec: {
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: ["apps"],
                apiVersions: ["v1"],
                operations: ["CREATE", "UPDATE"],
                resources: ["deployments"],
              },
            ],
          },
          validations: [{ expression: "object.spec.replicas < 5", message: "field is immutable: no more than five" }],
        },
      } as KubeObject);
      await t.create({
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingAdmissionPolicyBinding",
        metadata: { name },
        spec: {
          policyName: name,
          validationActions: ["Deny"],
          matchResources: { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": t.namespace } } },
        },
      } as KubeObject);
      let out = await t.plan([deployment("web", { replicas: 9, label: "one" })], { recreate: true });
      for (let i = 0; i < 60 && codes(out.diagnostics).length === 0; i++) {
        await sleep(250);
        out = await t.plan([deployment("web", { replicas: 9, label: "one" })], { recreate: true });
      }
      deepStrictEqual(
        codes((await t.apply([deployment("web", { replicas: 9, label: "one" })], { recreate: true })).diagnostics),
        ["OPM7102"],
      );
      equal((await t.must("apps/v1", "Deployment", "web")).metadata.uid, uid);
    },
  },
  {
    number: 36,
    title: "a claim is never made again by a general flag",
    level: "api",
    async run(t) {
      const claim = (size: string): KubeObject => ({
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: size } } },
      });
      await t.good([claim("2Gi")]);
      const { uid } = (await t.must("v1", "PersistentVolumeClaim", "data")).metadata;
      const codesFound = codes((await t.apply([claim("1Gi")], { recreate: true })).diagnostics);
      ok(codesFound[0] === "OPM7106" || codesFound[0] === "OPM7102", codesFound.join());
      equal((await t.must("v1", "PersistentVolumeClaim", "data")).metadata.uid, uid);
    },
  },
  {
    number: 37,
    title: "a Job that changes runs again; its variables are in no message",
    level: "controllers",
    async run(t) {
      const canary = "canary-7f3a9b21c4";
      await t.good([job("migrate", {}, { env: [{ name: "A", value: canary }], args: ["one"] })]);
      const before = await t.must("batch/v1", "Job", "migrate");
      const never = { ...job("migrate", {}, { env: [{ name: "A", value: `${canary}x` }], args: ["two"] }) };
      const refused = await t.apply([
        { ...never, metadata: { name: "migrate", annotations: { "opmodel.dev/recreate": "never" } } },
      ]);
      deepStrictEqual(codes(refused.diagnostics), ["OPM7105"]);
      ok(!JSON.stringify(refused.diagnostics).includes(canary), "the canary is in a message");
      await t.good([job("migrate", {}, { args: ["two"] })]);
      ok((await t.must("batch/v1", "Job", "migrate")).metadata.uid !== before.metadata.uid);
    },
  },
];
