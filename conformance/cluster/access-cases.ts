import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { KubeClient, TransportFault } from "../../src/cluster/index.ts";
import type { KubeObject } from "../../src/cluster/index.ts";
import { nodeClock } from "../../src/host/node-clock.ts";
import { findConnection } from "../../src/host/node-kube-config.ts";
import { NodeKubeTransport } from "../../src/host/node-kube-transport.ts";
import { config, deployment, job, open, secret, sleep } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";

const canary = "C4nary+b1rd/of=Songs";

/** Every shape in which it could be found. */
function shapes(text: string): string[] {
  const base64 = Buffer.from(text).toString("base64");
  return [
    text,
    base64,
    Buffer.from(base64).toString("base64"),
    encodeURIComponent(text),
    Buffer.from(text).toString("hex"),
    JSON.stringify(text).slice(1, -1),
  ];
}

function absent(where: string, text: string): void {
  for (const shape of shapes(canary))
    ok(
      !text.includes(shape),
      `${where} holds the canary: …${text.slice(Math.max(0, text.indexOf(shape) - 80), text.indexOf(shape) + 60)}…`,
    );
}

async function records(t: Trial): Promise<string> {
  const all = (await t.api.list(await t.resource("v1", "Secret"), t.namespace)).items.filter(
    (object) => object["type"] === "opmodel.dev/release",
  );
  return all
    .map(
      (object) =>
        `${JSON.stringify(object)}${Object.values(object["data"] as Record<string, string>)
          .map((part) => gunzipSync(Buffer.from(part, "base64")).toString())
          .join("")}`,
    )
    .join("\n");
}

function kubeconfig(server: string, user: Record<string, unknown>, cluster: Record<string, unknown> = {}): string {
  const file = join(mkdtempSync(join(tmpdir(), "opm-kc-")), "config");
  writeFileSync(
    file,
    JSON.stringify({
      "current-context": "test",
      clusters: [{ name: "c", cluster: { server, ...cluster } }],
      contexts: [{ name: "test", context: { cluster: "c", user: "u" } }],
      users: [{ name: "u", user }],
    }),
  );
  return file;
}

/** What connecting with a file says: `ok`, or its message. */
async function connect(file: string, context?: string): Promise<string> {
  const found = findConnection({ HOME: "/nonexistent" }, { kubeconfig: file, ...(context && { context }) });
  if (found.value === undefined) return found.diagnostics.map(({ message }) => message).join("; ");
  try {
    const transport = new NodeKubeTransport(found.value, {}, "test");
    const client = new KubeClient({
      server: found.value.server,
      transport,
      clock: { ...nodeClock, sleep: () => Promise.resolve() },
    });
    const resource = {
      group: "",
      version: "v1",
      kind: "Namespace",
      plural: "namespaces",
      namespaced: false,
      verbs: [],
      subresources: [],
    };
    await client.list(resource, undefined);
    transport.close();
    return "ok";
  } catch (error) {
    if (error instanceof TransportFault) return error.message;
    return `${(error as { code?: number }).code} ${(error as { words?: string }).words}`;
  }
}

interface Parts {
  readonly server: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly token: string;
}

function partsOf(t: Trial): Parts {
  const read = (name: string): string =>
    /** YAML of the judge, one value a line. */ readFileSync(join(t.server.run!, name), "utf8");
  const admin = read("admin.kubeconfig");
  const line = (text: string, name: string): string => new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? "";
  return {
    server: line(admin, "server"),
    ca: line(admin, "certificate-authority-data"),
    cert: line(admin, "client-certificate-data"),
    key: line(admin, "client-key-data"),
    token: line(read("admin-token.kubeconfig"), "token"),
  };
}

export const accessCases: readonly Case[] = [
  {
    number: 61,
    title: "the canary: in no message, event, diff, status, record, in no shape",
    level: "controllers",
    async run(t) {
      const known = secret("s", { password: canary });
      const said: unknown[] = [];
      said.push(await t.good([known, config("c", { a: "1" })]));
      const env = [{ name: "P", value: canary }];
      const broken: KubeObject[] = [
        { ...secret("w1", { a: { nested: canary } }, "data") },
        { ...secret("w2", { a: [canary] }, "stringData") },
        { ...secret("w3", {}, "data"), data: [canary] } as unknown as KubeObject,
        { ...config("w4", {}), metadata: { name: "w4", labels: { a: { b: canary } } } } as unknown as KubeObject,
        { ...config("w5", {}), metadata: { name: "w5", labels: { a: `${canary} not a label` } } },
        deployment("w6", { env: [{ name: "P", value: { x: canary } }] }),
        { ...secret("w7", { a: "!not base64!" }, "data") },
        {
          ...secret("w8", {}),
          type: "kubernetes.io/dockerconfigjson",
          data: { ".dockerconfigjson": Buffer.from(`{"auths": ${canary}`).toString("base64") },
        } as unknown as KubeObject,
        { ...secret("s", { password: canary }), type: canary } as unknown as KubeObject,
      ];
      for (const object of broken) {
        const out = await t.apply([known, config("c", { a: "1" }), object], { prune: "no" });
        equal(out.result, undefined, `${object.metadata.name} was applied`);
        said.push(out.diagnostics);
      }
      // Fixed templates: the server prints them whole.
      said.push((await t.good([known, config("c", { a: "1" }), job("j", {}, { env, args: ["1"] })])).diagnostics);
      const never = job("j", {}, { env, args: ["2"] });
      said.push(
        (
          await t.apply([
            known,
            config("c", { a: "1" }),
            { ...never, metadata: { name: "j", annotations: { "opmodel.dev/recreate": "never" } } },
          ])
        ).diagnostics,
      );
      // A change of the secret, in diff and status.
      const changed = await t.plan([secret("s", { password: `${canary}2` }), config("c", { a: "1" })], { prune: "no" });
      const { stepData } = await import("../../src/cli/index.ts");
      const { planText } = await import("../../src/cli/index.ts");
      const steps = changed.planned!.plan.steps;
      match(planText(steps, { paint: (_, text) => text }), /\.data\.password: \*\*\* → \*\*\*/);
      said.push(
        steps.map((step) => stepData(step)),
        planText(steps, { paint: (_, text) => text, foreign: true }),
      );
      await t.patch("v1", "Secret", "s", { data: { password: Buffer.from(`${canary}3`).toString("base64") } });
      const { readRecord, releaseStatus } = await import("../../src/cluster/index.ts");
      const read = await readRecord(t.context, t.release(), true);
      const status = await releaseStatus(t.context, read.value!, read.manifests, true);
      ok(
        status.some(({ drift }) => drift.length > 0),
        "no drift was seen",
      );
      said.push(status);
      // Plans as data hold objects; what is printed and kept does not.
      const told = said
        .map((one) =>
          JSON.stringify(one, (name, value: unknown) =>
            name === "objects" || name === "live" || name === "planned" ? undefined : value,
          ),
        )
        .join("\n");
      absent("what was said", told);
      absent("events", JSON.stringify(t.events));
      absent("the record", await records(t));
      await t.delete();
    },
  },
  {
    number: 62,
    title: "escape sequences are neutralised",
    level: "api",
    async run(t) {
      const { planText } = await import("../../src/cli/index.ts");
      await t.good([config("c", { a: "\u001b[31mred\u0007" })]);
      const out = await t.plan([config("c", { a: "\u001b]0;title\u0007" })]);
      const shown = planText(out.planned!.plan.steps, { paint: (_, text) => text });
      ok(!/[\u0000-\u0008\u000b-\u001f]/.test(shown), "control characters were printed");
      const { refusalDiagnostic } = await import("../../src/cluster/index.ts");
      const { ApiError } = await import("../../src/cluster/index.ts");
      const error = new ApiError({
        status: 422,
        headers: new Map(),
        body: JSON.stringify({ kind: "Status", message: "bad \u001b[2Jvalue" }),
      });
      const resource = await t.resource("v1", "ConfigMap");
      ok(
        !JSON.stringify(
          refusalDiagnostic(
            { id: { group: "", kind: "ConfigMap", namespace: "x", name: "c" }, resource },
            error,
            (text) => text,
          ),
        ).includes("\\u001b"),
      );
    },
  },
  {
    number: 63,
    title: "kubeconfig: every credential and merge form, every failure",
    level: "api",
    async run(t) {
      const { server, ca, cert, key, token } = partsOf(t);
      const authority = { "certificate-authority-data": ca };
      const folder = mkdtempSync(join(tmpdir(), "opm-kc-"));
      for (const [name, data] of [
        ["ca.crt", ca],
        ["u.crt", cert],
        ["u.key", key],
      ] as const)
        writeFileSync(join(folder, name), Buffer.from(data, "base64"));
      writeFileSync(join(folder, "token"), `${token}\n`);
      writeFileSync(join(folder, "wrong"), "wrong");
      const good: [string, string][] = [
        [
          "certificate data",
          kubeconfig(server, { "client-certificate-data": cert, "client-key-data": key }, authority),
        ],
        [
          "certificate files",
          kubeconfig(
            server,
            { "client-certificate": join(folder, "u.crt"), "client-key": join(folder, "u.key") },
            { "certificate-authority": join(folder, "ca.crt") },
          ),
        ],
        ["token", kubeconfig(server, { token }, authority)],
        [
          "token file wins over token",
          kubeconfig(server, { token: "wrong", tokenFile: join(folder, "token") }, authority),
        ],
        ["insecure", kubeconfig(server, { token }, { "insecure-skip-tls-verify": true })],
        [
          "server name",
          kubeconfig(
            server.replace("127.0.0.1", "localhost"),
            { token },
            { ...authority, "tls-server-name": "kubernetes.default" },
          ),
        ],
        [
          "impersonation",
          kubeconfig(
            server,
            { token, as: "jane", "as-groups": ["system:masters"], "as-user-extra": { reason: ["x"] } },
            authority,
          ),
        ],
        ["a slash behind the address", kubeconfig(`${server}/`, { token }, authority)],
      ];
      for (const [what, file] of good) equal(await connect(file), "ok", what);
      // Relative paths are relative to the file.
      const relative = join(folder, "config");
      writeFileSync(
        relative,
        JSON.stringify({
          "current-context": "x",
          clusters: [{ name: "c", cluster: { server, "certificate-authority": "ca.crt" } }],
          users: [{ name: "u", user: { tokenFile: "token" } }],
          contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
        }),
      );
      equal(await connect(relative), "ok");
      const failures: [string, string, RegExp][] = [
        ["wrong token", kubeconfig(server, { token: "wrong" }, authority), /^401/],
        ["nobody", kubeconfig(server, {}, authority), /403 .*system:anonymous/],
        [
          "basic beside token",
          kubeconfig(server, { token, username: "a", password: "b" }, authority),
          /both a token and a password/,
        ],
        ["auth-provider", kubeconfig(server, { "auth-provider": { name: "gcp" } }, authority), /auth-provider \(gcp\)/],
        [
          "exec v1alpha1",
          kubeconfig(
            server,
            { exec: { apiVersion: "client.authentication.k8s.io/v1alpha1", command: "x" } },
            authority,
          ),
          /v1 and v1beta1/,
        ],
        [
          "exec without a mode",
          kubeconfig(server, { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "x" } }, authority),
          /interactiveMode/,
        ],
        [
          "a group without a user",
          kubeconfig(server, { token, "as-groups": ["x"] }, authority),
          /without a user to act as/,
        ],
        [
          "insecure with an authority",
          kubeconfig(server, { token }, { ...authority, "insecure-skip-tls-verify": true }),
          /only one of them/,
        ],
        [
          "another authority",
          kubeconfig(server, { token }, { "certificate-authority-data": cert }),
          /not of the kubeconfig's authority/,
        ],
        ["no authority", kubeconfig(server, { token }), /not of the kubeconfig's authority/],
        [
          "an authority that is no PEM",
          kubeconfig(server, { token }, { "certificate-authority-data": Buffer.from("x").toString("base64") }),
          /no PEM/,
        ],
        [
          "another name",
          kubeconfig(server, { token }, { ...authority, "tls-server-name": "elsewhere" }),
          /for other names/,
        ],
        [
          "a key of another",
          kubeconfig(
            server,
            { "client-certificate-data": cert, "client-key-data": Buffer.from(generateKey()).toString("base64") },
            authority,
          ),
          /does not belong/,
        ],
        ["half a pair", kubeconfig(server, { "client-certificate-data": cert }, authority), /without its key/],
        ["refused", kubeconfig("https://127.0.0.1:1", { token }, authority), /refuses connections/],
        ["no such name", kubeconfig("https://nowhere.invalid", { token }, authority), /cannot be resolved/],
        [
          "no such token file",
          kubeconfig(server, { tokenFile: "/nonexistent" }, authority),
          /cannot read the token file/,
        ],
        [
          "a proxy that is not there",
          kubeconfig(server, { token }, { ...authority, "proxy-url": "http://127.0.0.1:1" }),
          /the proxy 127\.0\.0\.1:1 does not answer/,
        ],
        [
          "socks",
          kubeconfig(server, { token }, { ...authority, "proxy-url": "socks5://127.0.0.1:1" }),
          /not supported/,
        ],
        ["no address", kubeconfig("", { token }, authority), /no server address/],
      ];
      for (const [what, file, expected] of failures) match(await connect(file), expected, what);
      match(await connect(good[0]![1], "other"), /there is no context "other"/);
      // Through a proxy.
      const proxy = createServer();
      const { connect: dial } = await import("node:net");
      let used = 0;
      proxy.on("connect", (request, socket) => {
        used++;
        const [host = "", port = ""] = (request.url ?? "").split(":");
        const other = dial(Number(port), host, () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          other.pipe(socket);
          socket.pipe(other);
        });
        other.on("error", () => socket.destroy());
        socket.on("error", () => other.destroy());
      });
      await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
      const { port } = proxy.address() as { port: number };
      equal(
        await connect(kubeconfig(server, { token }, { ...authority, "proxy-url": `http://127.0.0.1:${port}` })),
        "ok",
      );
      ok(used > 0);
      proxy.closeAllConnections();
      proxy.close();
    },
  },
  {
    number: 64,
    title: "exec plugins: eight faults, expiry, a 401, one run for fifty requests",
    level: "api",
    async run(t) {
      const { server, ca, token } = partsOf(t);
      const folder = mkdtempSync(join(tmpdir(), "opm-exec-"));
      const count = join(folder, "count");
      const plugin = (name: string, body: string): string => {
        const file = join(folder, name);
        writeFileSync(file, `#!/bin/sh\necho x >> ${count}\n${body}\n`);
        chmodSync(file, 0o755);
        return file;
      };
      const credential = (status: unknown, apiVersion = "client.authentication.k8s.io/v1"): string =>
        `cat <<'E'\n${JSON.stringify({ kind: "ExecCredential", apiVersion, ...(status === undefined ? {} : { status }) })}\nE`;
      const file = (command: string, more: Record<string, unknown> = {}): string =>
        kubeconfig(
          server,
          { exec: { apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never", command, ...more } },
          { "certificate-authority-data": ca },
        );
      const cases: [string, RegExp, Record<string, unknown>?][] = [
        [plugin("version", credential({ token }, "client.authentication.k8s.io/v1beta1")), /apiVersion/],
        [plugin("nostatus", credential(undefined)), /no status/],
        [plugin("neither", credential({})), /neither a token nor a certificate/],
        [plugin("half", credential({ clientCertificateData: "x" })), /certificate without its key/],
        [plugin("fails", "exit 7"), /exit code 7/],
        [join(folder, "missing"), /not installed/, { installHint: "get it" }],
        [plugin("garbage", "echo garbage"), /no JSON/],
        [plugin("always", credential({ token })), /wants a terminal/, { interactiveMode: "Always" }],
        [plugin("time", credential({ token, expirationTimestamp: "never" })), /no time/],
      ];
      for (const [command, expected, more] of cases) match(await connect(file(command, more)), expected, command);
      equal(await connect(file(plugin("good", credential({ token })))), "ok");
      // The plugin is told what it asks for.
      equal(
        await connect(
          file(
            plugin("told", `echo "$KUBERNETES_EXEC_INFO" | grep -q '"server"' || exit 9\n${credential({ token })}`),
            { provideClusterInfo: true },
          ),
        ),
        "ok",
      );
      const runs = (): number => readFileSync(count, "utf8").split("\n").length - 1;
      const client = (command: string): KubeClient => {
        const connection = findConnection({}, { kubeconfig: file(command) }).value!;
        return new KubeClient({ server, transport: new NodeKubeTransport(connection, {}, "t"), clock: nodeClock });
      };
      const resource = await t.resource("v1", "Namespace");
      let before = runs();
      const many = client(plugin("once", `sleep 0.2\n${credential({ token })}`));
      await Promise.all(Array.from({ length: 50 }, () => many.list(resource, undefined)));
      equal(runs() - before, 1, "one run for fifty requests");
      before = runs();
      const wrong = client(plugin("wrong", credential({ token: "wrong" })));
      await wrong.list(resource, undefined).catch(() => undefined);
      equal(runs() - before, 2, "once, and once again after the 401");
      before = runs();
      const short = client(
        plugin("short", credential({ token, expirationTimestamp: new Date(Date.now() + 5000).toISOString() })),
      );
      await short.list(resource, undefined);
      await short.list(resource, undefined);
      equal(runs() - before, 2, "what is about to end is asked for again");
      // A static token wins: the plugin never runs.
      before = runs();
      equal(
        await connect(
          kubeconfig(
            server,
            {
              token,
              exec: {
                apiVersion: "client.authentication.k8s.io/v1",
                interactiveMode: "Never",
                command: join(folder, "fails"),
              },
            },
            { "certificate-authority-data": ca },
          ),
        ),
        "ok",
      );
      equal(runs(), before);
      deepStrictEqual(typeof open(t.server.admin).connection.server, "string");
      await sleep(0);
    },
  },
];

function generateKey(): string {
  return spawnSync("openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout"], { encoding: "utf8" }).stdout;
}
