// Two releases of one module in one namespace (ROAD-5).
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly selector?: Record<string, string> & { matchLabels?: Record<string, string> } };
}

const objects = (text: string): Named[] => (JSON.parse(text) as { items: Named[] }).items;

/** Objects that carry the release's name: workloads, a claim, Services, a Secret, a route. */
function named(): string {
  const module = copyOf("blog");
  writeFileSync(join(module, "names.cue"), 'package main\n\nmetadata: objectNames: "release"\n');
  return module;
}

test("objects, references and selectors of two releases are apart", async () => {
  const module = named();
  const build = async (name: string) => opm(`mod build ${module} --release-name ${name} -o json`);
  const [one, two] = [await build("one"), await build("two")];
  expect({ exit: one.exit, err: one.err }).toEqual({ exit: 0, err: expect.not.stringContaining("OPM1507") as string });
  const identities = (text: string): string[] => objects(text).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  expect(identities(one.out).filter((identity) => identities(two.out).includes(identity))).toEqual([]);
  const nameless = (text: string): string =>
    text
      .replaceAll(/"(?:one|two)-/g, '"NAME-')
      .replaceAll(/-(?:one|two)-/g, "-NAME-")
      .replaceAll(/\/name": "(?:one|two)"/g, '/name": "NAME"')
      .replaceAll(/uuid": .*/g, "");
  expect(nameless(one.out)).toEqual(nameless(two.out));
  const selectors = (text: string): string[] =>
    objects(text).flatMap(({ kind, spec }) => (kind === "Service" ? [JSON.stringify(spec?.selector)] : []));
  expect(selectors(one.out).filter((selector) => selectors(two.out).includes(selector))).toEqual([]);
});

test("the platform decides for modules that say nothing, and a name that is too long is told", async () => {
  const platform = folderWith({
    "cue.mod/module.cue":
      'module: "example.com/p@v0"\nlanguage: version: "v0.15.0"\ndeps: "opmodel.dev/core@v0": v: "v0.1.31"\n',
    "platform.cue": `package platform

import "opmodel.dev/core@v0"

catalog: core.#ModuleCatalog & {
	metadata: name: "company"
	modules: hello: {module: "example.com/hello@v0", versions: "0.x"}
	platform: objectNames: "release"
}
`,
  });
  const built = await opm(`mod build examples/hello --platform ${platform} -o json`);
  expect(objects(built.out).map(({ metadata }) => metadata.name)).toEqual(["hello-web", "hello-web"]);
  const long = await opm(`mod build ${named()} --release-name ${"x".repeat(60)}`);
  expect(long.exit).toBe(2);
  expect(long.err).toContain("error[OPM1307]: objects of component web would be named");
});

test("a component reaches another by the name of its objects", async () => {
  const module = named();
  writeFileSync(
    join(module, "peer.cue"),
    "package main\n\n#components: web: spec: statelessWorkload: container: env: PEER: value: #components.database.#objectName\n",
  );
  expect((await opm(`mod build ${module} --release-name one`)).out).toContain("value: one-database\n");
});
