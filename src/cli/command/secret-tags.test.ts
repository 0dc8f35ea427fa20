// Tags wherever values are written, and those that only the cluster can fetch.
import { afterAll, describe, expect, test } from "vitest";
import {
  CANARY,
  COMPONENT,
  MODULE,
  base64,
  build,
  envOf,
  leaksIn,
  opm,
  removeFolders,
  values,
} from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

const ESO = '@secret(source=eso, path="secret/data/prod/db", key=password)';
const REMOTE = { key: "secret/data/prod/db", property: "password" };
const revealed = ["-o", "json", "--reveal=always"];

const environments = (body: string): Files => ({ "environments.cue": `package main\nenvironments: ${body}\n` });
const RELEASE = (more: string): Files => ({
  "releases/releases.cue": `package releases
import (
	"opmodel.dev/core@v0"
	shop "example.com/shop@v0:main"
)
one: core.#ModuleRelease & {
	metadata: {name: "one", namespace: "apps"}
	#module: shop
	${more}
}
`,
});

describe("tags in evaluated CUE (SEC-3)", () => {
  const env = { PW: CANARY };

  test("in an environment", async () => {
    const files = environments('dev: {metadata: name: "dev", values: db: password: _ @env(PW)}');
    const ran = await opm(["mod", "build", ".", "-e", "dev", ...revealed], files, env);
    expect(ran.err).toBe("");
    expect(ran.objects["Secret/db-creds"].data).toEqual({ password: base64(CANARY) });
    const shown = await opm(["env", "show", "dev", ".", "-o", "json"], files, env);
    expect(shown.exit).toBe(0);
    expect(leaksIn(shown.out + shown.err)).toEqual([]);
  });

  test("in a release that somebody wrote; those of #config are no values", async () => {
    const files = {
      ...RELEASE("values: db: {host: string @env(HOST), password: _ @env(PW)}"),
      "module.cue": MODULE().replace('string | *"db.internal"', 'string | *"db.internal" @env(NOT_ASKED_FOR)'),
      "components.cue": COMPONENT("env: {H: value: #config.db.host, P: from: #config.db.password}"),
    };
    const ran = await opm(["release", "build", "releases", ...revealed], files, { ...env, HOST: "db.example.com" });
    expect(ran.err).toBe("");
    expect(ran.objects["Secret/db-creds"].data).toEqual({ password: base64(CANARY) });
    expect(envOf(ran)[0]).toEqual({ name: "H", value: "db.example.com" });
    const plain = await opm(["release", "build", "releases", "-o", "json"], {
      ...files,
      ...RELEASE('values: db: password: {source: "k8s", path: "p", remoteKey: "k"}'),
    });
    expect(plain.err).toBe("");
  });

  test("in the platform's bindings", async () => {
    const files = {
      "module.cue": MODULE("\n"),
      "components.cue": COMPONENT(
        "env: P: from: requires.cache.password",
        "requires: cache: interfaces.#Redis",
        '"opmodel.dev/interfaces@v0"',
      ),
      "platform/cue.mod/module.cue": `module: "example.com/platform@v0"\nlanguage: version: "v0.15.0"\n`,
      "platform/platform.cue": `package platform\nbindings: shop: web: requires: cache: {host: "r", password: _ @env(PW)}\n`,
    };
    const ran = await opm(["mod", "build", ".", "--platform", "platform", ...revealed], files, env);
    expect(ran.err).toBe("");
    expect(ran.objects["Secret/redis"].data).toEqual({ password: base64(CANARY) });
  });
});

describe("@secret(source=eso, …) stands for a reference (SEC-3, SEC-4)", () => {
  test("an ExternalSecret, whose store the platform names for each environment", async () => {
    const files = {
      ...values(`_ ${ESO}`),
      ...environments(`{
	dev: metadata: name: "dev"
	prod: {metadata: name: "prod", platform: externalSecrets: {store: "vault-prod", apiVersion: "external-secrets.io/v1"}}
}`),
    };
    const dev = await build(files, "-e", "dev");
    expect(dev.err).toBe("");
    expect(dev.objects["ExternalSecret/db-creds"].spec).toMatchObject({
      secretStoreRef: { kind: "ClusterSecretStore", name: "default" },
      data: [{ secretKey: "password", remoteRef: REMOTE }],
    });
    expect(envOf(dev)[0].valueFrom.secretKeyRef).toEqual({ name: "db-creds", key: "password" });
    const prod = await build(files, "-e", "prod");
    expect(prod.err).toBe("");
    expect(prod.objects["ExternalSecret/db-creds"]).toMatchObject({
      apiVersion: "external-secrets.io/v1",
      spec: { secretStoreRef: { name: "vault-prod" } },
    });
  });

  test("it wins over a literal below it, and constraints stay inert", async () => {
    const files = {
      "module.cue": MODULE(
        '\n\tdb: password: schemas.#APIKeySecret & {#prefix: "sk_", $secretName: "db-creds", $dataKey: "password"}\n',
      ),
      ...values(`{value: "sk_${CANARY}"}`),
      "over.cue": `db: password: _ ${ESO}\n`,
    };
    const ran = await build(files, "-f", "over.cue");
    expect(ran.err).toBe("");
    expect(Object.keys(ran.objects).sort()).toEqual(["Deployment/web", "ExternalSecret/db-creds"]);
  });

  test("source=csi, with what the provider needs", async () => {
    const ran = await build(
      {
        ...values('_ @secret(source=csi, path="prod/db", key=password, roleName=shop)'),
        ...environments('dev: {metadata: name: "dev", platform: secretsStore: provider: "vault"}'),
      },
      "-e",
      "dev",
    );
    expect(ran.err).toBe("");
    expect(ran.objects["SecretProviderClass/db-creds"].spec.parameters.roleName).toBe("shop");
  });

  test("on a decorated field", async () => {
    const ran = await build({
      "module.cue": MODULE('\n\tdb: password: string @opm(secret, secretName="db-creds", secretKey="password")\n'),
      ...values(`_ ${ESO}`),
    });
    expect(ran.err).toBe("");
    expect(ran.objects["ExternalSecret/db-creds"].spec.data[0].remoteRef).toEqual(REMOTE);
  });

  test.each([
    ["in place of a value", `{value: _ ${ESO}}`, "the tag can only stand for a whole #Secret"],
    ["without a key", "_ @secret(source=eso, path=a)", "key is expected"],
    ["with what nobody reads", "_ @secret(source=eso, path=a, key=b, version=3)", "there is no argument version"],
  ])("refused %s", async (_, given, message) => {
    const ran = await build(values(given));
    expect(ran.exit).toBe(2);
    expect(ran.out).toBe("");
    expect(ran.err).toContain(message);
    expect(ran.err).toContain("values.cue:2");
  });

  test("refused where a plain value is asked for", async () => {
    const ran = await build({
      "values.cue": `package main\nvalues: db: {host: string ${ESO}, password: {source: "k8s", path: "p", remoteKey: "k"}}\n`,
    });
    expect(ran.exit).toBe(2);
    expect(ran.err).toContain("OPM5002");
    expect(ran.err).toContain("the tag can only stand for a whole #Secret");
  });
});
