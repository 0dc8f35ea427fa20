// Secrets that the schema shows only where there are values, and text that may be one (SEC-6, SEC-7).
import { afterAll, describe, expect, test } from "vitest";
import { CANARY, COMPONENT, MODULE, RECIPIENT, leaksIn, opm, removeFolders, values } from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

const SECRET = 'schemas.#Secret & {$secretName: "keys", $dataKey: string}';
const config = (text: string, given: string, component = COMPONENT("")): Files => ({
  "module.cue": MODULE(`\n\t${text}\n`),
  "values.cue": `package main\nvalues: {\n\t${given}\n}\n`,
  "components.cue": component,
});

describe("in lists, in maps and under conditions", () => {
  const cases: readonly (readonly [string, string, (secret: string) => string, string])[] = [
    [
      "a list",
      `users: [...{name: string, key: ${SECRET}}]`,
      (secret) => `users: [{name: "a", key: ${secret}}]`,
      "users[0].key",
    ],
    [
      "a map",
      `teams: [string]: keys: [string]: ${SECRET}`,
      (secret) => `teams: x: keys: y: ${secret}`,
      "teams.x.keys.y",
    ],
    [
      "a condition",
      `mode: *"off" | "on"\n\tif mode == "on" {token: ${SECRET}}`,
      (secret) => `mode: "on", token: ${secret}`,
      "token",
    ],
  ];
  test.each(cases)("%s", async (_, schema, given, path) => {
    const good = config(schema, given(`{$dataKey: "k", value: "${CANARY}"}`));
    const listed = await opm(["secret", "list", ".", "-o", "json"], good);
    expect(JSON.parse(listed.out)).toMatchObject([{ path, how: "literal", secretName: "keys" }]);
    const built = await opm(["mod", "build", "."], good);
    expect(built.exit).toBe(0);
    expect(built.out).toContain("k: '***'");
    const tagged = await opm(["secret", "list", "."], config(schema, given("_ @env(PW)")));
    expect(tagged.out).toContain("tag @env(PW)");
    for (const wrong of [
      `"${CANARY}"`,
      `{$dataKey: "k", value: ["${CANARY}"]}`,
      `{$dataKey: "k", vlaue: "${CANARY}"}`,
    ]) {
      const ran = await opm(["mod", "build", "."], config(schema, given(wrong)));
      expect(ran.exit).toBe(2);
      expect(leaksIn(ran.out + ran.err)).toEqual([]);
    }
    expect(leaksIn(listed.out + built.out + built.err)).toEqual([]);
  });

  test("a mistake beside one does not hide it", async () => {
    const files = config(
      `users: [...{name: string, key: ${SECRET}}]`,
      `users: [{name: 5, key: {$dataKey: "k", value: "${CANARY}"}}]`,
    );
    const ran = await opm(["mod", "build", "."], files);
    expect(ran.exit).toBe(2);
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
  });
});

describe("text that may be a secret", () => {
  test("fields that the schema does not know, unless they are plainly something else", async () => {
    for (const given of [`passwrd: value: "${CANARY}"`, `pasword: "${CANARY}"`, `other: ["${CANARY}"]`]) {
      const ran = await opm(["mod", "build", ".", "--set", "db.password.value=x"], {
        "values.cue": `package main\nvalues: db: {${given}}\n`,
      });
      expect(ran.exit).toBe(2);
      expect(ran.err).toContain("values.cue:2");
      expect(leaksIn(ran.err)).toEqual([]);
    }
    const plain = await opm(["mod", "build", "."], {
      "values.cue":
        'package main\nvalues: db: {hots: "db.example.com", password: {source: "k8s", path: "p", remoteKey: "k"}}\n',
    });
    expect(plain.err).toContain("db.example.com");
  });

  test("literals that a secret is put together from", async () => {
    const module = MODULE(
      '\n\tdb: password: schemas.#APIKeySecret & {#prefix: "sk_", $secretName: "s", $dataKey: "k"}\n',
    );
    for (const top of [`_pw: "${CANARY}"`, `let _pw = "${CANARY}"`])
      for (const expression of ["_pw", '"x\\(_pw)y"', '_pw + "-end"']) {
        const ran = await opm(["mod", "build", "."], {
          "module.cue": module,
          "values.cue": `package main\n${top}\nvalues: db: password: value: ${expression}\n`,
        });
        expect(ran.exit).toBe(2);
        expect(leaksIn(ran.out + ran.err)).toEqual([]);
      }
  });

  test("a name of an object", async () => {
    const named = COMPONENT(
      "",
      'config_resources.#Secrets\n\tspec: secrets: (#config.db.password.value): data: a: "eA=="',
    );
    const files = { ...values(`{value: "zx9-canary-41c7qm2v"}`), "components.cue": named };
    for (const words of [
      ["mod", "tree", "."],
      ["mod", "tree", ".", "-o", "json"],
      ["mod", "build", "."],
    ]) {
      const ran = await opm(words, files);
      expect(ran.out + ran.err).not.toContain("zx9-canary-41c7qm2v");
    }
  });
});

describe("@opm(secret, …) in a module that a package releases (SEC-11)", () => {
  const files = (given: string): Files => ({
    "module.cue": MODULE('\n\tdb: password: string @opm(secret, secretName="db-creds", secretKey="password")\n'),
    "releases/releases.cue": `package releases
import (
	"opmodel.dev/core@v0"
	shop "example.com/shop@v0:main"
)
one: core.#ModuleRelease & {
	metadata: {name: "one", namespace: "apps"}
	#module: shop
	values: db: password: ${given}
}
all: core.#BundleRelease & {
	metadata: name: "all"
	#bundle: core.#Bundle & {
		metadata: {apiVersion: "example.com/all@v0", name: "all"}
		#modules: "shop": shop
		#config: {}
		#instances: "shop": values: db: password: ${given}
	}
	values: {}
}
`,
  });
  const commands = [
    ["release", "build", "releases", "one"],
    ["release", "build", "releases", "all"],
    ["bundle", "build", "releases"],
  ];

  test.each(commands)("%s %s %s %s", async (...words) => {
    const ran = await opm([...words.filter((word) => word !== undefined), "-o", "json"], files(`value: "${CANARY}"`));
    expect(ran.exit).toBe(0);
    expect(ran.objects["Secret/db-creds"].data).toEqual({ password: "***" });
    expect(leaksIn(ran.out + ran.err)).toEqual([]);
    // Text is as good as in a values file: the author declared the field as one.
    const bare = await opm([...words.filter((word) => word !== undefined), "-o", "json"], files(`"${CANARY}"`));
    expect(bare.exit).toBe(0);
    expect(bare.objects["Secret/db-creds"].data).toEqual({ password: "***" });
    expect(leaksIn(bare.out + bare.err)).toEqual([]);
  });
});

test("encrypting nothing is an error, and prints nothing", async () => {
  const ran = await opm(["secret", "encrypt", "--kubernetes", "--to", RECIPIENT, "s.yaml"], {
    "s.yaml": `a: ${CANARY}\n`,
  });
  expect(ran.exit).toBe(2);
  expect(ran.out).toBe("");
  expect(ran.err).toContain("OPM5115");
});
