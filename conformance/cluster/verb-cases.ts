// The commands as an operator calls them, for modules, releases and bundles. Their numbers begin at 101: they are ours.
import { deepStrictEqual, equal, match, ok } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Skipped } from "./harness.ts";
import type { Case, Trial } from "./harness.ts";
import { folderOf, opm } from "./opm.ts";
import type { Said } from "./opm.ts";

interface Walk {
  readonly folder: string;
  call(line: string, expected?: number): Promise<Said>;
}

async function walk(
  t: Trial,
  files: Readonly<Record<string, string>>,
  work: (walk: Walk) => Promise<void>,
): Promise<void> {
  const folder = folderOf(files);
  const call = async (line: string, expected = 0): Promise<Said> => {
    const env = { KUBECONFIG: t.server.admin, OPM_LEASE_SECONDS: "2" };
    const said = await opm(line.split(" "), { cwd: folder, env });
    equal(said.exit, expected, `opm ${line} ended with ${said.exit}:\n${said.out}${said.err}`);
    return said;
  };
  try {
    await work({ folder, call });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const deps = ["core", "schemas", "resources", "traits", "interfaces"]
  .map((name) => `\t"opmodel.dev/${name}@v0": v: "v0.1.0"\n`)
  .join("");

/** Its names say nothing about the order: web requires api, and api requires db. */
const chain = (level: string, password: string): Record<string, string> => ({
  "cue.mod/module.cue": `module: "example.com/chain@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${deps}}\n`,
  "module.cue": `package main

import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)

core.#Module
metadata: {apiVersion: "example.com/chain@v0", name: "chain", version: "0.1.0"}
#config: {
	level:    string
	password: schemas.#Secret & {$secretName: "login", $dataKey: "password"}
}
values: #config
values: {level: "${level}", password: value: "${password}"}
`,
  "components.cue": `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	"opmodel.dev/interfaces@v0"
)

_server: {
	workload_resources.#Container
	metadata: name: string
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: container: {name: metadata.name, image: "example.com/\\(metadata.name):1", env: {LEVEL: value: #config.level, LOGIN: from: #config.password}}
}
#components: {
	api: _server & {
		provides: http: interfaces.#HttpServer & {host: "api", port: 80}
		requires: db: #components.db.provides.tcp
	}
	db: _server & {provides: tcp: interfaces.#TcpServer & {host: "db", port: 70}}
	web: _server & {requires: api: #components.api.provides.http}
}
`,
});

/** What `helm create` makes, as a module. */
const shop: Readonly<Record<string, string>> = {
  "cue.mod/module.cue": `module: "example.com/shop@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${deps}}\n`,
  "module.cue": `package main

import "opmodel.dev/core@v0"

core.#Module
metadata: {apiVersion: "example.com/shop@v0", name: "shop", version: "0.1.0"}
#config: image: string
values: #config
values: image: "nginx:1.16.0"
`,
  "components.cue": `package main

import (
	network_traits "opmodel.dev/traits/network@v0"
	security_traits "opmodel.dev/traits/security@v0"
	workload_resources "opmodel.dev/resources/workload@v0"
	workload_traits "opmodel.dev/traits/workload@v0"
)

#components: shop: {
	workload_resources.#Container
	workload_traits.#HealthCheck
	network_traits.#Expose
	security_traits.#WorkloadIdentity

	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	metadata: annotations: "transformer.opmodel.dev/selector": "app.kubernetes.io/name=chart,app.kubernetes.io/instance=shop"
	spec: {
		container: {name: "chart", image: #config.image, ports: http: targetPort: 80}
		healthCheck: {
			livenessProbe: httpGet: {path: "/", port: 80}
			readinessProbe: httpGet: {path: "/", port: 80}
		}
		workloadIdentity: {name: "shop", automountToken: true}
		expose: ports: http: container.ports.http & {exposedPort: 80}
	}
}
`,
};

const linesOf = (said: Said, begin: string): string[] =>
  said.err
    .split("\n")
    .filter((line) => line.startsWith(begin))
    .map((line) => line.slice(begin.length));

export const verbCases: readonly Case[] = [
  {
    number: 101,
    title: "what requires goes after what provides, and leaves before it",
    level: "full",
    run: (t) =>
      walk(t, chain("info", "first-Pass"), async ({ call }) => {
        const inOrder = ["db", "api", "web"].map((name) => `${t.namespace}/${name}`);
        const made = await call(`mod apply . -n ${t.namespace}`);
        deepStrictEqual(linesOf(made, "created Deployment "), inOrder);
        const gone = await call(`mod delete . -n ${t.namespace} --yes`);
        deepStrictEqual(linesOf(gone, "deleted Deployment "), [...inOrder].reverse());
        deepStrictEqual(await t.names("v1", "Secret"), []);
      }),
  },
  {
    number: 102,
    title: "a failed run goes back by itself, with the Secret that it found",
    level: "full",
    run: (t) =>
      walk(t, chain("info", "first-Pass"), async ({ call, folder }) => {
        const login = async (): Promise<unknown> => (await t.must("v1", "Secret", "login"))["data"];
        await call(`mod apply . -n ${t.namespace}`);
        const before = await login();
        // No pod more than there are: new ones are refused.
        await t.create({
          apiVersion: "v1",
          kind: "ResourceQuota",
          metadata: { name: "full" },
          spec: { hard: { pods: "3" } },
        } as never);
        writeFileSync(join(folder, "module.cue"), chain("debug", "second-Pass")["module.cue"]!);
        const failed = await call(`mod apply . -n ${t.namespace} --timeout 8s --rollback-on-failure`, 2);
        match(failed.err, /quota/);
        match(failed.err, /back to revision 1, as revision 3/);
        deepStrictEqual(await login(), before);
        ok(!`${failed.out}${failed.err}`.includes("-Pass"));
        // Who did not see the first value cannot put it back, and says so.
        await t.remove("v1", "ResourceQuota", "full");
        await call(`mod apply . -n ${t.namespace}`);
        const refused = await call(`mod rollback . -n ${t.namespace} --to 1`, 2);
        match(refused.err, /OPM7307[^]*login[^]*password/);
        const kept = await call(`mod rollback . -n ${t.namespace} --to 1 --keep-secrets`);
        match(kept.err, /OPM7310/);
      }),
  },
  {
    number: 103,
    title: "going back is a plan in a file, signed, done exactly or not at all",
    level: "full",
    run: (t) =>
      walk(t, chain("info", "one-Pass"), async ({ call, folder }) => {
        const { privateKey, publicKey } = generateKeyPairSync("ed25519");
        writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
        writeFileSync(join(folder, "key.pub"), publicKey.export({ type: "spki", format: "pem" }));
        const level = async (): Promise<string> =>
          JSON.stringify((await t.must("apps/v1", "Deployment", "web"))["spec"]);
        const verified = `mod apply . -n ${t.namespace} --plan back.json --verify key.pub`;
        await call(`mod apply . -n ${t.namespace}`);
        writeFileSync(join(folder, "module.cue"), chain("debug", "one-Pass")["module.cue"]!);
        await call(`mod apply . -n ${t.namespace}`);
        await call(`mod rollback . -n ${t.namespace} --save back.json --sign key.pem`);
        match(await level(), /debug/, "nothing is changed by saving");
        const file = readFileSync(join(folder, "back.json"), "utf8");
        ok(!file.includes("one-Pass"));
        writeFileSync(join(folder, "back.json"), file.replace('"to": 1', '"to": 2'));
        match((await call(verified, 2)).err, /OPM7201/);
        writeFileSync(join(folder, "back.json"), file);
        match((await call(`${verified} --force-conflicts`, 2)).err, /OPM7201/);
        // Somebody else's field is no reason to refuse; one that the plan changes is.
        await t.patch("apps/v1", "Deployment", "web", { spec: { minReadySeconds: 1 } });
        const scaled = (replicas: number) => t.patch("apps/v1", "Deployment", "api", { spec: { replicas } });
        await scaled(2);
        match((await call(verified, 6)).err, /OPM7103[^]*spec\.replicas/);
        await scaled(1);
        await call(verified);
        match(await level(), /info/);
        match((await call(`mod history . -n ${t.namespace}`)).out, /rollback to 1/);
        match((await call(verified, 2)).err, /OPM7202/, "a plan is done once");
      }),
  },
  {
    number: 104,
    title: "every verb for releases and bundles, in the order of what they need",
    level: "full",
    run: (t) =>
      walk(t, {}, async ({ call, folder }) => {
        cpSync("examples/bundle", folder, { recursive: true });
        const rename = (from: string, to: string): void => {
          for (const name of ["bundle.cue", "releases.cue"])
            writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replaceAll(from, to));
        };
        rename('"shop"', `"${t.namespace}"`);
        rename("shop-staging", `${t.namespace}-staging`);
        const [backend, staging] = [`${t.namespace}-backend`, `${t.namespace}-staging`];
        const both = [`${backend}/api`, `${t.namespace}/web`];
        try {
          match((await call("bundle plan . --create-namespace --exit-code", 10)).out, /api in [^]*web in /);
          deepStrictEqual(linesOf(await call("bundle apply . --create-namespace"), "created Deployment "), both);
          match((await call("bundle status .")).out, /api in [^]*Current[^]*web in [^]*3\/3|Pod web/);
          match((await call("bundle diff . --exit-code")).out, /nothing to do[^]*nothing to do/);
          rename("2025.11", "2025.12");
          await call("bundle plan . --save two.json");
          deepStrictEqual(linesOf(await call("bundle apply . --plan two.json"), "changed Deployment "), both);
          await call("bundle rollback . --save back.json");
          deepStrictEqual(
            linesOf(await call("bundle apply . --plan back.json"), "changed Deployment "),
            [...both].reverse(),
          );
          match((await call("bundle history .")).out, /rollback to 1[^]*rollback to 1/);
          await call("release apply . apiRelease --create-namespace");
          for (const verb of ["plan", "diff", "status", "history"])
            ok((await call(`release ${verb} . apiRelease`)).out.length > 0, verb);
          const list = JSON.parse((await call("list -A -o json")).out) as { namespace: string; name: string }[];
          deepStrictEqual(
            list
              .filter(({ namespace }) => namespace.startsWith(t.namespace))
              .map(({ name }) => name)
              .sort(),
            ["api", "api", "web"],
          );
          const complete = await call(`__complete -- mod apply --release-name w`);
          match(complete.out, /^web\tin /m);
          match((await call("__complete -- mod apply --context kube")).out, /^kube-test/m);
          await call("release delete . apiRelease --yes");
          deepStrictEqual(linesOf(await call("bundle delete . --yes"), "deleted Deployment "), [...both].reverse());
          await call("bundle status .", 5);
        } finally {
          for (const namespace of [backend, staging]) await t.remove("v1", "Namespace", namespace, "");
        }
      }),
  },
  {
    number: 105,
    title: "a release of the real Helm is taken over, exactly as planned, and no pod is without a Service",
    level: "full",
    run: (t) =>
      walk(t, shop, async ({ call, folder }) => {
        const helm = (...words: string[]): void => {
          const env = { ...process.env, KUBECONFIG: t.server.admin };
          const { status, stderr, error } = spawnSync("helm", words, { cwd: folder, env, encoding: "utf8" });
          if (error !== undefined) throw new Skipped("helm is not on the PATH");
          equal(status, 0, stderr);
        };
        helm("create", "chart");
        helm("install", "shop", "chart", "-n", t.namespace, "--wait", "--set", "fullnameOverride=shop");
        const refused = await call(`mod apply . -n ${t.namespace}`, 6);
        match(refused.err, /OPM7104[^]*belongs to the Helm release [^]*--adopt/);
        const selector = JSON.stringify((await t.must("v1", "Service", "shop"))["spec"]);
        const plan = (await call(`mod plan . -n ${t.namespace} --adopt --save plan.json -o json`)).out;
        const planned = (
          JSON.parse(plan) as {
            steps: { action: string; kind: string; changes: { field: string; after: unknown }[] }[];
          }
        ).steps;
        deepStrictEqual([...new Set(planned.map(({ action }) => action))], ["adopt"]);
        await call(`mod apply . -n ${t.namespace} --plan plan.json`);
        for (const { kind, changes } of planned) {
          const live = await t.must(kind === "Deployment" ? "apps/v1" : "v1", kind, "shop");
          for (const { field, after } of changes.filter((change) => change.field.startsWith('.metadata.labels["')))
            equal(
              live.metadata.labels?.[JSON.parse(field.slice(".metadata.labels[".length, -1)) as string],
              after ?? undefined,
              field,
            );
          ok(
            !JSON.stringify({ ...live, metadata: { ...live.metadata, managedFields: [] } }).includes("helm.sh"),
            `${kind}: Helm's marks are gone`,
          );
        }
        const now = JSON.stringify((await t.must("v1", "Service", "shop"))["spec"]);
        const selects = (text: string): unknown => (JSON.parse(text) as { selector: unknown }).selector;
        deepStrictEqual(selects(now), selects(selector), "the Service selects old pods and new ones");
        match((await call(`mod diff . -n ${t.namespace}`)).out, /nothing to do/);
        for (const name of await t.names("v1", "Secret"))
          if (name.startsWith("sh.helm.")) await t.remove("v1", "Secret", name);
        match((await call(`mod status . -n ${t.namespace}`)).out, /Deployment .*shop {2}Current/);
        await call(`mod delete . -n ${t.namespace} --yes`);
        equal(await t.get("apps/v1", "Deployment", "shop"), undefined);
      }),
  },
];
