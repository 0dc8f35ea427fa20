// Environments that serve many modules: each takes what it knows, and what is meant for it alone (ENV-4, ENV-8, ROAD-5).
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const platform = (staging: string, more = ""): string =>
  folderWith({
    "cue.mod/module.cue":
      'module: "example.com/p@v0"\nlanguage: version: "v0.15.0"\ndeps: "opmodel.dev/core@v0": v: "v0.1.31"\n',
    "platform.cue": `package platform

import "opmodel.dev/core@v0"

environments: core.#EnvironmentMap & {
	staging: {
		metadata: name: "staging"
		namespace: "apps"
		${staging}
	}
}
${more}`,
  });

describe("an environment of the platform", () => {
  test("what a module does not know is left out with a note, and a near miss is a warning", async () => {
    const folder = platform('values: {replicas: 3, logLevel: "debug", greetings: "Hi", region: name: "eu"}');
    const { exit, out, err } = await opm(`mod build examples/hello -e staging --platform ${folder}`);
    expect({ exit, err }).toMatchObject({ exit: 0 });
    expect(out).toContain("replicas: 3");
    expect(err).toContain("info[OPM4023]: the module hello has no field logLevel: left out");
    expect(err).toContain("info[OPM4023]: the module hello has no field region: left out");
    expect(err).toContain("warning[OPM4023]: the module hello has no field greetings: left out");
    expect(err).toContain("did you mean greeting?");
    expect(err).toMatch(/platform\.cue:9:\d+/);
  });

  test("what is said for a module alone wins, and must be known", async () => {
    const folder = platform(
      'values: replicas: 3\n\t\tmodules: {hello: values: replicas: 2, "example.com/hello@v0": values: greeting: "Hi"}',
    );
    const { exit, out } = await opm(`values merge examples/hello -e staging --platform ${folder}`);
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining("greeting: Hi") as string });
    expect(out).toContain("replicas: 2");
    const wrong = platform("modules: hello: values: replica: 2");
    const refused = await opm(`mod build examples/hello -e staging --platform ${wrong}`);
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain("error[OPM4010]: the module has no field replica");
    expect(refused.err).toContain("did you mean replicas?");
  });

  test("a module that is not there is refused with the nearest name", async () => {
    const module = folderWith({});
    cpSync("examples/hello", module, { recursive: true });
    const more = folderWith({
      "environments.cue":
        'package main\n\nenvironments: dev: {metadata: name: "dev", modules: helo: values: replicas: 1}\n',
    });
    cpSync(join(more, "environments.cue"), join(module, "environments.cue"));
    const { exit, err } = await opm(`mod build ${module} -e dev`);
    expect(exit).toBe(2);
    expect(err).toContain("error[OPM4024]: the environment dev has values for the module helo, which is not there");
    expect(err).toContain("did you mean hello?");
  });

  test("a field of no module is refused where all modules are known: a catalog of one", async () => {
    const catalog = `catalog: core.#ModuleCatalog & {
	metadata: name: "company"
	modules: hello: {module: "example.com/hello@v0", versions: "0.x"}
}
`;
    const { exit, err } = await opm(
      `mod build examples/hello -e staging --platform ${platform("values: logLevel: 1", catalog)}`,
    );
    expect(exit).toBe(2);
    expect(err).toContain("error[OPM4010]: no module has the field logLevel");
  });

  test("a field that is there for some values is taken when it is there", async () => {
    const module = folderWith({});
    cpSync("examples/hello", module, { recursive: true });
    const more = folderWith({
      "tls.cue": 'package main\n\n#config: {\n\ttls: bool | *false\n\tif tls {certificate: string | *"none"}\n}\n',
    });
    cpSync(join(more, "tls.cue"), join(module, "tls.cue"));
    const merged = async (values: string) => opm(`values merge ${module} -e staging --platform ${platform(values)}`);
    expect((await merged('values: {tls: true, certificate: "web"}')).out).toContain("certificate: web");
    const off = await merged('values: {tls: false, certificate: "web"}');
    expect(off.out).not.toContain("certificate");
    expect(off.err).toContain("has no field certificate: left out");
  });
});

describe("environments of a package with releases", () => {
  const PACKAGE = `package fleet

import (
	"opmodel.dev/core@v0"
	hello "example.com/hello/hello:main"
)

_other: core.#Module & {
	metadata: {apiVersion: "example.com/other@v0", name: "other", version: "0.1.0"}
	#config: color: string | *"red"
	#components: {}
	environments: night: {metadata: name: "night", namespace: "own-night", values: color: "black"}
}
environments: staging: {metadata: name: "staging", namespace: "apps", values: VALUES}
one: core.#ModuleRelease & {metadata: name: "one", #module: hello}
two: core.#ModuleRelease & {metadata: name: "two", #module: _other}
bundle: core.#Bundle & {
	metadata: {apiVersion: "example.com/b@v0", name: "b"}
	#modules: other: _other
	#config: {}
	values: {}
	#instances: other: {}
}
`;
  const fleet = (values: string): string => {
    const folder = folderWith({ "fleet.cue": PACKAGE.replace("VALUES", values) });
    cpSync("examples/hello/cue.mod", join(folder, "cue.mod"), { recursive: true });
    for (const file of ["module.cue", "components.cue", "values.cue"])
      cpSync(join("examples/hello", file), join(folder, "hello", file));
    return folder;
  };

  test("each takes what it knows; what none knows is refused", async () => {
    const folder = fleet('{replicas: 3, color: "blue"}');
    const one = await opm(["release", "build", folder, "one", "-e", "staging"]);
    expect(one.exit).toBe(0);
    expect(one.out).toContain("replicas: 3");
    expect(one.err).toContain("info[OPM4023]: the module hello has no field color: left out");
    const wrong = await opm(["release", "build", fleet("{replicas: 3, colour: 1}"), "one", "-e", "staging"]);
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain("error[OPM4010]: no module has the field colour");
  });

  test("environments that modules declare themselves count in releases and bundles", async () => {
    const folder = fleet("{}");
    const merged = await opm(["values", "merge", folder, "--release", "two", "-e", "night"]);
    expect(merged).toMatchObject({ exit: 0, out: expect.stringContaining("black") as string });
    const tree = await opm(["bundle", "tree", folder, "bundle", "-e", "night"]);
    expect(tree).toMatchObject({ exit: 0, out: expect.stringContaining("own-night") as string });
  });
});
