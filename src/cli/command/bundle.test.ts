// Bundles of modules that have values of their own: the author's tier, below what an instance gives (VAL-1).
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const BUNDLE = `package greet

import (
	"opmodel.dev/core@v0"
	module "example.com/hello/hello:main"
)

greet: core.#Bundle & {
	metadata: {apiVersion: "example.com/greet@v0", name: "greet"}
	#modules: hello: module
	#config: {name: string | *"nobody", count: int | *1}
	values: #config & {name: "the author", count: 4}
	#instances: {
		one: {module: "hello", values: {greeting: "Hello, \\(#config.name)", replicas: #config.count}}
		two: {module: "hello", values: {replicas: 2, hosts: ["a.example"]}}
		three: module: "hello"
	}
}
`;

const RELEASES = `
greetAll: core.#BundleRelease & {
	metadata: {name: "all", labels: team: "green"}
	#bundle: greet
	values: name: "you"
}
single: core.#ModuleRelease & {
	metadata: name: "single"
	#module: module
	values: {greeting: "Single", replicas: 2}
}
`;

/** `examples/hello` with more values of its own, and a bundle that imports it. */
function greet(bundle = BUNDLE + RELEASES, more: Readonly<Record<string, string>> = {}): string {
  const folder = folderWith({ "bundle.cue": bundle, ...more });
  cpSync("examples/hello/cue.mod", join(folder, "cue.mod"), { recursive: true });
  for (const file of ["module.cue", "components.cue"])
    cpSync(join("examples/hello", file), join(folder, "hello", file));
  const own = folderWith({
    "values.cue":
      'package main\n\nvalues: {\n\tgreeting: "Hello from its author"\n\treplicas: 5\n\thosts: ["b.example"]\n}\n',
    "hosts.cue": `package main

import "strings"

#config: hosts: [...string] | *["a.example"]
#components: web: metadata: annotations: hosts: strings.Join(#config.hosts, " ")
`,
  });
  for (const file of ["values.cue", "hosts.cue"]) cpSync(join(own, file), join(folder, "hello", file));
  return folder;
}

const facts = (out: string): string[] =>
  [...out.matchAll(/-text=.*|^ {2}replicas: .*|^ {4}hosts: .*/gm)].map(([m]) => m.trim());

describe("a bundle of modules with values of their own", () => {
  test("an instance's values win over the module author's, defaults of the schema do not (VAL-1, VAL-2)", async () => {
    const folder = greet();
    const { exit, out, err } = await opm(`bundle build ${folder} greetAll`);
    // Three instances of one module in one namespace write the same objects, and that is told.
    expect([exit, new Set(err.match(/OPM\d{4}/g))]).toEqual([0, new Set(["OPM1615"])]);
    const [, one, , two, , three] = out.split("---\n").map(facts);
    expect(one).toEqual(["hosts: b.example", "replicas: 4", "-text=Hello, you"]);
    // Both are what the schema's defaults are, and were given nevertheless.
    expect(two).toEqual(["hosts: a.example", "replicas: 2", "-text=Hello from its author"]);
    expect(three).toEqual(["hosts: b.example", "replicas: 5", "-text=Hello from its author"]);
    const plain = (await opm(`bundle build ${folder} greet`)).out;
    expect(plain).toContain("-text=Hello, the author");
  });

  test("vet, tree and the package's own release say the same", async () => {
    const folder = greet();
    expect(await opm(`bundle vet ${folder}`)).toMatchObject({ exit: 0, err: "" });
    expect((await opm(`bundle tree ${folder}`)).out).toContain("three  example.com/hello@v0 0.1.0");
    const { exit, out } = await opm(`release build ${folder}`);
    expect(exit).toBe(0);
    expect(out).toContain("-text=Hello, you");
    expect(out).toContain("-text=Single");
    const single = facts((await opm(`release build ${folder} single`)).out.split("---\n")[1]!);
    expect(single).toEqual(["hosts: b.example", "replicas: 2", "-text=Single"]);
  });

  test("labels of the bundle's release are those of every object", async () => {
    for (const command of ["bundle build", "release build"]) {
      const { out } = await opm(`${command} ${greet()} greetAll`);
      expect(out.match(/^ {4}team: green$/gm)).toHaveLength(6);
    }
  });

  test("an environment wins over both, and a constraint of an instance holds (ENV-5)", async () => {
    const environment = `package greet

import "opmodel.dev/core@v0"

environments: core.#EnvironmentMap & {
	prod: {metadata: name: "prod", namespace: "prod", values: replicas: 9}
}
`;
    const folder = greet(undefined, { "env.cue": environment });
    const { exit, out } = await opm(`bundle build ${folder} greetAll -e prod`);
    expect(exit).toBe(0);
    expect(out.match(/^ {2}replicas: 9$/gm)).toHaveLength(3);
    const bound = greet(BUNDLE.replace('three: module: "hello"', 'three: {module: "hello", values: replicas: >=6}'));
    const { exit: bad, err } = await opm(`bundle vet ${bound}`);
    expect(bad).toBe(2);
    expect(err).toMatch(/out of bound >=6[^]*hello\/values.cue:5:12[^]*bundle.cue:16:4\d requires >=6/);
  });
});

describe("mistakes in releases and bundles", () => {
  test("an instance of a module that is not there, once and with the nearest", async () => {
    const folder = greet((BUNDLE + RELEASES).replace('three: module: "hello"', 'three: module: "helo"'));
    for (const command of ["bundle vet", "release vet"]) {
      const { exit, err } = await opm(`${command} ${folder} greetAll`);
      expect(exit).toBe(2);
      expect(err).toContain(
        "error[OPM1614]: the instance three of greetAll is of the module helo, which the bundle does not have",
      );
      expect(err).toContain("bundle.cue:16:18");
      expect(err).toContain("did you mean hello?");
      expect(err.match(/^error/gm)).toHaveLength(1);
    }
  });

  test("a wrong value of an instance, at its line and under its name", async () => {
    const folder = greet((BUNDLE + RELEASES).replace("{replicas: 2,", '{replicas: "two", replicsa: 1,'));
    const { exit, err } = await opm(`bundle vet ${folder}`);
    expect(exit).toBe(2);
    expect(err).toMatch(/conflicting values "two" and int[^]*bundle.cue:15:45 says "two"/);
    expect(err).toMatch(/has no field replicsa[^]*bundle.cue:15:62 set by the release greetAll.two/);
    expect(err.match(/note: in the instance greetAll.two/g)).toHaveLength(2);
    expect(err).toContain("did you mean replicas?");
  });

  test("a field that a release does not have is told, all of them at once", async () => {
    const folder = greet(
      (BUNDLE + RELEASES)
        .replace("#module: module", "#module: module\n\t#enviroment: {}\n\t#note: 1")
        .replace('name: "single"', '{name: "single", namspace: "x"}')
        .replace("#bundle: greet", "#bundle: greet\n\tvaules: {}"),
    );
    const { exit, err } = await opm(`release vet ${folder}`);
    expect(exit).toBe(2);
    expect(err).toMatch(/OPM1603\]: a #ModuleRelease has no field #enviroment[^]*did you mean #environment\?/);
    expect(err).toMatch(/OPM1603\]: a #BundleRelease has no field vaules[^]*did you mean values\?/);
    expect(err).toMatch(/field not allowed\n {2}at single.metadata.namspace/);
    expect(err).toContain("3 errors");
    expect((await opm(`bundle vet ${folder}`)).err).toContain("a #BundleRelease has no field vaules");
  });
});

describe("values of a release as CUE computes them (VAL-1)", () => {
  const release = (more: string): string => `package greet

import (
	"opmodel.dev/core@v0"
	module "example.com/hello/hello:main"
)

#Base: core.#ModuleRelease & {
	metadata: {name: "it", namespace: "apps"}
	#module: module
	values: {image: string, greeting: "made by \\(image)", replicas: *4 | int}
}
it: #Base & {
${more}
}
`;
  const valueOf = async (more: string, field: string): Promise<unknown> => {
    const { exit, out } = await opm(`values explain ${field} ${greet(release(more))} -o json`);
    expect(exit).toBe(0);
    const { steps } = JSON.parse(out) as { steps: { value: unknown; tier: string }[] };
    return steps.map(({ value, tier }) => [tier, value]);
  };

  test("what depends on a default of the schema", async () => {
    expect(await valueOf("", "greeting")).toEqual([
      ["user", "made by hashicorp/http-echo:1.0"],
      ["author", "Hello from its author"],
      ["default", "Hello from OPM"],
    ]);
  });

  test("a choice that is left to its default, taken, or narrowed by the module that is meant", async () => {
    expect(await valueOf("", "replicas")).toEqual([
      ["user", 4],
      ["author", 5],
      ["default", 2],
    ]);
    expect(await valueOf("values: replicas: 6", "replicas")).toMatchObject([
      ["user", 6],
      ["author", 5],
      ["default", 2],
    ]);
    const narrowed = await valueOf("#module: module & {#config: port: 99}\nvalues: port: module.#config.port", "port");
    expect(narrowed).toMatchObject([
      ["user", 99],
      ["default", 99],
    ]);
  });

  test("values that contradict themselves, under the name of the release", async () => {
    const { exit, err } = await opm(`release vet ${greet(release('values: image: "a"\nvalues: image: "b"'))}`);
    expect(exit).toBe(2);
    expect(err).toMatch(/conflicting values "[ab]" and "[ab]"\n {2}at it.values.image\n/);
  });
});
