// Secrets from values to manifests, by the command line: the scenarios of the model and everything that must not leak.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nodeCrypto } from "../../host/node-crypto.ts";
import { decryptFile, encryptFile, plainText } from "../../secrets/index.ts";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";
import {
  CANARY,
  COMPONENT,
  IDENTITY as identity,
  MODULE,
  RECIPIENT as recipient,
  base64,
  build,
  envOf,
  folderOf,
  leaksIn,
  opm,
  removeFolders,
  values,
} from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

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
    expect(missing.exit).toBe(5);
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
    expect(ran.objects["ExternalSecret/postgres"].spec.data[0].remoteRef).toEqual({
      key: "secret/data/prod/db",
      property: "password",
    });
    expect(envOf(ran)).toEqual([
      { name: "DB_HOST", value: "db.prod.internal" },
      { name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "postgres", key: "password" } } },
    ]);
  });
});

const literal = values(`{value: "${CANARY}"}`);
const expectNone = (text: string): void => expect(leaksIn(text)).toEqual([]);

describe("nothing leaks (SEC-7)", () => {
  test("data of Secrets is masked and counted", async () => {
    const ran = await opm(["mod", "build", "."], literal);
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain("password: '***'");
    expect(ran.err).toBe("1 secret value shown as ***; --reveal prints it\n");
    expectNone(ran.out + ran.err);
  });

  test("--reveal is refused where the text would stay, unless always", async () => {
    const refused = await opm(["mod", "build", "--reveal", "."], literal);
    expect(refused.exit).toBe(1);
    expect(refused.out).toBe("");
    expect(refused.err).toContain("OPM5013");
    expect((await opm(["mod", "build", "--reveal", "."], literal, {}, true)).out).toContain(base64(CANARY));
    const toFiles = await opm(["mod", "build", "--reveal", ".", "--out-dir", "out"], literal, {}, true);
    expect(toFiles.exit).toBe(1);
  });

  const args = (expression: string, more = "", imports = "") => ({
    ...literal,
    "components.cue": COMPONENT(`args: [${expression}]`, more, imports),
  });
  const password = "#config.db.password.value";
  test.each([
    ["a reference", args(password)],
    ["an interpolation", args(`"--dsn=postgres://app:\\(${password})@db"`)],
    ["a sum", args(`"x" + ${password}`)],
    ["strings.Join", args(`strings.Join(["a", ${password}], ":")`, "", '"strings"')],
    ["strings.ToUpper, which no search would find", args(`strings.ToUpper(${password})`, "", '"strings"')],
    ["base64", args(`base64.Encode(null, ${password})`, "", '"encoding/base64"')],
    ["a hash", args(`hex.Encode(sha256.Sum256(${password}))`, "", '"encoding/hex"\n\t"crypto/sha256"')],
    ["json.Marshal", args("json.Marshal(#config.db)", "", '"encoding/json"')],
    ["a part of it", args(`strings.Split(${password}, "-")[2]`, "", '"strings"')],
    ["a comprehension", args("for v in #config.db.password {v}")],
    ["its length", args(`"\\(len(${password}))"`)],
  ])("%s in an argument is an error that shows the way", async (_, files) => {
    const ran = await opm(["mod", "build", "."], files);
    expect(ran.exit).toBe(2);
    expect(ran.out).toBe("");
    expect(ran.err).toContain(
      "the secret values.db.password would be readable in Deployment/web, at spec.template.spec.containers.0.args.",
    );
    expect(ran.err).toContain("its way: values.db.password → component web: spec.container.args.");
    expect(ran.err).toContain("values.cue:2");
    expect(ran.err).toContain("components.cue:");
    expectNone(ran.err);
  });

  test.each([
    ["environment value", COMPONENT(`env: X: value: ${password}`), "Deployment/web"],
    ["annotation", COMPONENT("", `metadata: annotations: x: ${password}`), "the metadata of component web"],
    [
      "label",
      COMPONENT("", `metadata: labels: x: strings.ToLower(${password})`, '"strings"'),
      "the metadata of component web",
    ],
    [
      "ConfigMap",
      COMPONENT("", `config_resources.#ConfigMaps\n\tspec: configMaps: app: data: url: "x\\(${password})"`),
      "ConfigMap/app",
    ],
  ])("%s", async (_, components, where) => {
    const ran = await opm(["mod", "build", "."], { ...literal, "components.cue": components });
    expect(ran.exit).toBe(2);
    expect(ran.out).toBe("");
    expect(ran.err).toContain(`the secret values.db.password would be readable in ${where}`);
    expectNone(ran.err);
  });

  test("what is made from a secret may go into a Secret", async () => {
    const components = COMPONENT(
      "",
      `config_resources.#Secrets\n\tspec: secrets: dsn: data: url: base64.Encode(null, "x\\(${password})")`,
      '"encoding/base64"',
    );
    const ran = await opm(["mod", "build", "."], { ...literal, "components.cue": components });
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain("2 secret values");
    expectNone(ran.out + ran.err);
  });

  test("a module that reads its own literals is caught by its text", async () => {
    const ran = await opm(["mod", "build", "."], {
      ...literal,
      "components.cue": COMPONENT("args: [values.db.password.value]"),
    });
    expect(ran.exit).toBe(2);
    expectNone(ran.out + ran.err);
  });

  test("SEC-9: --encrypt writes for the environment's keys, else for all's, else for those of .sops.yaml", async () => {
    const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
    const otherRecipient = await identityToRecipient(await generateX25519Identity());
    const environments = {
      "environments.cue": `package main\nimport "opmodel.dev/core@v0"\nenvironments: core.#EnvironmentMap & {dev: metadata: name: "dev", prod: metadata: name: "prod"}\n`,
    };
    const config = (text: string) => ({ ".opm/config.cue": `package config\nconfig: encryption: {${text}}\n` });
    const writtenFor = async (environment: string, files: Record<string, string>): Promise<string[]> => {
      const words = ["mod", "build", ".", "-e", environment, "--encrypt", "--out-dir", "out"];
      const ran = await opm(words, { ...literal, ...environments, ...files });
      expect(ran.err).not.toContain("error");
      const out = join(ran.folder, "out", environment);
      const name = readdirSync(out, { recursive: true, encoding: "utf8" }).find((one) => one.endsWith(".sops.yaml"))!;
      const text = readFileSync(join(out, name), "utf8");
      expectNone(text);
      return [...text.matchAll(/recipient: (age1\w+)/g)].map((found) => found[1]!);
    };
    const both = config(`recipients: ["${recipient}"], environments: prod: ["${otherRecipient}"]`);
    expect(await writtenFor("dev", both)).toEqual([recipient]);
    expect(await writtenFor("prod", both)).toEqual([otherRecipient]);
    const sops = {
      ".sops.yaml": `creation_rules:\n  - path_regex: out/prod/.*\n    age: ${otherRecipient}\n  - age: ${recipient}\n`,
    };
    expect(await writtenFor("dev", sops)).toEqual([recipient]);
    expect(await writtenFor("prod", sops)).toEqual([otherRecipient]);
    const nobody = await opm(["mod", "build", ".", "-e", "dev", "--encrypt", "--out-dir", "out"], {
      ...literal,
      ...environments,
    });
    expect(nobody.exit).not.toBe(0);
  });

  test("--encrypt-to writes one encrypted file for each Secret", async () => {
    const ran = await opm(["mod", "build", ".", "--encrypt-to", recipient, "--out-dir", "out"], literal);
    expect(ran.exit).toBe(0);
    const names = readdirSync(join(ran.folder, "out"))
      .filter((name) => name !== ".opm-files")
      .sort();
    expect(names).toEqual(["deployment-web.yaml", "secret-db-creds.sops.yaml"]);
    const text = readFileSync(join(ran.folder, "out", "secret-db-creds.sops.yaml"), "utf8");
    expectNone(text);
    const opened = await decryptFile({ name: "s.yaml", text }, "yaml", {
      crypto: nodeCrypto,
      identities: { keys: [identity], looked: [] },
    });
    expect(plainText(opened.value!, "s.yaml").value).toContain(base64(CANARY));
    const bad = await opm(["mod", "build", ".", "--encrypt-to", "age1nonsense", "--out-dir", "out"], literal);
    expect(bad.exit).toBe(1);
    expect(() => readdirSync(join(bad.folder, "out"))).toThrow("ENOENT");
  });

  test("a SOPS file is opened in memory as values (SEC-3)", async () => {
    const recipients = [recipient];
    const plain = { name: "s.sops.yaml", text: `db:\n  password:\n    value: ${CANARY}\n` };
    const text = (await encryptFile(plain, "yaml", { crypto: nodeCrypto, recipients, now: new Date(0) })).value!;
    const files = { "s.sops.yaml": text };
    const words = ["mod", "build", ".", "-o", "json", "--reveal=always", "-f", "s.sops.yaml"];
    const ran = await opm(words, files, { SOPS_AGE_KEY: identity });
    expect(ran.err).toBe("");
    expect(ran.objects["Secret/db-creds"].data.password).toBe(base64(CANARY));
    const locked = await opm(words, files);
    expect(locked.exit).toBe(2);
    expect(locked.out).toBe("");
    const cut = await opm(
      words,
      { "s.sops.yaml": text.replace(/mac: .*/, "mac: ENC[AES256_GCM,data:AAAA,iv:AAAA,tag:AAAA,type:str]") },
      { SOPS_AGE_KEY: identity },
    );
    expect(cut.exit).toBe(2);
    expect(cut.out).toBe("");
    expectNone(cut.err + locked.err);
  });

  test("a bare string gets a hint to wrap it (SEC-1), a broken constraint shows nothing (SEC-2)", async () => {
    const bare = await opm(["mod", "build", "."], values(`"${CANARY}"`));
    expect(bare.exit).toBe(2);
    expect(bare.err).toContain("a secret is a struct: write {value: …}");
    expectNone(bare.out + bare.err);
    const module = MODULE(
      '\n\tdb: {host: string | *"h", password: schemas.#APIKeySecret & {#prefix: "sk_", $secretName: "s", $dataKey: "k"}}\n',
    );
    const wrong = await opm(["mod", "build", "."], { "module.cue": module, ...literal });
    expect(wrong.exit).toBe(2);
    expectNone(wrong.out + wrong.err);
    const injected = await opm(
      ["mod", "build", "."],
      { "module.cue": module, ...values("_ @env(PW)") },
      { PW: CANARY },
    );
    expect(injected.exit).toBe(2);
    expectNone(injected.out + injected.err);
    const inert = await opm(["mod", "build", "."], {
      "module.cue": module,
      ...values('{source: "k8s", path: "p", remoteKey: "k"}'),
    });
    expect(inert.exit).toBe(0);
  });

  test("a typed tag outside of secrets is a plain value", async () => {
    const ran = await opm(
      ["mod", "build", ".", "-o", "json"],
      {
        "values.cue": `package main\nvalues: db: {host: string @env(HOST), password: {source: "k8s", path: "p", remoteKey: "k"}}\n`,
        "components.cue": COMPONENT("env: HOST: value: #config.db.host"),
      },
      { HOST: "db.example.com" },
    );
    expect(ran.err).toBe("");
    expect(envOf(ran)).toEqual([{ name: "HOST", value: "db.example.com" }]);
  });

  test("the trace holds no secret", async () => {
    const ran = await opm(["mod", "build", ".", "--trace", "t.json"], literal);
    expectNone(readFileSync(join(ran.folder, "t.json"), "utf8"));
  });
});

describe("dispatch through the pipeline (SEC-4, SEC-5, SEC-11)", () => {
  const two = (first: string, second: string): Files => ({
    "module.cue": MODULE(`
	a: schemas.#Secret & {$secretName: "one", $dataKey: "k"}
	b: schemas.#Secret & {$secretName: "one", $dataKey: "k"}
`),
    "components.cue": COMPONENT("env: {A: from: #config.a, B: from: #config.b}"),
    "values.cue": `package main\nvalues: {a: ${first}, b: ${second}}\n`,
  });

  test("the same key with different values is refused, naming both", async () => {
    const ran = await opm(["mod", "build", "."], two(`value: "${CANARY}"`, 'value: "another-one-7781"'));
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("values.a and values.b both go to key k of the Secret one, with different values");
    expectNone(ran.err);
    expect((await opm(["mod", "build", "."], two(`value: "${CANARY}"`, `value: "${CANARY}"`))).exit).toBe(0);
  });

  test("a mount makes the Secret, the volume and the mount", async () => {
    const ran = await build({
      ...literal,
      "components.cue": COMPONENT('volumeMounts: creds: {mountPath: "/etc/creds", from: #config.db.password}'),
    });
    expect(ran.exit).toBe(0);
    const pod = ran.objects["Deployment/web"].spec.template.spec;
    expect(pod.volumes).toEqual([{ name: "creds", secret: { secretName: "db-creds" } }]);
    expect(pod.containers[0].volumeMounts).toEqual([{ name: "creds", mountPath: "/etc/creds", readOnly: true }]);
    expect(ran.objects["Secret/db-creds"]).toBeDefined();
  });

  test("env takes exactly one source", async () => {
    const ran = await opm(["mod", "build", "."], {
      ...literal,
      "components.cue": COMPONENT('env: X: {value: "v", from: #config.db.password}'),
    });
    expect(ran.exit).toBe(2);
    expectNone(ran.out + ran.err);
  });

  test("an immutable Secret carries its hash, and every reference follows", async () => {
    const components = COMPONENT(
      "env: DB_PASSWORD: from: #config.db.password",
      'config_resources.#Secrets\n\tspec: secrets: "db-creds": {immutable: true, data: password: #config.db.password}',
    );
    const ran = await build({ ...literal, "components.cue": components });
    expect(ran.err).not.toContain("error");
    const name = Object.keys(ran.objects)
      .find((key) => key.startsWith("Secret/"))!
      .slice("Secret/".length);
    expect(name).toMatch(/^db-creds-[0-9a-f]{10}$/);
    expect(ran.objects[`Secret/${name}`].immutable).toBe(true);
    expect(envOf(ran)[0].valueFrom.secretKeyRef).toEqual({ name, key: "password" });
  });
});

describe("@opm(secret, …) (SEC-11)", () => {
  const module = `package main
import "opmodel.dev/core@v0"
core.#Module
metadata: {apiVersion: "example.com/shop@v0", name: "shop", version: "0.1.0"}
#config: db: {
	host: string | *"h"
	password: string & !="forbidden-password" @opm(secret, desc="The password", secretName="db-creds", secretKey="password")
}
values: #config
`;
  test("a plain field becomes a secret, and plain text for it is wrapped", async () => {
    const files = { "module.cue": module, ...values(`"${CANARY}"`) };
    const ran = await build(files, "--reveal=always");
    expect(ran.err).toBe("");
    expect(ran.objects["Secret/db-creds"].data).toEqual({ password: base64(CANARY) });
    expect(envOf(ran)[0].valueFrom.secretKeyRef).toEqual({ name: "db-creds", key: "password" });
    const set = await build(
      { "module.cue": module, "values.cue": "package main\n" },
      "--reveal=always",
      "--set",
      `db.password=${CANARY}`,
    );
    expect(set.err).toBe("");
    expect(set.objects["Secret/db-creds"].data).toEqual({ password: base64(CANARY) });
    const refused = await build({ "module.cue": module, ...values('"forbidden-password"') });
    expect(refused.exit).toBe(2);
    expect(refused.err).not.toContain('"forbidden-password" and');
  });
});

describe("policy (SEC-9)", () => {
  const environments = `package main
environments: {
	dev: metadata: name: "dev"
	production: metadata: name: "production"
}
`;
  test("a literal in production is warned of, a tag is not", async () => {
    const files = { ...literal, "environments.cue": environments };
    const ran = await opm(["mod", "build", ".", "-e", "production"], files);
    expect(ran.exit).toBe(0);
    expect(ran.err).toContain("db.password is a secret with a literal value");
    expect((await opm(["mod", "build", ".", "-e", "dev"], files)).err).not.toContain("literal value");
    const tagged = await opm(
      ["mod", "build", ".", "-e", "production"],
      { ...files, ...values("_ @env(PW)") },
      { PW: CANARY },
    );
    expect(tagged.err).not.toContain("literal value");
  });

  test("#NoLiteralSecrets makes it an error", async () => {
    const policies = `package main
import "opmodel.dev/policies/security@v0"
#policies: secrets: security.#NoLiteralSecrets & {metadata: name: "secrets", spec: noLiteralSecrets: {}}
`;
    const ran = await opm(["mod", "build", "."], { ...literal, "policies.cue": policies });
    expect(ran.exit).toBe(2);
    expect(ran.out).toBe("");
    expect(ran.err).toContain("db.password");
    expectNone(ran.err);
    const tagged = await opm(
      ["mod", "build", "."],
      { ...values("_ @env(PW)"), "policies.cue": policies },
      { PW: CANARY },
    );
    expect(tagged.exit).toBe(0);
  });
});

describe("interfaces (SEC-10)", () => {
  const files: Files = {
    "module.cue": MODULE("\n"),
    "components.cue": COMPONENT(
      "env: DB_HOST: value: requires.db.host",
      "requires: db: interfaces.#Postgres",
      '"opmodel.dev/interfaces@v0"',
    ),
    "platform/cue.mod/module.cue": `module: "example.com/platform@v0"\nlanguage: version: "v0.15.0"\n`,
  };
  const platform = (bindings: string): Files => ({
    ...files,
    "platform/platform.cue": `package platform\nbindings: ${bindings}\n`,
  });
  const withPlatform = ["mod", "build", ".", "--platform", "platform"];

  test("unfulfilled", async () => {
    const ran = await opm(["mod", "build", "."], files);
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain(
      "component web requires opmodel.dev/interfaces/data@v0#Postgres as db, and nothing fulfils it",
    );
    expect(ran.err).toContain("components.cue:");
  });

  test("unknown names", async () => {
    const ran = await opm(withPlatform, platform('shop: web: requires: bd: {host: "x"}'));
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("web.requires.bd");
    expect(ran.err).toContain("did you mean db?");
  });

  test("ill-typed, with both places and no secret", async () => {
    const ran = await opm(
      withPlatform,
      platform(`shop: web: requires: db: {host: 5, dbName: "d", username: "u", password: value: "${CANARY}"}`),
    );
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("platform.cue:2");
    expect(ran.err).toContain("requires.db.host");
    expectNone(ran.err);
    const bare = await opm(
      withPlatform,
      platform(`shop: web: requires: db: {host: "h", dbName: "d", username: "u", password: "${CANARY}"}`),
    );
    expect(bare.exit).toBe(2);
    expectNone(bare.err);
  });

  test("a literal of the platform is marked too", async () => {
    const bound = platform(
      `shop: web: requires: db: {host: "h", dbName: "d", username: "u", password: value: "${CANARY}"}`,
    );
    const ok = await opm(withPlatform, {
      ...bound,
      "components.cue": files["components.cue"]!.replace(
        "env: DB_HOST: value: requires.db.host",
        "env: P: from: requires.db.password",
      ),
    });
    expect(ok.exit).toBe(0);
    expectNone(ok.out + ok.err);
    const leak = await opm(withPlatform, {
      ...bound,
      "components.cue": files["components.cue"]!.replace(
        "env: DB_HOST: value: requires.db.host",
        'args: ["\\(requires.db.password.value)"]',
      ),
    });
    expect(leak.exit).toBe(2);
    expect(leak.err).toContain("the secret bindings.web.requires.db.password would be readable in Deployment/web");
    expectNone(leak.out + leak.err);
  });
});

describe("opm secret", () => {
  test("list", async () => {
    const ran = await opm(["secret", "list", "."], literal);
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/db\.password +literal +db-creds\/password/);
    expectNone(ran.out + ran.err);
    const tag = await opm(["secret", "list", ".", "-o", "json"], values("_ @env(PW)"));
    expect(JSON.parse(tag.out)[0]).toMatchObject({ path: "db.password", how: "tag", detail: "@env(PW)" });
  });

  test("check", async () => {
    expect((await opm(["secret", "check", "."], literal)).out).toMatch(/literal.* ok\n/);
    const reference = await opm(["secret", "check", "."], values('{source: "k8s", path: "p", remoteKey: "k"}'));
    expect(reference.exit).toBe(0);
    expect(reference.out).toContain("not checked: no cluster");
    const missing = await opm(["secret", "check", "."], { "values.cue": "package main\nvalues: db: {}\n" });
    expect(missing.exit).toBe(2);
    expect(missing.out).toContain("missing");
    const module = MODULE(
      '\n\tdb: password: schemas.#APIKeySecret & {#prefix: "sk_", $secretName: "s", $dataKey: "k"}\n',
    );
    const refused = await opm(["secret", "check", "."], { "module.cue": module, ...literal });
    expect(refused.exit).toBe(2);
    expect(refused.out).toContain("refused");
    expectNone(refused.out + refused.err);
  });

  test("encrypt, decrypt, rotate-keys", async () => {
    const folder = folderOf({ "s.yaml": `a: ${CANARY}\n` });
    const run = async (words: string[], terminal = false) => {
      const io = memoryIo(folder, { HOME: folder, SOPS_AGE_KEY: identity }, terminal);
      return { ...(await main(["secret", ...words], io, "0.0.0")), out: io.out(), err: io.err() };
    };
    expect((await run(["encrypt", "s.yaml"])).exit).toBe(2); // nobody could read it
    expect((await run(["encrypt", "-i", "s.yaml", "--to", recipient])).exit).toBe(0);
    const first = readFileSync(join(folder, "s.yaml"), "utf8");
    expectNone(first);
    expect((await run(["decrypt", "s.yaml"])).exit).toBe(1);
    expect((await run(["decrypt", "s.yaml"], true)).out).toBe(`a: ${CANARY}\n`);
    expect((await run(["rotate-keys", "s.yaml"])).exit).toBe(0);
    const second = readFileSync(join(folder, "s.yaml"), "utf8");
    expect(second).not.toBe(first);
    expect((await run(["decrypt", "--reveal=always", "s.yaml"])).out).toBe(`a: ${CANARY}\n`);
    writeFileSync(join(folder, "s.yaml"), second.replace(/data:(.)/, "data:A"));
    const broken = await run(["decrypt", "--reveal=always", "s.yaml"]);
    expect(broken.exit).toBe(2);
    expect(broken.out).toBe("");
  });
});

test("a crash shows no secret, with OPM_DEBUG too", async () => {
  const { Guards } = await import("../guards.ts");
  const { SecretInputs } = await import("./secret-inputs.ts");
  const { crashText } = await import("../print/crash.ts");
  const guards = new Guards();
  const io = memoryIo("/", { OPM_DEBUG: "1" });
  const secrets = new SecretInputs({ io, guard: (guard) => guards.add(guard) });
  const error = new Error(`cannot read ${CANARY}`);
  const early = crashText(error, "mod build", "0", io.env, guards.withheld);
  expectNone(early);
  expect(early).toContain("    at ");
  secrets.opaque(CANARY, "db.password");
  secrets.known();
  guards.io(io).stderr(crashText(error, "mod build", "0", io.env, guards.withheld));
  expectNone(io.err());
  expect(io.err()).toContain("cannot read ***");
});
