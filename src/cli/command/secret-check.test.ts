// `opm secret check` against a cluster (SEC-13): what references point at is tested, and never shown.
import { afterAll, describe, expect, test } from "vitest";
import type { ClusterTarget, OpenSecretCluster } from "../../secrets/index.ts";
import { CANARY, MODULE, leaksIn, opm, removeFolders, values } from "./secrets-fixture.ts";
import type { Files, Ran } from "./secrets-fixture.ts";

afterAll(removeFolders);

/** A cluster with these Secrets: namespace/name to data. */
function clusterOf(
  secrets: Readonly<Record<string, Record<string, string>>>,
  seen: ClusterTarget[] = [],
): OpenSecretCluster {
  return (target) => {
    seen.push(target);
    return {
      readSecret: async (namespace, name) => {
        const data = secrets[`${namespace}/${name}`];
        return { value: data === undefined ? null : new Map(Object.entries(data)), diagnostics: [] };
      },
    };
  };
}

const check = (files: Files, cluster?: OpenSecretCluster, ...more: string[]): Promise<Ran> =>
  opm(["secret", "check", ".", ...more], files, {}, false, cluster);

const reference = values('{source: "k8s", path: "existing", remoteKey: "pw"}');
const external = values('_ @secret(source=eso, path="prod/db", key=pw)');
const strict = MODULE(
  '\n\tdb: password: schemas.#APIKeySecret & {#prefix: "sk_", $secretName: "db-creds", $dataKey: "password"}\n',
);

describe("references", () => {
  test("are fetched and tested", async () => {
    const good = await check(
      { "module.cue": strict, ...reference },
      clusterOf({ "default/existing": { pw: `sk_${CANARY}` } }),
    );
    expect(good.err).toBe("");
    expect(good.exit).toBe(0);
    expect(good.out).toMatch(/reference k8s:existing#pw .* ok\n/);
    const bad = await check({ "module.cue": strict, ...reference }, clusterOf({ "default/existing": { pw: CANARY } }));
    expect(bad.exit).toBe(2);
    expect(bad.out).toContain("refused");
    expect(bad.err).toContain("values.cue:2");
    expect(leaksIn(good.out + good.err + bad.out + bad.err)).toEqual([]);
  });

  test("to what is not there are errors", async () => {
    const none = await check(reference, clusterOf({}));
    expect(none.exit).toBe(5);
    expect(none.out).toContain("not in the cluster");
    expect(none.err).toContain("db.password: the cluster has no Secret default/existing");
    const key = await check(reference, clusterOf({ "default/existing": { other: CANARY } }));
    expect(key.exit).toBe(5);
    expect(key.err).toContain("the Secret default/existing has no key pw");
    expect(key.err).toContain("its keys: other");
    expect(leaksIn(key.out + key.err)).toEqual([]);
  });

  test("of External Secrets are tested as the operator made them, once it has", async () => {
    const made = await check(
      { "module.cue": strict, ...external },
      clusterOf({ "default/db-creds": { password: CANARY } }),
    );
    expect(made.exit).toBe(2);
    expect(made.out).toContain("refused");
    expect(leaksIn(made.out + made.err)).toEqual([]);
    const early = await check(external, clusterOf({}));
    expect(early.exit).toBe(0);
    expect(early.out).toContain("not checked: the cluster has no Secret default/db-creds yet");
    expect(early.err).toContain("OPM5014");
    expect(early.err).toContain("the reference could not be checked");
  });

  test("that could not be checked are listed; --strict makes that an error", async () => {
    const none = await check(reference);
    expect(none.exit).toBe(0);
    expect(none.out).toContain("not checked: no cluster");
    expect(none.err).toContain("db.password (k8s:existing#pw): no cluster");
    expect((await check(reference, undefined, "--strict")).exit).toBe(2);
    const silent: OpenSecretCluster = () => ({
      readSecret: async () => ({
        diagnostics: [{ code: "OPM5004", severity: "error", message: "connection refused" }],
      }),
    });
    const refused = await check(reference, silent);
    expect(refused.exit).toBe(0);
    expect(refused.out).toContain("not checked: connection refused");
  });

  test("are looked for in the cluster and namespace of each environment", async () => {
    const files = {
      ...reference,
      "environments.cue": `package main
environments: {
	dev: {metadata: name: "dev", namespace: "dev"}
	prod: {metadata: name: "prod", namespace: "shop", cluster: {kubeContext: "prod-eu", kubeConfig: "/k"}}
}
`,
    };
    const seen: ClusterTarget[] = [];
    const cluster = clusterOf({ "shop/existing": { pw: CANARY }, "dev/existing": {} }, seen);
    const ran = await check(files, cluster, "--all-environments", "-o", "json");
    expect(ran.exit).toBe(5);
    expect(JSON.parse(ran.out)).toMatchObject([
      { environment: "dev", path: "db.password", result: "not in the cluster" },
      { environment: "prod", path: "db.password", result: "ok" },
    ]);
    expect(seen).toContainEqual({ namespace: "shop", context: "prod-eu", kubeconfig: "/k", foreign: true });
    expect(seen).toContainEqual({ namespace: "dev" });
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
  });
});

test("a tag reads the cluster of its environment", async () => {
  const files = {
    "module.cue": strict,
    ...values('_ @secret(source=k8s, path="existing", key=pw)'),
    "environments.cue": 'package main\nenvironments: dev: {metadata: name: "dev", namespace: "dev"}\n',
  };
  const ran = await check(files, clusterOf({ "dev/existing": { pw: `sk_${CANARY}` } }), "-e", "dev");
  expect(ran.err).toBe("");
  expect(ran.out).toMatch(/tag @secret.* ok\n/);
  expect(leaksIn(ran.out)).toEqual([]);
});
