// What `opm mod publish` says of secrets that the module's own files would give away.
import { afterAll, describe, expect, test } from "vitest";
import { CANARY, MODULE, leaksIn, opm, removeFolders, values } from "./secrets-fixture.ts";
import type { Files, Ran } from "./secrets-fixture.ts";

afterAll(removeFolders);

// Nothing listens there: what is said before the registry is asked is what matters here.
const publish = (files: Files, env: Record<string, string> = {}): Promise<Ran> =>
  opm(["mod", "publish", "v0.1.0", ".", "--registry", "localhost:1+insecure"], files, env);

describe("literal secrets (SEC-9)", () => {
  test("each place is named, no value is shown", async () => {
    const ran = await publish({
      "values.cue": `package main

values: db: password: {
	value: "${CANARY}"
}
`,
      "environments.cue": `package main
environments: {
	dev: {metadata: name: "dev", values: db: password: value: "dev-${CANARY}"}
	prod: {metadata: name: "prod", values: db: password: _ @env(PW)}
}
`,
    });
    expect(ran.err.match(/error\[OPM5015\]: the secret db\.password would be published/g)).toHaveLength(2);
    expect(ran.err).toContain("values.cue:4:9 written here");
    expect(ran.err).toContain("environments.cue:3:60 written here");
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
    expect(ran.exit).toBe(2);
  });

  test("a default of the schema is written there too", async () => {
    const module = MODULE(
      `\n\tdb: password: schemas.#Secret & {$secretName: "db-creds", $dataKey: "password", value: string | *"${CANARY}"}\n`,
    );
    const ran = await publish({ "module.cue": module, "components.cue": "package main\n" });
    expect(ran.err).toContain("OPM5015");
    expect(ran.err).toContain("module.cue:");
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
  });

  test("tags and references give nothing away", async () => {
    for (const [given, env] of [
      ["_ @env(PW)", { PW: CANARY }],
      ['{source: "k8s", path: "p", remoteKey: "k"}', {}],
    ] as const) {
      const ran = await publish(values(given), env);
      expect(ran.err).not.toContain("OPM5015");
      expect(ran.exit).toBe(3);
    }
  });
});

describe("private files", () => {
  test("are refused by name before anything leaves, and named ones are not", async () => {
    const files = { ...values('{source: "k8s", path: "p", remoteKey: "k"}'), ".env": "A=b\n", "tls/a.key": "k" };
    const refused = await publish(files);
    expect(refused.err).toContain("error[OPM9403]: nothing was published");
    expect(refused.err).toContain(".env: looks like environment variables");
    expect(refused.err).toContain("tls/a.key: looks like a private key");
    expect(refused.exit).toBe(2);
    const lines = ["--registry", "localhost:1+insecure", "--allow", ".env", "--allow", "./tls/a.key"];
    const named = await opm(["mod", "publish", "v0.1.0", ".", ...lines], files, {});
    expect(named.err).not.toContain("OPM9403");
    expect(named.exit).toBe(3);
  });
});
