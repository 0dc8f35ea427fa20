// Values files by the command line: CUE that is more than data, encodings, numbers that stay what they are.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { folderWith, opm, removeScratch } from "./command-fixture.ts";

afterAll(removeScratch);

/** A module that takes any value, and files beside it. */
function anyModule(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = folderWith({
    "module.cue": `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {apiVersion: "example.com/any@v0", name: "any", version: "0.1.0"}
#config: {...}
values: #config
`,
    ...files,
  });
  cpSync("examples/hello/cue.mod", join(folder, "cue.mod"), { recursive: true });
  return folder;
}

const PROGRAM = `package values

import "strings"

#base: {cpu: *"100m" | string, memory: "1Gi"}
_tag: "v1"
let L = "x"
values: {
	name: strings.ToUpper("web")
	requests: #base & {cpu: "200m"}
	limits: memory: requests.memory
	image: "repo:\\(_tag)"
	list: [for i in [1, 2] {i * 2}]
	l:    L
	port: *8080 | int
	if true {cond: 1}
}
`;

describe("CUE values with references, definitions and imports (VAL-3)", () => {
  test("are evaluated; each value has its line, in a file and from standard input", async () => {
    const folder = anyModule({ "overlays/p.cue": PROGRAM });
    const { exit, out, err } = await opm(`values merge ${folder} -f ${folder}/overlays/p.cue -o json`);
    expect(err).toBe("");
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toEqual({
      name: "WEB",
      requests: { cpu: "200m", memory: "1Gi" },
      limits: { memory: "1Gi" },
      image: "repo:v1",
      list: [2, 4],
      l: "x",
      port: 8080,
      cond: 1,
    });
    const piped = await opm(`values inspect ${folder} -f -`, {}, PROGRAM);
    expect(piped.out).toMatch(/^name +"WEB" +values file +-:9:8$/m);
    expect(piped.out).toMatch(/^requests\.cpu +"200m" +values file +-:10:26$/m);
    expect(piped.out).toMatch(/^limits\.memory +"1Gi" +values file +-:11:18$/m);
  });

  test("layer like others: later files win, defaults stay open, a platform's file locks (VAL-2, VAL-4)", async () => {
    const folder = anyModule({
      "base.cue": 'values: {\n\trequests: memory: "128Mi"\n\tlimits: memory: requests.memory\n\tadd: ["A", "B"]\n}\n',
      "over.yaml": "limits: {cpu: 1000m, memory: 1Gi}\nadd: [A]\n",
      "platform.cue": '_zone: "eu"\nregion: "\\(_zone)-1"\nsize: *"small" | string\n',
    });
    const files = `-f ${folder}/base.cue -f ${folder}/over.yaml`;
    expect(JSON.parse((await opm(`values merge ${folder} ${files} -o json`)).out)).toEqual({
      requests: { memory: "128Mi" },
      limits: { cpu: "1000m", memory: "1Gi" },
      add: ["A"],
    });
    const locked = await opm(`values merge ${folder} --platform ${folder}/platform.cue --set region=us --set size=big`);
    expect(locked.exit).toBe(2);
    expect(locked.err).toContain('region is locked by the platform: "eu-1" cannot be changed to "us"');
    expect(locked.err).toContain("platform.cue:2:9");
    expect(locked.err).not.toContain("size is locked");
  });

  test.each([
    ["// c\nc: zz\n", 'reference "zz" not found', "-:2:4"],
    ["a: 1\nb: a + 1\nq: {x: 1} & {x: 2}\n", "conflicting values", "-:3:"],
    ['import "strings"\na: strings.ToUpper(1)\n', "cannot use 1", "-:2:"],
  ])("a mistake is shown in its line: %j", async (text, message, place) => {
    const { exit, err } = await opm(`values merge ${anyModule({})} -f -`, {}, text);
    expect(exit).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(place);
  });

  test("values check looks at them too", async () => {
    const folder = anyModule({ "overlays/p.cue": PROGRAM });
    expect(await opm(`values check ${folder} -f ${folder}/overlays/p.cue`)).toMatchObject({
      exit: 0,
      out: "✔ 1 layer fit #config of any\n",
    });
  });
});

describe("what is read is what is printed (VAL-3)", () => {
  test("numbers keep their digits and their kind, bytes are bytes", async () => {
    const folder = anyModule({
      "v.yaml":
        "float: 1.0\nver: 1.10\nlong: 0.1234567890123456789\nbig: 123456789012345678901234567890\nb: !!binary aGk=\n",
      "v.json": '{"huge": 1e400}',
    });
    const line = `values merge ${folder} -f ${folder}/v.yaml -f ${folder}/v.json`;
    expect((await opm(line)).out).toBe(
      "b: !!binary aGk=\nbig: 123456789012345678901234567890\nfloat: 1.0\nhuge: 1E+400\nlong: 0.1234567890123456789\nver: 1.10\n",
    );
    const json = (await opm(`${line} -o json`)).out;
    expect(json).toContain('"b": "aGk="');
    expect(json).toContain('"huge": 1E+400');
    expect((await opm(`${line} -o cue`)).out).toContain("\tb:     'hi'\n");
  });

  test("UTF-16, as some shells write it", async () => {
    const wide = (text: string, little: boolean): Uint8Array => {
      const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
      return little ? bytes : bytes.swap16();
    };
    const folder = anyModule({ "le.yaml": wide("a: é😀\n", true), "be.json": wide('{"b": "é"}', false) });
    const { out } = await opm(`values merge ${folder} -f ${folder}/le.yaml -f ${folder}/be.json -o json`);
    expect(JSON.parse(out)).toEqual({ a: "é😀", b: "é" });
  });

  test("an empty file, of whatever format, changes nothing (VAL-2)", async () => {
    const folder = anyModule({
      "v.yaml": "a: 1\n",
      "e.yaml": "# c\n",
      "e.json": "{}",
      "e.toml": "",
      "e.cue": "package x\n",
    });
    const line = `values merge ${folder} -f ${folder}/v.yaml`;
    const before = await opm(line);
    const after = await opm(`${line} ${["yaml", "json", "toml", "cue"].map((f) => `-f ${folder}/e.${f}`).join(" ")}`);
    expect(after).toEqual(before);
  });
});

test("a file that is not there is told, and nothing is printed that lacks it (VAL-3)", async () => {
  const folder = anyModule({});
  for (const line of ["merge", "inspect", "explain a", "validate", "check"]) {
    const [verb, ...path] = line.split(" ");
    const { exit, out, err } = await opm(["values", verb!, ...path, folder, "-f", "nowhere.yaml", "--set", "a=1"]);
    expect({ line, exit, out }).toEqual({ line, exit: 5, out: "" });
    expect(err).toContain("cannot read the values file nowhere.yaml: there is no such file");
    expect((await opm("values merge examples/hello -f examples")).err).toContain("examples: it is a folder");
  }
});

test("well-known paths: #config, values, catalog.values (VAL-6)", async () => {
  const plain = await opm("values explain replicas examples/hello");
  for (const path of ["values.replicas", "#config.replicas"])
    expect(await opm(["values", "explain", path, "examples/hello"])).toEqual(plain);
  const platform = folderWith({
    "p.cue": `package platform

import "opmodel.dev/core@v0"

catalog: core.#ModuleCatalog & {
	metadata: name: "all"
	values: {greeting: *"for all" | string, replicas: 3, unknownToMost: 1}
	modules: hello: {module: "example.com/hello@v0", versions: "*", values: greeting: *"for hello" | string}
	modules: other: {module: "example.com/other@v0", versions: "*"}
}
`,
  });
  cpSync("examples/platform/cue.mod", join(platform, "cue.mod"), { recursive: true });
  const { exit, out } = await opm(`values inspect examples/hello --platform ${platform}`);
  expect(exit).toBe(0);
  expect(out).toMatch(/^replicas +3 +platform all, locked +.*p\.cue:7:52$/m);
  expect(out).toMatch(/^greeting +"for hello" +platform all\/hello +.*p\.cue:8:\d+$/m);
  // Others may know it: only where no module can, it is a mistake.
  expect(out).not.toContain("unknownToMost");
});

test("a file that is no UTF-8 is refused at its first such byte (VAL-3)", async () => {
  const folder = folderWith({
    "v.yaml": Uint8Array.of(0x61, 0x3a, 0x20, 0x31, 0x0a, 0x62, 0x3a, 0x20, 0xc3, 0x28, 0x0a),
  });
  const { exit, err } = await opm(`values merge examples/hello -f ${folder}/v.yaml`);
  expect(exit).toBe(2);
  expect(err).toContain("is no text: this byte is not UTF-8");
  expect(err).toContain("v.yaml:2:4");
  const fine = folderWith({ "v.yaml": 'greeting: "\uFFFD 😀"\n' });
  expect((await opm(`values merge examples/hello -f ${fine}/v.yaml`)).exit).toBe(0);
});
