// What users of values, environments, platforms, bundles and matrices get wrong, and what they are told.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyOf, folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

const withFile = (example: string, name: string, text: string): string => {
  const folder = copyOf(example);
  writeFileSync(join(folder, name), text);
  return folder;
};

describe("environments", () => {
  test("an unknown one is refused with those there are and the nearest (ENV-9)", async () => {
    const { exit, out, err } = await opm("mod build examples/environments -e stagin");
    expect({ exit, out }).toEqual({ exit: 5, out: "" });
    expect(err).toContain('there is no environment "stagin"');
    expect(err).toContain("known environments: dev, prod-eu, prod-us, production, staging");
    expect(err).toContain("did you mean staging?");
    expect((await opm("env show stagin examples/environments")).exit).toBe(5);
  });

  test("a circle of extends is told once, with every place; others are released all the same (ENV-8)", async () => {
    const folder = withFile(
      "environments",
      "circle.cue",
      `package main

environments: {
	a: {metadata: name: "a", extends: "b"}
	b: {metadata: name: "b", extends: ["c"]}
	c: {metadata: name: "c", extends: "a"}
	d: {metadata: name: "d", extends: "nowhere"}
}
`,
    );
    const { exit, err, out } = await opm(`env list ${folder}`);
    expect(exit).toBe(2);
    expect(err.match(/in a circle/g)).toHaveLength(1);
    for (const place of ["circle.cue:4:5", "circle.cue:5:5", "circle.cue:6:5"]) expect(err).toContain(place);
    expect(err).toContain('there is no environment "nowhere"');
    expect(out).toMatch(/^staging /m);
    const target = folderWith({});
    expect((await opm(`release build ${folder} --all-environments --out-dir ${target}`)).exit).toBe(2);
    expect(existsSync(join(target, "dev", "environments"))).toBe(true);
    expect((await opm(`env show c ${folder}`)).exit).toBe(2);
  });

  test("a wrong value is told once, at the environment's line, whatever wins over it (ENV-4)", async () => {
    const folder = withFile(
      "environments",
      "bad.cue",
      'package main\n\nenvironments: bad: {metadata: name: "bad", values: {replicas: 0, repilcas: 1}}\n',
    );
    for (const set of ["", "--set replicas=3"]) {
      const { exit, err } = await opm(`mod build ${folder} -e bad ${set}`);
      expect(exit).toBe(2);
      expect(err.match(/^error/gm)).toHaveLength(2);
      expect(err).toContain("invalid value 0 (out of bound >=1)");
      expect(err).toContain("bad.cue:3:63");
      expect(err).toContain("did you mean replicas?");
    }
  });
});

describe("locks hold against files, environments and --set (VAL-4)", () => {
  const folder = () =>
    withFile("hello", "env.cue", 'package main\n\nenvironments: big: {metadata: name: "big", values: replicas: 7}\n');
  test.each([
    ["a file", "-f -", "the values file", "-:1:11"],
    ["an environment", "-e big", "the environment big", "env.cue:3:62"],
    ["--set", "--set replicas=7", "the command line", "--set:1:10"],
    ["--set-json", "--set-json replicas=7", "the command line", "--set-json:1:10"],
  ])("%s", async (_, flags, source, place) => {
    const { exit, out, err } = await opm(
      `mod build ${folder()} --platform examples/platform ${flags}`,
      {},
      "replicas: 7\n",
    );
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain("replicas is locked by the platform: 2 cannot be changed to 7");
    expect(err).toContain(`${place} set to 7 by ${source}`);
    expect(err).toContain("examples/platform/platform.cue:20:15 locked to 2 by the platform company/hello");
  });

  test("giving the locked value again is no mistake, and explain shows the lock", async () => {
    expect((await opm("mod build examples/hello --platform examples/platform --set replicas=2")).exit).toBe(0);
    expect((await opm("values explain replicas examples/hello --platform examples/platform")).out).toContain(
      "● 2  platform company/hello, locked  examples/platform/platform.cue:20:15",
    );
  });
});

describe("platforms (VAL-7)", () => {
  test.each([
    ["/nowhere", "cannot read the platform /nowhere: no such file or directory"],
    ["", "it holds no CUE"],
  ])("%j is none", async (path, says) => {
    const { exit, err } = await opm(`mod build examples/hello --platform ${path || folderWith({})}`);
    expect(exit).toBe(5);
    expect(err).toContain(says);
  });

  test("a version outside of the range is refused at the range, with the entries", async () => {
    const platform = folderWith({
      "p.cue": `package platform

import "opmodel.dev/core@v0"

catalog: core.#ModuleCatalog & {
	metadata: name: "strict"
	modules: hello: {module: "example.com/hello@v0", versions: ">=0.2.0 <1.0.0 || ^3.0.0"}
}
`,
      "cue.mod/module.cue":
        'module: "example.com/p@v0"\nlanguage: version: "v0.15.0"\ndeps: "opmodel.dev/core@v0": v: "v0.3.0"\n',
    });
    const refused = await opm(`mod build examples/hello --platform ${platform}`);
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain("does not allow version 0.1.0 of hello: it wants >=0.2.0 <1.0.0 || ^3.0.0");
    expect(refused.err).toContain("p.cue:7:61");
    expect(refused.err).toContain("hello: example.com/hello@v0");
  });
});

describe("bundles", () => {
  test.each([
    ['after: ["web"]', "instances of bundle wait for each other: web → web", "remove one of them from after"],
    ['after: ["apy"]', "the instance web of bundle waits for apy, which is no instance", "did you mean api?"],
  ])("%s", async (after, says, hint) => {
    const folder = join(folderWith({}), "shop");
    await opm(`bundle init shop --dir ${folder}`);
    const text = readFileSync(join(folder, "bundle.cue"), "utf8");
    writeFileSync(join(folder, "bundle.cue"), text.replace('after: ["api"]', after));
    for (const verb of ["build", "vet", "tree"]) {
      const { exit, err } = await opm(`bundle ${verb} ${folder}`);
      expect(exit).toBe(2);
      expect(err).toContain(says);
      expect(err).toContain(hint);
    }
  });

  test("a folder without one; where releases are wanted, a bundle is its own", async () => {
    expect((await opm("bundle build /nowhere")).err).toContain(
      "there is no bundle in /nowhere: no such file or directory",
    );
    expect((await opm(`bundle build ${folderWith({})}`)).err).toContain("it holds no CUE");
    const folder = join(folderWith({}), "shop");
    await opm(`bundle init shop --dir ${folder}`);
    expect(await opm(`release build ${folder}`)).toEqual(await opm(`bundle build ${folder}`));
  });
});

describe("the matrix (ENV-9)", () => {
  test.each(["0/3", "4/3", "a/b", "1", "1/0", "1/2/3", "-1/2"])("--shard %s", async (shard) => {
    expect(await opm(["release", "build", "examples/environments", "--shard", shard])).toMatchObject({
      exit: 1,
      out: "",
      err: `error[OPM0006]: --shard ${shard}: expected i/n with i from 1 to n, such as 2/5\n`,
    });
  });

  test.each([
    ["mod build examples/hello", "file", "it is a file"],
    ["mod build examples/environments -e dev -e staging", "file/below", "a part of the path is a file"],
    ["release build examples/environments --all-environments", "file", "it is a file"],
    ["bundle build examples/bundle", "file/below", "a part of the path is a file"],
  ])("%s to %s: nothing is rendered, and nothing crashes", async (line, name, why) => {
    const target = join(folderWith({ file: "" }), name);
    const { exit, out, err } = await opm(`${line} --out-dir ${target}`);
    expect({ exit, out }).toEqual({ exit: 1, out: "" });
    expect(err).toContain(`error[OPM0002]: cannot write to the folder ${target}: ${why}`);
  });
});
