// What nothing reads is told with its place: a wrong result with exit code 0 is the worst there is.
import { afterAll, describe, expect, test } from "vitest";
import { COMPONENT, MODULE, opm, removeFolders } from "./secrets-fixture.ts";
import type { Files } from "./secrets-fixture.ts";

afterAll(removeFolders);

const CONFIG = `name: string | *"x"\n\tpw?: schemas.#Secret & {$secretName: "s", $dataKey: "k"}`;
const BASE: Files = {
  "module.cue": MODULE(CONFIG),
  "components.cue": COMPONENT("args: [#config.name]"),
  "values.cue": 'package main\nvalues: name: "v"\n',
};
const run = (words: string, files: Files) => opm(words.split(" "), { ...BASE, ...files }, { USER: "someone" });
const given = (text: string): Files => ({ "values.cue": `package main\nvalues: ${text}\n` });

describe("attributes", () => {
  test.each([
    ["a misspelt one", given("name: string @evn(USER)"), "values.cue:2:22", "did you mean @env?", 0],
    [
      "an argument of @env",
      given("name: string @env(USER, bogus=1)"),
      "values.cue:2:22",
      "there is no argument bogus",
      2,
    ],
    ["an argument of @file", given('name: string @file("x", trm=true)'), "values.cue:2:22", "no argument trm", 2],
    [
      "an argument of @secret",
      given('pw: _ @secret(source=k8s, path="a", kye=b)'),
      "values.cue:2",
      "no argument kye",
      2,
    ],
    ["a second tag", given('name: string @env(USER) @file("x")'), "values.cue:2:33", "a second tag", 2],
    [
      "@opm that says nothing",
      { "module.cue": MODULE('name: string @opm(secert, secretName="a", secretKey="b")') },
      "module.cue:",
      "@opm(…) says nothing",
      2,
    ],
    [
      "an argument of @opm",
      { "module.cue": MODULE('name: string @opm(secret, secretName="a", secretKey="b", bogus="c")') },
      "module.cue:",
      "there is no argument bogus",
      2,
    ],
  ] as const)("%s", async (_, files, place, says, exit) => {
    const ran = await run("mod build .", files);
    expect(ran.err).toContain(place);
    expect(ran.err).toContain(says);
    expect(ran.exit).toBe(exit);
  });

  test("those of CUE and of other tools are left alone", async () => {
    const { err } = await run("mod build .", given('name: "v" @go(Name) @json(name) @anything(else)'));
    expect(err).toBe("");
  });
});

describe("a module's package", () => {
  test.each([
    ["#compnents", { "components.cue": COMPONENT("args: []").replace("#components:", "#compnents:") }, "#components"],
    ["enviroments", { "e.cue": 'package main\nenviroments: a: metadata: name: "a"\n' }, "environments"],
    ["#polices", { "p.cue": "package main\n#polices: {}\n" }, "#policies"],
  ])("%s is told with the name that was meant", async (name, files, meant) => {
    const { err } = await run("mod vet .", files);
    expect(err).toContain(`nothing reads ${name}`);
    expect(err).toContain(`did you mean ${meant}?`);
  });

  test("a definition of one's own beside the real one is none", async () => {
    expect((await run("mod vet .", { "own.cue": "package main\n#component: {}\n" })).err).toBe("");
  });

  test("values beside values.cue are told", async () => {
    const module = MODULE(CONFIG, 'values: name: "from the module"\n');
    const { err } = await run("mod vet .", { "module.cue": module, ...given("{}") });
    expect(err).toMatch(/OPM1214[\s\S]*module\.cue:\d+:1/);
  });
});

describe("environments", () => {
  const env = (text: string): Files => ({ "e.cue": `package main\nenvironments: {${text}}\n` });

  test.each([
    [
      "two of one name",
      'a: metadata: name: "same", b: metadata: name: "same"',
      "two environments are named same",
      "same",
    ],
    ["one without a name", "a: metadata: name: string", "has no name", "a"],
    [
      "a namespace that is a type",
      'a: {metadata: name: "a", namespace: string}',
      "namespace of the environment a",
      "a",
    ],
  ])("%s", async (_, text, says, name) => {
    for (const words of [`mod build . -e ${name}`, "mod vet . --all-environments"]) {
      const ran = await run(words, env(text));
      expect(ran).toMatchObject({ exit: 2, out: "" });
      expect(ran.err).toContain(says);
      expect(ran.err).toContain("e.cue:2:");
    }
  });
});

test("a provider's entry that is none is told where providers are listed", async () => {
  const ran = await run("provider list --config config.cue", {
    "config.cue": 'package config\nconfig: providers: mine: metadata: name: "mine"\n',
  });
  expect(ran.exit).toBe(2);
  expect(ran.err).toContain("mine");
});

describe("two releases", () => {
  const releases = (second: string): Files => ({
    "releases/r.cue": `package releases
import (
	"opmodel.dev/core@v0"
	m "example.com/shop@v0:main"
)
a: core.#ModuleRelease & {metadata: {name: "a", namespace: "n"}, #module: m, values: name: "1"}
b: core.#ModuleRelease & {metadata: {name: "b", namespace: "${second}"}, #module: m, values: name: "2"}
`,
  });

  test.each([["release build releases"], ["release vet releases"]])("that write one object: %s", async (words) => {
    const ran = await run(words, releases("n"));
    expect(ran.err).toMatch(/warning\[OPM1615\]: the releases a and b write one object: Deployment\/web in n/);
    expect((await run(words, releases("other"))).err).toBe("");
  });
});
