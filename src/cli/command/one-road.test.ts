// Values keep who set them and whether they are secret, on their way through every tier (VAL-1, VAL-4, ENV-4, SEC-7).
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";
import { COMPONENT, MODULE } from "./secrets-fixture.ts";

afterAll(removeScratch);

const MODULE_FILE = `module: "example.com/shop@v0"
language: version: "v0.15.0"
deps: {
	"opmodel.dev/core@v0": v: "v0.3.0"
	"opmodel.dev/schemas@v0": v: "v0.3.0"
	"opmodel.dev/resources@v0": v: "v0.3.0"
}
`;
const CONFIG = `
	name: string | *"x"
	size: int | *1
	pw: schemas.#Secret & {$secretName: "s", $dataKey: "k"}
`;
const FILES = {
  "cue.mod/module.cue": MODULE_FILE,
  "module.cue": MODULE(CONFIG),
  "components.cue": COMPONENT("args: [#config.name]\n\t\tenv: PW: from: #config.pw"),
};
const run = (words: string, files: Readonly<Record<string, string>>) => {
  const folder = folderWith({ ...FILES, ...files });
  return opm(words.replaceAll("./", `${folder}/`)).then((ran) => ({
    ...ran,
    err: ran.err.replaceAll(`${folder}/`, ""),
    out: ran.out.replaceAll(`${folder}/`, ""),
    folder,
  }));
};

describe('"pre-" + "fix" given for a secret is its value, and secret', () => {
  const given = 'pw: value: "pre-" + "fix99"';
  test.each([
    ["values.cue", "", { "values.cue": `package main\nvalues: {${given}}\n` }],
    ["a file", " -f ./v.cue", { "v.cue": `${given}\n` }],
    [
      "an environment",
      " -e a",
      { "e.cue": `package main\nenvironments: a: {metadata: name: "a", namespace: "n", values: {${given}}}\n` },
    ],
    ["the platform", " --platform ./p.cue", { "p.cue": `values: {${given}}\n` }],
  ])("in %s", async (_, words, files: Readonly<Record<string, string>>) => {
    const hidden = await run(`mod build ./${words}`, files);
    expect([hidden.exit, hidden.err]).toEqual([0, expect.stringMatching(/^1 secret value shown as \*\*\*/)]);
    expect(hidden.out).not.toMatch(/fix99|cHJlLWZpeDk5/);
    const shown = await run(`mod build ./${words} --reveal=always`, files);
    expect(shown.out).toContain(Buffer.from("pre-fix99").toString("base64"));
  });
});

describe("who refuses is named by a line of its own", () => {
  const secret = { "values.cue": 'package main\nvalues: pw: value: "s3cret-s3cret"\n' };
  test("a bound of the platform", async () => {
    const { exit, err } = await run("mod build ./ --platform ./p.cue --set size=9", {
      ...secret,
      "p.cue": "values: size: <=3 & int\n",
    });
    expect(exit).toBe(2);
    expect(err).toContain("p.cue:1:15");
  });

  test("a lock of the platform", async () => {
    const { exit, err } = await run("mod build ./ --platform ./p.cue --set size=9", {
      ...secret,
      "p.cue": "values: size: 3\n",
    });
    expect(exit).toBe(2);
    expect(err).toMatch(/OPM4001[^]*p\.cue:1:15/);
  });

  test("a label of an environment", async () => {
    const { exit, err } = await run("mod build ./ -e a", {
      ...secret,
      "e.cue":
        'package main\nenvironments: a: {\n\tmetadata: {name: "a", labels: "app.kubernetes.io/name": "other"}\n\tnamespace: "n"\n}\n',
    });
    expect(exit).toBe(2);
    expect(err).toContain("e.cue:3:");
  });
});

const PLATFORM = {
  "platform/cue.mod/module.cue": MODULE_FILE.replace("shop@v0", "platform@v0"),
  "platform/environments.cue": `package platform
import "opmodel.dev/core@v0"
environments: core.#EnvironmentMap & {
	base: {metadata: name: "base", namespace: "from-base", values: size: 2}
}
`,
};
const RELEASES = (more: string): Readonly<Record<string, string>> => ({
  "values.cue": 'package main\nvalues: pw: value: "s3cret-s3cret"\n',
  "releases/r.cue": `package releases
import (
	"opmodel.dev/core@v0"
	m "example.com/shop@v0:main"
)
${more}
`,
});

test("a release's environment may extend one of the platform", async () => {
  const files = {
    ...RELEASES(`environments: mine: {metadata: name: "mine", extends: "base", values: name: "own"}
one: core.#ModuleRelease & {metadata: name: "one", #module: m, values: pw: value: "s3cret-s3cret"}`),
    ...PLATFORM,
  };
  const { exit, err, out } = await run("release build ./releases --platform ./platform -e mine", files);
  expect([exit, err]).toEqual([0, expect.not.stringContaining("error")]);
  expect(out).toContain("namespace: from-base");
  expect(out).toContain("- own");
  const chain = await run("values explain size ./releases --platform ./platform -e mine", files);
  expect(chain.out).toContain("platform/environments.cue:4:");
});

test("two releases that write one object are told with --out-dir too (OPM1615)", async () => {
  const release = (name: string): string =>
    `${name}: core.#ModuleRelease & {metadata: {name: "${name}", namespace: "n"}, #module: m, values: pw: value: "s3cret-s3cret"}`;
  const { exit, err, folder } = await run(
    "release build ./releases --out-dir ./out",
    RELEASES(`${release("a")}\n${release("b")}`),
  );
  expect(exit).toBe(0);
  expect(err).toMatch(/warning\[OPM1615\]: the releases a and b write/);
  expect(readdirSync(join(folder, "out")).length).toBeGreaterThan(0);
});

describe("mod docs and mod schema take what their siblings take", () => {
  test.each(["mod docs ./releases", "mod docs ./ --release one", "mod schema ./releases"])("%s", async (words) => {
    const files = RELEASES('one: core.#ModuleRelease & {metadata: {name: "one", namespace: "n"}, #module: m}');
    const { exit, out, err } = await run(words, files);
    // A module has no releases to choose from.
    if (words.includes("--release")) return expect([exit, err]).toEqual([5, expect.stringContaining("OPM1210")]);
    expect({ exit, err }).toEqual({ exit: 0, err: "" });
    expect(out).toContain("size");
    expect(out).not.toContain("s3cret");
  });

  test.each(["mod docs -o json-schema", "mod schema", "mod schema --complete"])(
    "%s: a rule about a secret does not tell it (SEC-7)",
    async (words) => {
      const folder = copyOf("secrets");
      const file = join(folder, "module.cue");
      const secret = 'user: schemas.#Secret & {$secretName: "db-creds", $dataKey: "user"}';
      writeFileSync(
        file,
        readFileSync(file, "utf8").replace(secret, () => `${secret} & {value?: !="not\\"this-0ne"}`),
      );
      const { exit, out } = await opm(`${words} ${folder}`);
      expect([exit, out]).toEqual([0, expect.stringContaining("***")]);
      expect(out).not.toMatch(/this-0ne/);
    },
  );

  test("a bundle is documented by its modules; one schema needs one of them", async () => {
    const all = await opm("mod docs examples/bundle");
    expect([all.exit, all.err]).toEqual([0, ""]);
    expect(all.out.match(/^# /gm)?.length).toBeGreaterThan(1);
    expect(await opm("mod schema examples/bundle")).toMatchObject({ exit: 2, err: expect.stringContaining("OPM0006") });
    expect((await opm("mod schema examples/bundle --release shopRelease.web")).exit).toBe(0);
  });
});
