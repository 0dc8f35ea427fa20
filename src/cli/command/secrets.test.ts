// Secrets from values to manifests, by the command line: the scenarios of the model and everything that must not leak.
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { decryptFile, encryptFile, plainText } from "../../secrets/index.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const CONFIG = `
	db: {
		host: string | *"db.internal"
		// The password of the application's database.
		password: schemas.#Secret & {$secretName: "db-creds", $dataKey: "password"}
	}
`;

const MODULE = (config = CONFIG, extra = ""): string => `package main

import (
	"opmodel.dev/core@v0"
	"opmodel.dev/schemas@v0"
)

core.#Module

metadata: {
	apiVersion: "example.com/shop@v0"
	name:       "shop"
	version:    "0.1.0"
}
_used: schemas.#Secret
#config: {${config}}
values: #config
${extra}
`;

const COMPONENT = (body = "env: DB_PASSWORD: from: #config.db.password", more = "", imports = ""): string => `package main

import (
	workload_resources "opmodel.dev/resources/workload@v0"
	config_resources "opmodel.dev/resources/config@v0"
	${imports}
)

_uses: config_resources.#Secrets

#components: web: {
	workload_resources.#Container
	metadata: labels: "core.opmodel.dev/workload-type": "stateless"
	${more}
	spec: container: {
		name:  "web"
		image: "example.com/web:1"
		${body}
	}
}
`;

type Files = Readonly<Record<string, string>>;

function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "opm-secrets-"));
  folders.push(folder);
  const all: Files = {
    "cue.mod/module.cue": `module: "example.com/shop@v0"\nlanguage: version: "v0.15.0"\n` +
      `deps: {\n${["core", "schemas", "resources", "traits", "interfaces", "policies"].map((m) => `\t"opmodel.dev/${m}@v0": v: "v0.1.0"`).join("\n")}\n}\n`,
    "module.cue": MODULE(),
    "components.cue": COMPONENT(),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
  readonly objects: Record<string, any>;
  readonly folder: string;
}

async function opm(words: readonly string[], files: Files, env: Record<string, string> = {}, terminal = false): Promise<Ran> {
  const folder = folderOf(files);
  const io = memoryIo(folder, { HOME: folder, ...env }, terminal);
  const { exit } = await main(words, io, "0.0.0");
  const objects: Record<string, any> = {};
  if (words.includes("json") && io.out() !== "")
    for (const object of JSON.parse(io.out())) objects[`${object.kind}/${object.metadata.name}`] = object;
  return { exit, out: io.out(), err: io.err(), objects, folder };
}

const build = (files: Files, ...more: string[]) => opm(["mod", "build", ".", "-o", "json", ...more], files);
const values = (password: string): Files => ({ "values.cue": `package main\nvalues: db: password: ${password}\n` });
const envOf = (ran: Ran): any[] => ran.objects["Deployment/web"].spec.template.spec.containers[0].env;

const CANARY = "Zx9-canary-41c7Qm2v";
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("scenarios of the model (SEC-12)", () => {
  test("A: a literal in development becomes a Secret (SEC-4)", async () => {
    const ran = await build(values(`{value: "dev-password-123"}`), "--reveal=always");
    expect(ran.err).toBe("");
    expect(ran.objects["Secret/db-creds"].data).toEqual({ password: base64("dev-password-123") });
    expect(envOf(ran)).toEqual([
      { name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "db-creds", key: "password" } } },
    ]);
  });

  test("B: a reference for production becomes an ExternalSecret (SEC-4)", async () => {
    const ran = await build(values(`{source: "k8s-eso", path: "secret/data/prod/db", remoteKey: "password"}`));
    expect(ran.err).toBe("");
    const object = ran.objects["ExternalSecret/db-creds"];
    expect(object.apiVersion).toBe("external-secrets.io/v1beta1");
    expect(object.spec).toEqual({
      refreshInterval: "1h",
      secretStoreRef: { kind: "ClusterSecretStore", name: "default" },
      target: { name: "db-creds" },
      data: [{ secretKey: "password", remoteRef: { key: "secret/data/prod/db", property: "password" } }],
    });
    expect(envOf(ran)[0].valueFrom.secretKeyRef).toEqual({ name: "db-creds", key: "password" });
  });

  test("C: an existing Secret: nothing is made (SEC-4)", async () => {
    const ran = await build(values(`{source: "k8s", path: "existing-db-secret", remoteKey: "pw"}`));
    expect(ran.err).toBe("");
    expect(Object.keys(ran.objects)).toEqual(["Deployment/web"]);
    expect(envOf(ran)[0].valueFrom.secretKeyRef).toEqual({ name: "existing-db-secret", key: "pw" });
  });

  test("D: an unfulfilled secret is told at its field, with its comment (SEC-9)", async () => {
    const ran = await build({ "values.cue": "package main\nvalues: db: {}\n" });
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("the secret db.password has no value");
    expect(ran.err).toContain("module.cue:");
    expect(ran.err).toContain("The password of the application's database.");
  });

  test("E: a tag is fetched before evaluation (SEC-3)", async () => {
    const words = ["mod", "build", ".", "-o", "json", "--reveal=always"];
    const byEnv = await opm(words, values("_ @env(DB_PASSWORD)"), { DB_PASSWORD: CANARY });
    expect(byEnv.err).toBe("");
    expect(byEnv.objects["Secret/db-creds"].data).toEqual({ password: base64(CANARY) });
    const byFile = await opm(words, { ...values('_ @file("pw.txt", trim=true)'), "pw.txt": `${CANARY}\n` });
    expect(byFile.err).toBe("");
    expect(byFile.objects["Secret/db-creds"].data).toEqual({ password: base64(CANARY) });
    const missing = await opm(words, values("_ @env(NOT_THERE)"));
    expect(missing.exit).toBe(2);
    expect(missing.err).toContain("NOT_THERE");
    expect(readFileSync(join(byEnv.folder, "values.cue"), "utf8")).not.toContain(CANARY);
  });

  test("F: an interface is fulfilled with a secret (SEC-10)", async () => {
    const files: Files = {
      "module.cue": MODULE("\n"),
      "components.cue": COMPONENT(
        `env: {
			DB_HOST: value:    requires.db.host
			DB_PASSWORD: from: requires.db.password
		}`,
        "requires: db: interfaces.#Postgres",
        '"opmodel.dev/interfaces@v0"',
      ),
      "platform/cue.mod/module.cue": `module: "example.com/platform@v0"\nlanguage: version: "v0.15.0"\ndeps: "opmodel.dev/core@v0": v: "v0.1.0"\n`,
      "platform/platform.cue": `package platform

bindings: shop: web: requires: db: {
	host: "db.prod.internal"
	dbName: "shop"
	username: "shop"
	password: {source: "k8s-eso", path: "secret/data/prod/db", remoteKey: "password"}
}
`,
    };
    const ran = await build(files, "--platform", "platform");
    expect(ran.err).toBe("");
    expect(ran.objects["ExternalSecret/postgres"].spec.data[0].remoteRef).toEqual({ key: "secret/data/prod/db", property: "password" });
    expect(envOf(ran)).toEqual([
      { name: "DB_HOST", value: "db.prod.internal" },
      { name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "postgres", key: "password" } } },
    ]);
  });
});
