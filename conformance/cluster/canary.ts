// node tool/run.mjs conformance/cluster/canary.ts: secrets through every command about clusters, on a real server that
// says whatever it likes about them. Nothing of it may be in what is printed, saved or recorded; see run.ts for where the
// server comes from.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { KubeObject } from "../../src/cluster/index.ts";
import { findLeak, leakForms } from "../secrets-canary-search.ts";
import { fakeKubelet } from "./fake-kubelet.ts";
import { findServer } from "./find-server.ts";
import { Trial, secret, sleep } from "./harness.ts";
import { folderOf, opm } from "./opm.ts";
import type { Said } from "./opm.ts";

const core = (): string => randomBytes(12).toString("hex");
const cores = { literal: core(), derived: core(), live: core(), changed: core() };
const literal = `lit-${cores.literal}-x`;
const live = `live-${cores.live}-x`;
const forms = leakForms(
  Object.values(cores),
  [literal, live].map((text) => Buffer.from(text).toString("base64")),
);

const deps = ["core", "schemas", "resources", "traits", "interfaces"]
  .map((name) => `\t"opmodel.dev/${name}@v0": v: "v0.1.0"\n`)
  .join("");

const moduleFiles = (namespace: string, password: string): Record<string, string> => ({
  "cue.mod/module.cue": `module: "example.com/canary@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n${deps}}\n`,
  "module.cue": `package main

import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)

core.#Module
metadata: {apiVersion: "example.com/canary@v0", name: "canary", version: "0.1.0"}
#config: {
	level:   string | *"info"
	literal: schemas.#Secret & {$secretName: "literal", $dataKey: "password"}
	derived: schemas.#Secret & {$secretName: "derived", $dataKey: "url"}
	live:    schemas.#Secret & {$secretName: "live", $dataKey: "token"}
}
values: #config
queries: "live.value": {apiVersion: "v1", kind: "Secret", name: "source", path: "data.token"}
environments: {
	one: {metadata: name: "one", namespace: "${namespace}", rollout: order: 1}
	two: {metadata: name: "two", namespace: "${namespace}-two", rollout: order: 2}
}
`,
  "values.cue": `package main

values: {
	literal: value: "${password}"
	derived: value: "postgres://app:" + values.literal.value + "@db"
}
`,
  "components.cue": `package main

import workload_resources "opmodel.dev/resources/workload@v0"

#components: web: {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	spec: container: {
		name: "web", image: "example.com/web:1"
		env: {
			LEVEL: value: #config.level
			A: from: #config.literal
			B: from: #config.derived
			C: from: #config.live
		}
	}
}
`,
});

let runs = 0;
const hits: string[] = [];
function search(where: string, text: string): void {
  const found = findLeak(text, forms);
  if (found !== undefined) hits.push(`${where}: ${found}`);
}

async function main(t: Trial): Promise<void> {
  const folder = folderOf(moduleFiles(t.namespace, literal));
  const kubeconfig = t.server.admin;
  const call = async (line: string, expected?: number, env: Record<string, string> = {}): Promise<Said> => {
    const said = await opm(line.split(" "), {
      cwd: folder,
      env: { KUBECONFIG: kubeconfig, OPM_LEASE_SECONDS: "2", ...env },
    });
    runs++;
    search(`opm ${line}, stdout`, said.out);
    search(`opm ${line}, stderr`, said.err);
    if (expected !== undefined && said.exit !== expected)
      hits.push(`opm ${line} ended with ${said.exit}, not ${expected}: ${said.err.slice(0, 600)}`);
    if (process.env["SHOW"]) console.log(`$ opm ${line}\n${said.out}${said.err}`);
    return said;
  };
  /** Every way to look at it. */
  const look = async (): Promise<void> => {
    for (const line of [
      "mod plan . -n NS",
      "mod plan . -n NS -o json",
      "mod plan . -n NS -o yaml",
      "mod diff . -n NS",
      "mod diff . -n NS -o json",
      "mod status . -n NS",
      "mod status . -n NS -o json",
      "mod history . -n NS -o json",
      "mod history . -n NS",
      "list -A -o json",
    ])
      await call(line.replaceAll("NS", t.namespace));
    await call(`mod plan . -n ${t.namespace} --save plan.json`);
    if (existsSync(join(folder, "plan.json"))) search("the plan file", readFileSync(join(folder, "plan.json"), "utf8"));
    rmSync(join(folder, "plan.json"), { force: true });
    await records(t);
  };
  const apply = (more = "", expected?: number): Promise<Said> =>
    call(`mod apply . -n ${t.namespace} --yes${more === "" ? "" : ` ${more}`}`, expected);

  await t.create(secret("source", { token: live }));
  await t.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: `${t.namespace}-two` } });
  await t.api.create(await t.resource("v1", "Secret"), {
    ...secret("source", { token: live }),
    metadata: { name: "source", namespace: `${t.namespace}-two` },
  });
  t.clusterObjects.push({ apiVersion: "v1", kind: "Namespace", name: `${t.namespace}-two` });

  await look();
  await denied(t, apply);
  await apply("-o json", 0);
  await look();
  await call(`secret check . -n ${t.namespace}`, 0);
  await drifted(t);
  await look();
  await apply();
  await apply("--force-conflicts", 0);
  await immutable(t, folder, apply);
  await failing(t, folder, apply);
  await look();
  await call(`mod history . -n ${t.namespace} --logs`);
  await call(`mod rollback . -n ${t.namespace} --dry-run --keep-secrets`);
  await call(`mod rollback . -n ${t.namespace} --yes --keep-secrets --no-wait -o json`);
  await call(`mod rollback . -n ${t.namespace} --to 1`);
  await look();
  if (t.server.alice !== undefined) {
    await call(`mod apply . -n ${t.namespace} --yes --set live.value=${live}`, 4, { KUBECONFIG: t.server.alice });
    await call(`mod status . -n ${t.namespace} --set live.value=${live}`, 4, { KUBECONFIG: t.server.alice });
  }
  await call("mod plan . -n no-such-namespace");
  await call(`mod apply . -n ${t.namespace} --context nowhere --yes`);
  await call(`mod plan . -n ${t.namespace}`, undefined, { KUBECONFIG: "/dev/null" });
  await adopted(t, folder, call);
  await call(`mod delete . -n ${t.namespace} --dry-run`);
  await call(`mod delete . -n ${t.namespace} --yes -o json`, 0);
  await records(t);
  for (const line of [
    "start . --yes --no-wait --adopt",
    "status .",
    "status . -o json",
    "pause .",
    "resume .",
    "abort .",
  ])
    await call(`rollout ${line}`);
  await records(t);
  rmSync(folder, { recursive: true, force: true });
}

/** What opm keeps in the cluster, unpacked. */
async function records(t: Trial): Promise<void> {
  const resource = await t.resource("v1", "Secret");
  for (const namespace of [t.namespace, `${t.namespace}-two`]) {
    const { items } = await t.api.list(resource, namespace);
    for (const item of items) {
      if (!item.metadata.name.startsWith("opm.")) continue;
      search(`the record ${item.metadata.name}`, JSON.stringify(item));
      for (const text of Object.values((item["data"] ?? {}) as Record<string, string>)) {
        const bytes = Buffer.from(text, "base64");
        search(`the record ${item.metadata.name}`, bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString());
      }
    }
  }
}

/** Policies that quote what they judge, as a refusal and as a warning. */
async function denied(t: Trial, apply: (more?: string, expected?: number) => Promise<Said>): Promise<void> {
  for (const action of ["Deny", "Warn"]) {
    const name = `canary-${action.toLowerCase()}-${t.namespace}`;
    const policy = "admissionregistration.k8s.io/v1";
    await t.create({
      apiVersion: policy,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: {
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": t.namespace } },
          resourceRules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["secrets"] },
          ],
        },
        validations: [
          {
            expression:
              "!has(object.data) || !('password' in object.data || 'url' in object.data || 'token' in object.data)",
            messageExpression: "'it holds ' + object.data.map(k, string(object.data[k])).join(' ')",
          },
        ],
      },
    } as KubeObject);
    await t.create({
      apiVersion: policy,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: [action] },
    } as KubeObject);
    await sleep(3000);
    const said = await apply("--no-wait", action === "Deny" ? undefined : 0);
    const wanted = action === "Deny" ? said.exit !== 0 : /warning/i.test(said.err);
    if (!wanted) hits.push(`the policy that should ${action} did not: ${said.exit} ${said.err.slice(0, 300)}`);
    await t.remove(policy, "ValidatingAdmissionPolicyBinding", name, "");
    await t.remove(policy, "ValidatingAdmissionPolicy", name, "");
    await sleep(1500);
  }
}

/** Somebody writes secrets where none belongs, and changes those that are there. */
async function drifted(t: Trial): Promise<void> {
  const containers = [{ name: "web", env: [{ name: "LEVEL", value: literal }] }];
  await t.api.apply(
    await t.resource("apps/v1", "Deployment"),
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: t.namespace, annotations: { "example.com/note": `${live} ${literal}` } },
      spec: { template: { spec: { containers } } },
    } as KubeObject,
    { manager: "kubectl", force: true },
  );
  const data = {
    password: Buffer.from(`other-${cores.changed}`).toString("base64"),
    more: "eA==",
  };
  await t.patch("v1", "Secret", "literal", { data });
}

/** Data that cannot be changed any more. */
async function immutable(t: Trial, folder: string, apply: (more?: string) => Promise<Said>): Promise<void> {
  await t.patch("v1", "Secret", "derived", { immutable: true });
  writeFileSync(join(folder, "values.cue"), moduleFiles(t.namespace, `next-${cores.changed}`)["values.cue"]!);
  await apply("--no-wait");
  await apply("--no-wait --force-conflicts");
  await apply("--no-wait --force-conflicts --recreate");
}

/** Pods, events and logs that say what they were given. */
async function failing(t: Trial, folder: string, apply: (more?: string) => Promise<Said>): Promise<void> {
  const said = `cannot log in with next-${cores.changed} and ${Buffer.from(live).toString("base64")}`;
  // The fake kubelet would call every pod well.
  const kwok = Number(readFileSync(join(t.server.run ?? "", "kwok.pid"), "utf8").split(" ")[0]);
  process.kill(kwok, "SIGSTOP");
  const kubelet = await fakeKubelet(t, () => `${said}\n\x1b[31mlast line ${live}\n`);
  writeFileSync(
    join(folder, "components.cue"),
    moduleFiles(t.namespace, "")["components.cue"]!.replace("web:1", "web:2"),
  );
  const going = apply("--force-conflicts --timeout 40s");
  const pods = await t.resource("v1", "Pod");
  let pod: KubeObject | undefined;
  for (let i = 0; i < 150 && pod === undefined; i++) {
    pod = (await t.api.list(pods, t.namespace)).items.find((one) => JSON.stringify(one["spec"]).includes("web:2"));
    await sleep(100);
  }
  if (pod === undefined) hits.push("no pod of the new version came");
  else {
    await t.create({
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `canary-${t.namespace}` },
      type: "Warning",
      reason: "BackOff",
      message: said,
      involvedObject: { kind: "Pod", name: pod.metadata.name, namespace: t.namespace, uid: pod.metadata.uid },
      lastTimestamp: new Date().toISOString(),
    } as KubeObject);
    const container = {
      name: "web",
      image: "x",
      imageID: "",
      ready: false,
      restartCount: 5,
      state: { waiting: { reason: "CrashLoopBackOff", message: said } },
      lastState: { terminated: { exitCode: 1, reason: "Error", message: said } },
    };
    const conditions = ["Ready", "ContainersReady"].map((type) => ({ type, status: "False" }));
    for (let i = 0; i < 20; i++) {
      await t
        .patch(
          "v1",
          "Pod",
          pod.metadata.name,
          { status: { conditions, containerStatuses: [container] } },
          "kubelet",
          "status",
        )
        .catch(() => undefined);
      await sleep(300);
    }
  }
  const failed = await going;
  if (failed.exit === 0) hits.push(`the failing pod was taken for well: ${failed.err}`);
  if (!failed.err.includes("last line")) console.log(`  (no log was shown: ${failed.err.slice(-700)})`);
  await kubelet.close();
  process.kill(kwok, "SIGCONT");
}

/** Objects of kubectl, with their secrets in an annotation. */
async function adopted(
  t: Trial,
  folder: string,
  call: (line: string, expected?: number) => Promise<Said>,
): Promise<void> {
  await call(`mod delete . -n ${t.namespace} --yes`, 0);
  const data = { password: Buffer.from(literal).toString("base64") };
  const last = JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name: "literal" }, data });
  await t.create({
    ...secret("literal", data, "data"),
    metadata: { name: "literal", annotations: { "kubectl.kubernetes.io/last-applied-configuration": last } },
  });
  await call(`mod plan . -n ${t.namespace}`);
  await call(`mod plan . -n ${t.namespace} --adopt`);
  await call(`mod diff . -n ${t.namespace} --adopt -o json`);
  await call(`mod apply . -n ${t.namespace} --adopt --yes --no-wait`, 0);
}

const server = findServer();
if (typeof server === "string") {
  console.log(`skipped: ${server}`);
  process.exit(0);
}
const t = new Trial(server);
await t.begin();
try {
  await main(t);
} finally {
  await t.end();
}
for (const hit of hits) console.log(`✘ ${hit}`);
console.log(`${runs} runs: ${hits.length} hits`);
process.exit(hits.length > 0 ? 1 : 0);
