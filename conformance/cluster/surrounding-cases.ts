import { deepStrictEqual, equal, match, ok, rejects } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { Server as HttpsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { clusterVerb } from "../../bench/cluster.ts";
import { Follower, KubeClient } from "../../src/cluster/index.ts";
import type { KubeApi, KubeObject, KubeTransport } from "../../src/cluster/index.ts";
import { nodeClock } from "../../src/host/node-clock.ts";
import { codes, config, deployment, open, sleep, text } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";
import { folderOf, opm } from "./opm.ts";
import { secondPlane } from "./second-plane.ts";
import type { SecondPlane } from "./second-plane.ts";

/** A webhook on this machine, with a certificate of the control plane's own authority. */
async function webhook(
  t: Trial,
  kind: "Validating" | "Mutating",
  answer: (object: KubeObject) => unknown,
  more: Record<string, unknown> = {},
): Promise<{ close(): void; name: string }> {
  const pki = join(t.server.run ?? "", "pki");
  const server: HttpsServer = createServer(
    { cert: readFileSync(join(pki, "server.crt")), key: readFileSync(join(pki, "server.key")) },
    (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const review = JSON.parse(body) as { request: { uid: string; object: KubeObject } };
        const result = answer(review.request.object);
        if (result === undefined) return void response.writeHead(500).end();
        if (result === "slow") return;
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({
            apiVersion: "admission.k8s.io/v1",
            kind: "AdmissionReview",
            response: { uid: review.request.uid, ...(result as object) },
          }),
        );
      });
    },
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  const name = `hook-${t.namespace}-${port}`;
  await t.create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: [
      {
        name: "hook.example.com",
        clientConfig: {
          url: `https://127.0.0.1:${port}/`,
          caBundle: readFileSync(join(pki, "ca.crt")).toString("base64"),
        },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] }],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": t.namespace } },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        timeoutSeconds: 1,
        ...more,
      },
    ],
  } as KubeObject);
  await sleep(1200);
  return {
    name,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function withHook<T>(
  t: Trial,
  kind: "Validating" | "Mutating",
  answer: (object: KubeObject) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const hook = await webhook(t, kind, answer);
  try {
    return await work();
  } finally {
    await t.remove("admissionregistration.k8s.io/v1", `${kind}WebhookConfiguration`, hook.name);
    hook.close();
    await sleep(1200);
  }
}

const rule = (verbs: string[], resources: string[], group = "") => ({ apiGroups: [group], resources, verbs });

/** Gives alice rights in the namespace. */
async function grant(t: Trial, name: string, rules: unknown[]): Promise<void> {
  await t.create({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name }, rules } as KubeObject);
  await t.create({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }],
  } as KubeObject);
}

const recordRights = rule(["get", "list", "create", "update", "patch", "delete"], ["secrets"]);

export const surroundingCases: readonly Case[] = [
  {
    number: 38,
    title: "a namespace on its way out is explained",
    level: "controllers",
    async run(t) {
      const other = `${t.namespace}-x`;
      await t.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: other } });
      await t.api.create(
        await t.resource("v1", "ConfigMap"),
        config("hold", {}, { namespace: other, finalizers: ["example.com/hold"] }),
      );
      await t.remove("v1", "Namespace", other, "");
      await sleep(500);
      const out = await t.apply([config("c", { a: "1" }, { namespace: other })], { timeoutMs: 2000 });
      const said = out.diagnostics.map(text).join();
      await t.api.patch(await t.resource("v1", "ConfigMap"), other, "hold", {
        type: "merge",
        body: { metadata: { finalizers: null } },
      });
      ok(/being deleted|terminat/i.test(said), said);
    },
  },
  {
    number: 39,
    title: "an object on its way out is not told as applied",
    level: "api",
    async run(t) {
      await t.good([config("c", { a: "1" })]);
      await t.patch("v1", "ConfigMap", "c", { metadata: { finalizers: ["example.com/hold"] } });
      await t.remove("v1", "ConfigMap", "c");
      const out = await t.apply([config("c", { a: "2" })], { timeoutMs: 1500 });
      equal(out.result?.outcome, "failed");
      match(out.diagnostics.map(text).join(), /finalizer example\.com\/hold/);
      const going = t.apply([config("c", { a: "3" })], { timeoutMs: 10_000 });
      await sleep(1000);
      await t.patch("v1", "ConfigMap", "c", { metadata: { finalizers: null } });
      equal((await going).result?.outcome, "deployed");
      deepStrictEqual((await t.must("v1", "ConfigMap", "c"))["data"], { a: "3" });
    },
  },
  {
    number: 40,
    title: "webhooks that refuse, fail, are slow or absent: the right words, few tries",
    level: "api",
    async run(t) {
      const tries = async (answer: (object: KubeObject) => unknown): Promise<{ said: string; count: number }> => {
        let count = 0;
        const counted = (object: KubeObject): unknown => {
          count++;
          return answer(object);
        };
        const said = await withHook(t, "Validating", counted, async () =>
          (await t.apply([config("c", { a: "1" })])).diagnostics.map(text).join(),
        );
        return { said, count };
      };
      const denied = await tries(() => ({ allowed: false, status: { message: "no red ones" } }));
      match(denied.said, /OPM7102.*no red ones/);
      equal(denied.count, 1);
      match((await tries(() => ({ allowed: false, status: { code: 422, message: "never" } }))).said, /OPM7102.*never/);
      const broken = await tries(() => undefined);
      match(broken.said, /failed calling webhook/);
      ok(broken.count <= 3, `${broken.count} tries`);
      const slow = await tries(() => "slow");
      match(slow.said, /failed calling webhook/);
      equal(await t.get("v1", "ConfigMap", "c"), undefined);
    },
  },
  {
    number: 41,
    title: "what a mutating webhook adds is no difference",
    level: "api",
    async run(t) {
      const patch = Buffer.from(
        JSON.stringify([{ op: "add", path: "/metadata/annotations", value: { injected: "yes" } }]),
      ).toString("base64");
      await withHook(
        t,
        "Mutating",
        (object) => ({
          allowed: true,
          ...(object.metadata.annotations === undefined && { patchType: "JSONPatch", patch }),
        }),
        async () => {
          await t.good([config("c", { a: "1" })]);
          equal((await t.must("v1", "ConfigMap", "c")).metadata.annotations?.["injected"], "yes");
          equal((await t.good([config("c", { a: "1" })])).result.outcome, "unchanged");
        },
      );
    },
  },
  {
    number: 42,
    title: "a release with its own webhook and backend: the hook comes last, after the backend is ready",
    level: "full",
    async run(t) {
      const hook = {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: `own-${t.namespace}` },
        webhooks: [
          {
            name: "own.example.com",
            clientConfig: { service: { name: "web", namespace: t.namespace, path: "/" } },
            rules: [
              { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] },
            ],
            namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": t.namespace } },
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
            timeoutSeconds: 1,
          },
        ],
      };
      t.clusterObjects.push({ apiVersion: hook.apiVersion, kind: hook.kind, name: hook.metadata.name });
      await t.good([hook, config("c", { a: "1" }), deployment("web", { replicas: 1 })]);
      const done = t.events
        .filter((event) => event.type === "done")
        .map((event) => (event.type === "done" ? event.id.kind : ""));
      deepStrictEqual(done, ["ConfigMap", "Deployment", "ValidatingWebhookConfiguration"]);
      ok(t.events.some((event) => event.type === "phase" && event.phase === "wait"));
    },
  },
  {
    number: 43,
    title: "rights: none, patch without create, removed midway",
    level: "api",
    async run(t) {
      const alice = { ...open(t.server.alice!).context, leaseSeconds: 3 };
      const none = await t.apply([config("c", { a: "1" }), deployment("web")], {}, alice);
      deepStrictEqual(codes(none.diagnostics), ["OPM7111"]);
      const all = none.diagnostics.map(text).join("\n");
      for (const right of ["configmaps in", "deployments.apps in", "secrets in"])
        ok(all.includes(right), `${right} is not told: ${all}`);
      await grant(t, "some", [recordRights, rule(["get", "patch", "list"], ["configmaps"])]);
      await sleep(500);
      deepStrictEqual(codes((await t.apply([config("c", { a: "1" })], {}, alice)).diagnostics), ["OPM7111"]);
      equal(await t.get("v1", "ConfigMap", "c"), undefined);
      await grant(t, "more", [rule(["create", "get", "patch", "delete", "list", "watch"], ["configmaps"])]);
      await sleep(500);
      const out = await t.apply([config("c", { a: "1" })], {}, alice);
      equal(out.result?.outcome, "deployed");
      const planned = await t.plan([config("c", { a: "2" }), config("d", { a: "2" })], {}, alice);
      await t.remove("rbac.authorization.k8s.io/v1", "RoleBinding", "more");
      await t.remove("rbac.authorization.k8s.io/v1", "RoleBinding", "some");
      await grant(t, "record", [recordRights]);
      await sleep(500);
      const { applyRelease } = await import("../../src/cluster/index.ts");
      const stopped = await applyRelease(alice, planned.planned!, {
        wait: false,
        timeoutMs: 2000,
        holdsSecret: () => false,
      });
      equal(stopped.outcome, "failed");
      deepStrictEqual(codes(stopped.diagnostics), ["OPM7111"]);
      await t.good([config("c", { a: "2" }), config("d", { a: "2" })]);
    },
  },
  {
    number: 44,
    title: "a Role and its binding, applied by somebody who is no administrator",
    level: "api",
    async run(t) {
      const rbac = "rbac.authorization.k8s.io";
      await grant(t, "base", [
        recordRights,
        rule(["get", "list", "watch", "create", "patch", "update", "delete"], ["roles", "rolebindings"], rbac),
        rule(["get"], ["configmaps"]),
      ]);
      await sleep(500);
      const alice = { ...open(t.server.alice!).context, leaseSeconds: 3 };
      const out = await t.apply(
        [
          {
            apiVersion: `${rbac}/v1`,
            kind: "RoleBinding",
            metadata: { name: "reader" },
            roleRef: { apiGroup: rbac, kind: "Role", name: "reader" },
            subjects: [],
          },
          {
            apiVersion: `${rbac}/v1`,
            kind: "Role",
            metadata: { name: "reader" },
            rules: [rule(["get"], ["configmaps"])],
          },
        ],
        {},
        alice,
      );
      deepStrictEqual(out.diagnostics.filter(({ severity }) => severity === "error").map(text), []);
      const escalation = await t.apply(
        [
          {
            apiVersion: `${rbac}/v1`,
            kind: "Role",
            metadata: { name: "reader" },
            rules: [rule(["delete"], ["nodes"])],
          },
        ],
        { prune: "no" },
        alice,
      );
      match(escalation.diagnostics.map(text).join(), /rights that you do not have/);
    },
  },
  {
    number: 45,
    title: "an overloaded server is given time, and all is done",
    level: "api",
    async run(t) {
      const name = `tight-${t.namespace}`;
      await t.create({
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "PriorityLevelConfiguration",
        metadata: { name },
        spec: {
          type: "Limited",
          limited: { nominalConcurrencyShares: 0, lendablePercent: 0, limitResponse: { type: "Reject" } },
        },
      } as KubeObject);
      await t.create({
        apiVersion: "flowcontrol.apiserver.k8s.io/v1",
        kind: "FlowSchema",
        metadata: { name },
        spec: {
          matchingPrecedence: 100,
          priorityLevelConfiguration: { name },
          distinguisherMethod: { type: "ByUser" },
          rules: [
            {
              subjects: [{ kind: "User", user: { name: "alice" } }],
              resourceRules: [
                { apiGroups: ["*"], resources: ["*"], verbs: ["*"], namespaces: ["*"], clusterScope: true },
              ],
            },
          ],
        },
      } as KubeObject);
      await grant(t, "list", [rule(["list"], ["configmaps"])]);
      await sleep(1500);
      const seen: number[] = [];
      const opened = open(t.server.alice!);
      const { KubeClient } = await import("../../src/cluster/index.ts");
      const client = new KubeClient({
        server: "x",
        transport: opened.transport,
        clock: nodeClock,
        trace: ({ status }) => seen.push(status),
      });
      const resource = await t.resource("v1", "ConfigMap");
      await Promise.all(Array.from({ length: 30 }, () => client.list(resource, t.namespace)));
      equal(seen.filter((status) => status === 200).length, 30);
      ok(seen.includes(429), "it was never overloaded");
    },
  },
  {
    number: 46,
    title: "what is too old, on watch and on continue, begins again and misses nothing",
    level: "api",
    async run(t) {
      const plane = await secondPlane(t.server, ["--watch-cache=false"]);
      const { client, transport } = open(plane.kubeconfig);
      try {
        await tooOldWatch(client, plane);
        await tooOldPage(plane);
      } finally {
        transport.close();
        await plane.end();
      }
    },
  },
  {
    number: 47,
    title: "the API server stops and comes back during a wait: it goes on",
    level: "full",
    async run(t) {
      const folder = t.server.run;
      if (folder === undefined) throw new Error("needs a control plane of its own");
      const going = t.apply(
        [deployment("web", { replicas: 1, pod: { nodeSelector: { late: t.namespace } } })],
        { wait: true, timeoutMs: 60_000 },
        { ...t.context, leaseSeconds: 60 },
      );
      await sleep(1500);
      const [pid = ""] = readFileSync(join(folder, "kube-apiserver.pid"), "utf8").split(" ");
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8")
        .split("\0")
        .filter((word) => word !== "");
      process.kill(Number(pid), "SIGTERM");
      for (let i = 0; i < 200 && spawnSync("kill", ["-0", pid]).status === 0; i++) await sleep(100);
      const { spawn } = await import("node:child_process");
      const { openSync } = await import("node:fs");
      const log = openSync(join(folder, "log/kube-apiserver.log"), "a");
      const again = spawn(command[0]!, command.slice(1), { cwd: folder, detached: true, stdio: ["ignore", log, log] });
      again.unref();
      const born = (): string => readFileSync(`/proc/${again.pid}/stat`, "utf8").split(" ")[21]!;
      writeFileSync(join(folder, "kube-apiserver.pid"), `${again.pid} ${born()}\n`);
      for (let i = 0; i < 200; i++) {
        try {
          await t.patch("v1", "Node", "fake-0", { metadata: { labels: { late: t.namespace } } });
          break;
        } catch {
          await sleep(200);
        }
      }
      const out = await going;
      deepStrictEqual(out.diagnostics.filter(({ severity }) => severity === "error").map(text), []);
      equal(out.result?.outcome, "deployed");
    },
  },
  {
    number: 48,
    title: "three kinds of too large, three messages",
    level: "api",
    async run(t) {
      const say = async (object: KubeObject): Promise<string> => {
        const out = await t.apply([object]);
        return out.diagnostics.map((d) => `${text(d)} ${d.hint}`).join();
      };
      match(await say(config("c", { a: "x".repeat(1024 * 1024 + 1) })), /OPM7113.*1 MiB/);
      match(await say(config("c", { a: "x".repeat(3_300_000) })), /OPM7113.*3 MiB/);
      const group = `${t.namespace}.example.com`;
      await t.create({
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: `bigs.${group}` },
        spec: {
          group,
          scope: "Namespaced",
          names: { plural: "bigs", kind: "Big" },
          versions: [
            {
              name: "v1",
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: "object", properties: { a: { type: "string" } } } },
            },
          ],
        },
      } as KubeObject);
      await sleep(1000);
      await t.api.resources(true);
      const big = { apiVersion: `${group}/v1`, kind: "Big", metadata: { name: "b" }, a: "x".repeat(1_600_000) };
      match(await say(big), /OPM7113.*1\.5 MiB/);
    },
  },
  {
    number: 49,
    title: "two clusters, one down: the other finishes, and so does the first when it is back",
    level: "api",
    async run(t) {
      const plane = await secondPlane(t.server);
      const kubeconfig = join(mkdtempSync(join(tmpdir(), "opm-two-")), "kubeconfig");
      const named = (file: string, name: string): string => readFileSync(file, "utf8").replaceAll("kube-test", name);
      writeFileSync(kubeconfig, named(t.server.admin, "first"), { mode: 0o600 });
      writeFileSync(`${kubeconfig}2`, named(plane.kubeconfig, "second"), { mode: 0o600 });
      const folder = folderOf({});
      cpSync("examples/hello", folder, { recursive: true });
      const environment = (name: string): string =>
        `environments: ${name}: {metadata: name: "${name}", namespace: "${t.namespace}", cluster: kubeContext: "${name}"}\n`;
      writeFileSync(
        join(folder, "environments.cue"),
        `package main\n\n${environment("second")}${environment("first")}`,
      );
      const calling = { cwd: folder, env: { KUBECONFIG: `${kubeconfig}:${kubeconfig}2` } };
      const words = ["mod", "apply", ".", "--all-environments", "--no-wait", "--create-namespace", "--yes"];
      const there = async (file: string): Promise<boolean> => {
        const opened = open(file);
        const resource = (await opened.client.resources()).find("apps/v1", "Deployment")!;
        const found = await opened.client.get(resource, t.namespace, "web");
        opened.transport.close();
        return found !== undefined;
      };
      try {
        await plane.stop();
        const down = await opm(words, calling);
        equal(down.exit, 3, down.err);
        match(down.err, /OPM7006[^]*context second/);
        equal(await there(t.server.admin), true, "the cluster that is up has it");
        await plane.start();
        const both = await opm(words, calling);
        equal(both.exit, 0, both.err);
        equal(await there(plane.kubeconfig), true, "the cluster that came back has it");
        const crossed = await opm(["mod", "plan", ".", "-e", "first", "--context", "second"], calling);
        equal(crossed.exit === 0, false, "another context is refused");
        match(crossed.err, /is in the context first; second is another cluster/);
      } finally {
        await plane.end();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
  {
    number: 50,
    title: "two thousand objects: apply, again, diff, delete, each under ten seconds and 150 MB",
    level: "api",
    async run(t) {
      for (const verb of ["apply", "again", "diff", "delete"]) {
        if (verb === "delete") {
          const record = await t.must("v1", "Secret", "opm.release.v1.bench");
          const size = ((record["data"] as { record: string }).record.length * 3) / 4;
          console.log(`    record: ${Math.round(size)} bytes`);
          ok(size < 64 * 1024, `the record has ${size} bytes`);
        }
        const { ms, mb } = clusterVerb(verb, t.server.admin, t.namespace, 2000);
        console.log(`    ${verb}: ${ms} ms, ${mb} MB`);
        ok(ms < 10_000, `${verb} took ${ms} ms`);
        ok(mb < 150, `${verb} took ${mb} MB`);
      }
    },
  },
];

/** Between a list and its watch everything that was is forgotten: the watch is refused, and a new list tells. */
async function tooOldWatch(client: KubeClient, plane: SecondPlane): Promise<void> {
  const resource = (await client.resources()).find("v1", "ConfigMap")!;
  const create = (name: string) =>
    client.create(resource, { ...config(name, { a: "1" }), metadata: { name, namespace: "default" } });
  const first = await create("first");
  const refused: number[] = [];
  let lists = 0;
  const api = changed<KubeApi>(client, {
    async list(...args) {
      const listed = await client.list(...args);
      if (++lists > 1) return listed;
      await create("second");
      await client.delete(resource, "default", "first", { propagation: "Background" });
      await plane.compact();
      return listed;
    },
    async watch(...args) {
      const watching = await client.watch(...args);
      return {
        close: () => watching.close(),
        async *events() {
          try {
            yield* watching.events();
          } catch (error) {
            refused.push((error as { code?: number }).code ?? 0);
            throw error;
          }
        },
      };
    },
  });
  const follower = new Follower(api, resource, "default", {}, nodeClock, () => {});
  const names = (): string => [...follower.objects.keys()].filter((key) => !key.includes("kube-root")).join();
  for (let i = 0; i < 100 && names() !== "default/second"; i++) await sleep(100);
  equal(names(), "default/second", "what came and what went");
  deepStrictEqual(refused, [410], "the server said 410");
  // And it goes on from there.
  await create("third");
  for (let i = 0; i < 50 && follower.objects.get("default/third") === undefined; i++) await sleep(100);
  follower.stop();
  ok(follower.objects.has("default/third"), "it watches again");
  await rejects(
    async () => {
      for await (const _ of (await client.watch(resource, "default", first.metadata.resourceVersion!)).events()) break;
    },
    (error: { code?: number }) => error.code === 410,
  );
}

/** A list of several pages, whose second page is too old: it begins again, and has every object once. */
async function tooOldPage(plane: SecondPlane): Promise<void> {
  const opened = open(plane.kubeconfig);
  const { transport } = opened;
  const answers: number[] = [];
  let compacted = false;
  const client = new KubeClient({
    server: opened.connection.server,
    clock: nodeClock,
    transport: changed<KubeTransport>(transport, {
      async send(request) {
        if (request.path.includes("continue=") && !compacted) {
          compacted = true;
          await opened.client.create(resource, {
            ...config("late", {}),
            metadata: { name: "late", namespace: "pages" },
          });
          await plane.compact();
        }
        const answer = await transport.send(request);
        answers.push(answer.status);
        return answer;
      },
    }),
  });
  const map = await opened.client.resources();
  const resource = map.find("v1", "ConfigMap")!;
  await opened.client.create(map.find("v1", "Namespace")!, {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "pages" },
  });
  const wanted = Array.from({ length: 1100 }, (_, i) => `p${i}`);
  await Promise.all(
    wanted.map((name) =>
      opened.client.create(resource, { ...config(name, {}), metadata: { name, namespace: "pages" } }),
    ),
  );
  const { items } = await client.list(resource, "pages");
  transport.close();
  ok(compacted && answers.includes(410), "the server said 410");
  const found = items.map(({ metadata }) => metadata.name).filter((name) => name !== "kube-root-ca.crt");
  deepStrictEqual(found.sort(), [...wanted, "late"].sort());
}

/** The same, but for some methods. */
function changed<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name, target);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}
