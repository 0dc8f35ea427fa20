// Releases that name their modules, versions that environments pin, and pins that move.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";
import { serveRegistry } from "./registry-fixture.ts";
import type { ServedRegistry } from "./registry-fixture.ts";

let registry: ServedRegistry;

beforeAll(async () => {
  registry = await serveRegistry();
  const module = copyOf("hello");
  const file = join(module, "module.cue");
  for (const version of ["0.1.0", "0.2.0", "0.3.0"]) {
    writeFileSync(file, readFileSync(file, "utf8").replace(/version:( +)"[^"]+"/, `version:$1"${version}"`));
    const { exit } = await opm(["mod", "publish", `v${version}`, module, ...from()]);
    expect(exit).toBe(0);
  }
});

afterAll(() => {
  registry.close();
  removeScratch();
});

const from = (): string[] => ["--registry", `${registry.host}+insecure`];

function repository(named = "hello"): { apps: string; platform: string; all: string[] } {
  const root = folderWith({
    "cue.mod/module.cue": `module: "example.com/r@v0"\nlanguage: version: "v0.15.0"\ndeps: "opmodel.dev/core@v0": v: "v0.3.0"\n`,
    "apps/a.cue": `package apps\n\nimport "opmodel.dev/core@v0"\n\nweb: core.#ModuleRelease & {\n\tmetadata: name: "web"\n\t#module: "${named}"\n\tvalues: replicas: 2\n}\n`,
    "platform/p.cue": `package platform

import "opmodel.dev/core@v0"

catalog: core.#ModuleCatalog & {
	metadata: name: "company"
	modules: hello: {module: "example.com/hello@v0", versions: "<0.3.0"}
}
environments: core.#EnvironmentMap & {
	dev: {metadata: name: "dev", namespace: "d"}
	staging: {metadata: name: "staging", namespace: "s", modules: hello: version: "0.2.0"}
	prod: {metadata: name: "prod", namespace: "p", modules: hello: version: "0.1.0"}
}
`,
  });
  const [apps, platform] = [join(root, "apps"), join(root, "platform")];
  return { apps, platform, all: ["--platform", platform, ...from()] };
}

const versionsOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/module-release\.opmodel\.dev\/version: (\S+)/g)].map((m) => m[1]!)),
];

describe("releases that name their modules (REV-1, REV-7)", () => {
  test("each environment gets the version that it pins, the others the newest that the catalog allows", async () => {
    const { apps, all } = repository();
    for (const [environment, version] of [
      ["dev", "0.2.0"],
      ["staging", "0.2.0"],
      ["prod", "0.1.0"],
    ] as const) {
      const { exit, out, err } = await opm(["release", "build", apps, "-e", environment, ...all]);
      expect({ exit, err }).toEqual({ exit: 0, err: "" });
      expect(versionsOf(out)).toEqual([version]);
    }
    const every = await opm(["release", "build", apps, "--all-environments", ...all]);
    expect(versionsOf(every.out).sort()).toEqual(["0.1.0", "0.2.0"]);
    expect((await opm(["policy", "check", apps, "-e", "prod", ...all])).exit).toBe(0);
  });

  test("by path with a range; what is not there, or not allowed, is told where it is written", async () => {
    const ranged = repository("example.com/hello@^0.1.0");
    const { out } = await opm(["release", "build", ranged.apps, "-n", "x", ...from()]);
    expect(versionsOf(out)).toEqual(["0.1.0"]);
    for (const [named, says] of [
      ["helo", "did you mean hello?"],
      ["hello@^0.2.0", "prod pins hello to v0.1.0, and the release wants ^0.2.0"],
      ["example.com/hello@^7.0.0", "no published version of example.com/hello is ^7.0.0"],
      ["example.com/hello", "says no version"],
      ["example.com/hello@v0.3.0", "does not allow version 0.3.0"],
    ] as const) {
      const { apps, all } = repository(named);
      const { exit, err } = await opm(["release", "build", apps, "-e", "prod", ...all]);
      expect(exit).toBe(2);
      expect(err).toContain(says);
      if (!says.includes("allow")) expect(err).toMatch(/a\.cue:7:11/);
    }
    const alone = repository();
    const none = await opm(["release", "build", alone.apps, "-n", "x", ...from()]);
    expect(none.err).toContain("there is no platform with one");
  });

  test("promotion shows what it changes, and changes the pins alone", async () => {
    const { apps, platform, all } = repository();
    const file = join(platform, "p.cue");
    const before = readFileSync(file, "utf8");
    const shown = await opm(["promote", "staging", "prod", apps, ...all]);
    expect(shown.exit).toBe(0);
    expect(shown.out).toMatch(/hello +0\.1\.0 +0\.2\.0/);
    expect(shown.out).toContain('"0.1.0" → "0.2.0"');
    // Why: the pin, where it is written.
    expect(shown.out).toMatch(/because .*p\.cue:12 \(prod pins hello: 0\.1\.0 → 0\.2\.0\)/);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await opm(["promote", "staging", "prod", apps, "--yes", ...all])).exit).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(before.replace('version: "0.1.0"', 'version: "0.2.0"'));
    expect((await opm(["promote", "staging", "prod", apps, ...all])).err).toContain("already");
    // Where nothing is pinned yet, the pin is added.
    expect((await opm(["promote", "prod", "dev", apps, "--yes", ...all])).exit).toBe(0);
    expect(readFileSync(file, "utf8")).toContain('\nenvironments: dev: modules: hello: version: "0.2.0"\n');
    expect((await opm(["release", "build", apps, "-e", "dev", ...all])).exit).toBe(0);
    expect((await opm(["promote", "dev", "prod", apps, "--module", "x", ...all])).err).toContain(
      "pins no version of x",
    );
    expect((await opm(["promote", "dev", "nowhere", apps, ...all])).exit).toBe(5);
  });

  test("a release that imports another version than the pinned one is refused", async () => {
    const { apps, platform, all } = repository();
    writeFileSync(
      join(apps, "..", "cue.mod/module.cue"),
      `module: "example.com/r@v0"\nlanguage: version: "v0.15.0"\ndeps: {\n\t"opmodel.dev/core@v0": v: "v0.3.0"\n\t"example.com/hello@v0": v: "v0.2.0"\n}\n`,
    );
    writeFileSync(
      join(apps, "a.cue"),
      `package apps\n\nimport (\n\t"opmodel.dev/core@v0"\n\t"example.com/hello@v0:main"\n)\n\nweb: core.#ModuleRelease & {\n\tmetadata: name: "web"\n\t#module: main\n}\n`,
    );
    expect((await opm(["release", "build", apps, "-e", "staging", ...all])).exit).toBe(0);
    const { exit, err } = await opm(["release", "build", apps, "-e", "prod", ...all]);
    expect(exit).toBe(2);
    expect(err).toContain("OPM4306");
    expect(err).toContain(`${platform.split("/").at(-1)}/p.cue`);
  });

  test("a bundle names its modules too: each environment has its own versions", async () => {
    const { apps, all } = repository();
    writeFileSync(
      join(apps, "a.cue"),
      `package apps

import "opmodel.dev/core@v0"

shop: core.#Bundle & {
	metadata: {apiVersion: "example.com/shop@v0", name: "shop"}
	#modules: {front: "hello", back: "hello@<0.2.0"}
	#config: replicas: int | *2
	#instances: {
		front: values: replicas: #config.replicas
		back: {}
	}
}
`,
    );
    const of = async (...words: string[]): Promise<string[]> => {
      const { exit, out } = await opm(["bundle", "build", apps, ...words, ...all]);
      expect(exit).toBe(0);
      return versionsOf(out).sort();
    };
    expect(await of()).toEqual(["0.1.0", "0.2.0"]);
    expect(await of("-e", "prod")).toEqual(["0.1.0"]);
    expect(await of("-e", "dev")).toEqual(["0.1.0", "0.2.0"]);
    // What an environment pins is not what one of them may be.
    const { exit, err } = await opm(["bundle", "build", apps, "-e", "staging", ...all]);
    expect(exit).toBe(2);
    expect(err).toContain("staging pins hello to v0.2.0, and the release wants <0.2.0");
    expect(err).toMatch(/a\.cue:7:35/);
  });
});
