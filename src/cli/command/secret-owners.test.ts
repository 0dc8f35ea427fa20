// Which Secret holds what: names, owners, keys that are mounted, and the policy against literals.
import { afterAll, describe, expect, test } from "vitest";
import { CANARY, COMPONENT, MODULE, base64, leaksIn, opm, removeFolders } from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

const TWO = `
	db: {
		user:     schemas.#Secret & {$secretName: "db", $dataKey: "user"}
		password: schemas.#Secret & {$secretName: "db", $dataKey: "password"}
	}
`;
const given = (user: string, password: string): Files => ({
  "module.cue": MODULE(TWO),
  "components.cue": COMPONENT('volumeMounts: creds: {mountPath: "/creds", from: #config.db.user}'),
  "values.cue": `package main\nvalues: db: {user: ${user}, password: ${password}}\n`,
});
const k8s = (path: string, key: string): string => `{source: "k8s", path: "${path}", remoteKey: "${key}"}`;
const build = (files: Files, ...more: string[]) => opm(["mod", "build", ".", "-o", "json", ...more], files);

describe("a mounted secret has a file for each of its keys", () => {
  test.each([
    [
      "one Secret that exists",
      k8s("live", "u"),
      k8s("live", "p"),
      {
        secret: {
          secretName: "live",
          items: [
            { key: "u", path: "user" },
            { key: "p", path: "password" },
          ],
        },
      },
    ],
    [
      "two Secrets that exist",
      k8s("a", "u"),
      k8s("b", "p"),
      {
        projected: {
          sources: [
            { secret: { name: "a", items: [{ key: "u", path: "user" }] } },
            { secret: { name: "b", items: [{ key: "p", path: "password" }] } },
          ],
        },
      },
    ],
    [
      "one that exists and one of the release",
      '{value: "a literal"}',
      k8s("b", "p"),
      {
        projected: {
          sources: [{ secret: { name: "db" } }, { secret: { name: "b", items: [{ key: "p", path: "password" }] } }],
        },
      },
    ],
    ["literals", '{value: "a literal"}', '{value: "another"}', { secret: { secretName: "db" } }],
  ])("%s", async (_, user, password, volume) => {
    const ran = await build(given(user, password));
    expect({ exit: ran.exit, err: ran.err.match(/^error.*/gm) }).toEqual({ exit: 0, err: null });
    expect(ran.objects["Deployment/web"].spec.template.spec.volumes).toEqual([{ name: "creds", ...volume }]);
  });
});

test.each([
  ["a literal", '{value: "a literal"}', "the release"],
  ["External Secrets", '{source: "k8s-eso", path: "p", remoteKey: "k"}', "External Secrets"],
])("the CSI driver and %s may not own one Secret", async (_, other, owner) => {
  const ran = await build(given('{source: "k8s-csi", path: "p", remoteKey: "k"}', other));
  expect({ exit: ran.exit, out: ran.out }).toEqual({ exit: 2, out: "" });
  expect(ran.err).toContain("OPM5005");
  expect(ran.err).toContain(`the CSI driver and ${owner} would both make`);
});

const PLATFORM = `module: "example.com/platform@v0"\nlanguage: version: "v0.15.0"\n`;

test("two requirements of one interface get Secrets of their own", async () => {
  const bound = (name: string): string =>
    `${name}: {host: "${name}", dbName: "d", username: "u", password: value: "${CANARY}-${name}"}`;
  const ran = await opm(["mod", "build", ".", "-o", "json", "--platform", "platform", "--reveal=always"], {
    "module.cue": MODULE("\n"),
    "components.cue": COMPONENT(
      "env: {A: from: requires.main.password, B: from: requires.audit.password}",
      "requires: {main: interfaces.#Postgres, audit: interfaces.#Postgres}",
      '"opmodel.dev/interfaces@v0"',
    ),
    "platform/cue.mod/module.cue": PLATFORM,
    "platform/platform.cue": `package platform\nbindings: shop: web: requires: {${bound("main")}, ${bound("audit")}}\n`,
  });
  expect(ran.err).toBe("");
  expect(ran.objects["Secret/web-main"].data).toEqual({ password: base64(`${CANARY}-main`) });
  expect(ran.objects["Secret/web-audit"].data).toEqual({ password: base64(`${CANARY}-audit`) });
});

describe("#NoLiteralSecrets", () => {
  const policy = `
#policies: nothing: security.#NoLiteralSecrets & {metadata: name: "nothing", appliesTo: components: ["web"]}
`;
  const module = MODULE("\n", policy).replace(
    '"opmodel.dev/schemas@v0"',
    '"opmodel.dev/schemas@v0"\n\t"opmodel.dev/policies/security@v0"',
  );

  test.each([
    [
      "a component",
      {
        "components.cue": COMPONENT(
          `env: A: from: {$opm: "secret", $secretName: "s", $dataKey: "k", value: "${CANARY}"}`,
        ),
      },
      "components.web.spec.container.env.A.from",
    ],
    [
      "a binding",
      {
        "components.cue": COMPONENT(
          "env: A: from: requires.db.password",
          "requires: db: interfaces.#Postgres",
          '"opmodel.dev/interfaces@v0"',
        ),
        "platform/platform.cue": `package platform\nbindings: shop: web: requires: db: {host: "h", dbName: "d", username: "u", password: value: "${CANARY}"}\n`,
      },
      "components.web.requires.db.password",
    ],
  ] as const)("finds a literal in %s", async (_, files, path) => {
    const words = ["mod", "build", ".", "-o", "json", "--platform", "platform"];
    const all: Files = {
      "module.cue": module,
      "platform/cue.mod/module.cue": PLATFORM,
      "platform/platform.cue": "package platform\nbindings: {}\n",
      ...files,
    };
    const ran = await opm(words, all);
    expect({ exit: ran.exit, out: ran.out }).toEqual({ exit: 2, out: "" });
    expect(ran.err).toContain("is a literal: use a reference");
    expect(ran.err).toContain(path);
    expect(leaksIn(ran.err)).toEqual([]);
    const literal = `value: "${CANARY}"`;
    const reference = '{source: "k8s", path: "p", remoteKey: "k"}';
    const fixed = Object.entries(all).map(([name, text]) => [
      name,
      name === "components.cue" ? text.replace(literal, reference.slice(1, -1)) : text.replace(literal, reference),
    ]);
    expect((await opm(words, Object.fromEntries(fixed) as Files)).err).toBe("");
  });

  test("a tag in a binding is none", async () => {
    const files = {
      "module.cue": module,
      "components.cue": COMPONENT(
        "env: A: from: requires.db.password",
        "requires: db: interfaces.#Postgres",
        '"opmodel.dev/interfaces@v0"',
      ),
      "platform/cue.mod/module.cue": PLATFORM,
      "platform/platform.cue": `package platform\nbindings: shop: web: requires: db: {host: "h", dbName: "d", username: "u", password: _ @env(PW)}\n`,
    };
    const ran = await opm(["mod", "vet", ".", "--platform", "platform"], files, { PW: CANARY });
    expect(ran.err).not.toContain("literal");
    expect(ran.exit).toBe(0);
  });
});
