// A tier says only what its file says (VAL-1): whatever else a file holds, and whoever else has a say.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MemoryFiles, noRegistry } from "../cue/load/index.ts";
import { nodeFiles } from "../host/node-files.ts";
import { hasErrors, placeText } from "../source/index.ts";
import { explain, leavesOf, pathText, toPlain } from "../values/index.ts";
import { CatalogRegistry, PackageCache, render } from "./index.ts";
import type { CatalogIndex, PipelineHost, RenderRequest } from "./index.ts";

const catalog = new CatalogRegistry(
  { ...(JSON.parse(readFileSync("catalog/catalog.json", "utf8")) as CatalogIndex), hash: "tiers" },
  nodeFiles,
  `${process.cwd()}/catalog`,
);
const packages = new PackageCache();

const MODULE = {
  "/m/cue.mod/module.cue": `module: "example.com/t@v0"
language: version: "v0.15.0"
deps: "opmodel.dev/core@v0": v: "v0.1.31"
`,
  "/m/module.cue": `package main

import "opmodel.dev/core@v0"

core.#Module

metadata: {apiVersion: "example.com/t@v0", name: "t", version: "0.1.0"}

#config: {
	host:     *"a.example" | string
	url:      *"https://\\(host)/" | string
	port:     *80 | int
	next:     *(port + 1) | int
	logLevel: *"info" | string
	name?:    string
	list: [...string] | *["x"]
	extra: [string]: string
}

values: #config
#components: {}
`,
};

const hostOf = (files: Record<string, string>): PipelineHost => ({
  files: new MemoryFiles(Object.entries({ ...MODULE, ...files })),
  env: {},
  catalog,
  registry: () => noRegistry,
  clock: () => 0,
  packages,
});

async function values(author: string, request: Partial<RenderRequest> = {}, files: Record<string, string> = {}) {
  const host = hostOf({ ...(author === "" ? {} : { "/m/values.cue": author }), ...files });
  const result = await render(host, { path: "/m", ...request }, "release");
  const tree = result.values?.tree;
  return {
    data: tree && toPlain(tree),
    errors: result.diagnostics.filter((d) => d.severity === "error"),
    tiers: tree && Object.fromEntries([...leavesOf(tree)].map(({ path, node }) => [pathText(path), node.origin.tier])),
    steps: (path: string[]) => explain(tree!, path)!.steps.map((s) => [s.tier, s.value, placeText(s.place)]),
  };
}

const set = (text: string): Partial<RenderRequest> => ({ values: { sets: [{ kind: "set", argument: text }] } });
const file = (name: string, text: string): Partial<RenderRequest> => ({ values: { files: [{ name, text }] } });

describe("defaults of #config belong to no tier", () => {
  const PLAIN = 'package main\n\nvalues: {\n\tport: 8080\n\tlogLevel: "debug"\n}\n';
  test.each([
    ["a reference", PLAIN.replace('"debug"', "_l") + '_l: "debug"\n'],
    ["a comment", PLAIN.replace("\tport", "\t// why\n\tport")],
    ["the schema beside it", PLAIN.replace("values: {", "values: #config & {")],
    [
      "an import",
      PLAIN.replace("package main\n", 'package main\n\nimport "strings"\n').replace(
        '"debug"',
        'strings.ToLower("DEBUG")',
      ),
    ],
    ["a comprehension", PLAIN.replace('\tlogLevel: "debug"', '\tif true {logLevel: "debug"}')],
    ["an embedded struct", `${PLAIN.replace('\tlogLevel: "debug"', "\t_common")}_common: logLevel: "debug"\n`],
  ])("%s changes nothing", async (_, text) => {
    const [plain, other] = [await values(PLAIN), await values(text)];
    expect(other.errors).toEqual([]);
    expect(other.data).toEqual(plain.data);
    expect(other.tiers).toEqual(plain.tiers);
    expect(other.tiers).toMatchObject({ port: "author", logLevel: "author", host: "default", next: "default" });
  });

  test("computed defaults follow the effective values, whatever values.cue holds", async () => {
    const author = "package main\n\n_p: 8080\nvalues: {\n\tport: _p\n}\n";
    const { data, errors } = await values(author, set("host=b.example"));
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ host: "b.example", url: "https://b.example/", port: 8080, next: 8081 });
    expect((await values(author, set("port=90"))).data).toMatchObject({ port: 90, next: 91 });
  });

  test("an expression is evaluated in its own file", async () => {
    const author = 'package main\n\nvalues: {\n\thost: "own.example"\n\tlogLevel: "at-\\(values.host)"\n}\n';
    const { data, steps } = await values(author, set("host=b.example"));
    expect(data).toMatchObject({ host: "b.example", logLevel: "at-own.example", url: "https://b.example/" });
    expect(steps(["logLevel"])[0]).toEqual(["author", '"at-own.example"', "/m/values.cue:5:12"]);
  });

  test("values in module.cue count as the author's, its schema does not", async () => {
    const text = MODULE["/m/module.cue"].replace("values: #config", "values: #config & {port: 8080}");
    const { data, tiers } = await values("", set("host=b.example"), { "/m/module.cue": text });
    expect(tiers).toMatchObject({ port: "author", host: "set", url: "default" });
    expect(data).toMatchObject({ url: "https://b.example/", next: 8081 });
  });
});

describe("a literal and an expression of equal value", () => {
  test.each([
    ['"pre-fix"', '"pre-" + "fix"'],
    ['"pre-fix"', '"\\("pre")-fix"'],
    ['"y"', '{a: "y"}.a'],
    ['"y"', '["x", "y"][1]'],
  ])("%s and %s", async (literal, expression) => {
    const text = (value: string): string => `logLevel: ${value}\nport: 1\n`;
    const [a, b] = [await values("", file("v.cue", text(literal))), await values("", file("v.cue", text(expression)))];
    expect(b.errors).toEqual([]);
    expect([b.data, b.tiers]).toEqual([a.data, a.tiers]);
  });

  test("what cannot be evaluated in its file is told there, and never dropped", async () => {
    const { errors } = await values("", file("/m/v.cue", 'port: 1\nlogLevel: {a: "y"}.b\n'));
    expect(errors.map((d) => [d.message, placeText(d.places![0]!)])).toEqual([
      ["it cannot be evaluated in its own file: undefined field: b", "/m/v.cue:2:11"],
    ]);
    const own = await values("package main\n\nvalues: logLevel: values.name\n");
    expect(own.errors.map((d) => placeText(d.places![0]!))).toEqual(["/m/values.cue:3:19"]);
  });
});

describe("tags of the command line", () => {
  test("-t holds in a values file of literals alone", async () => {
    const author = 'package main\n\nvalues: {\n\tport: 8080\n\tlogLevel: *"dev" | string @tag(level)\n}\n';
    expect((await values(author)).data).toMatchObject({ logLevel: "dev" });
    const { data, tiers, errors } = await values(author, { tags: ["level=prod"] });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ logLevel: "prod", port: 8080 });
    expect(tiers).toMatchObject({ logLevel: "author", host: "default" });
  });
});

describe("an overlay can take away", () => {
  const text = MODULE["/m/module.cue"].replace(
    "list: [",
    'auth?: {method: string, user?: string, token?: string, ca: *"sys" | string}\n\tlist: [',
  );
  const author = 'package main\n\nvalues: {\n\tport: 8080\n\tauth: {method: "basic", user: "joe"}\n}\n';
  const run = (request: Partial<RenderRequest>) => values(author, request, { "/m/module.cue": text });

  test.each([
    ["a CUE attribute", file("v.cue", "port: _ @unset()\n")],
    ["a CUE attribute beside an expression", file("v.cue", '_x: "w"\nlogLevel: _x\nport: _ @unset()\n')],
    ["a YAML tag", file("v.yaml", "port: !unset\n")],
    ["--unset", { values: { sets: [{ kind: "unset", argument: "port" }] } } as Partial<RenderRequest>],
  ])("drop a field by %s: the module's default holds again", async (_, request) => {
    const { data, tiers, errors } = await run(request);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ port: 80, next: 81 });
    expect(tiers).toMatchObject({ port: "default" });
  });

  test.each([
    ["a CUE attribute", file("v.cue", 'auth: {method: "token", token: "t"} @replace()\n')],
    ["a YAML tag", file("v.yaml", "auth: !replace\n  method: token\n  token: t\n")],
  ])("replace a struct whole by %s", async (_, request) => {
    const { data, errors } = await run(request);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ auth: { method: "token", token: "t", ca: "sys" } });
    expect((data as { auth: object }).auth).not.toHaveProperty("user");
  });

  test("in an inner struct, and set again later", async () => {
    const drop = { kind: "unset", argument: "auth.user" } as const;
    const { data } = await run({ values: { sets: [drop] } });
    expect(data).toMatchObject({ auth: { method: "basic" } });
    expect((data as { auth: object }).auth).not.toHaveProperty("user");
    const again = await run({ values: { sets: [drop, { kind: "set", argument: "auth.user=ann" }] } });
    expect(again.data).toMatchObject({ auth: { method: "basic", user: "ann" } });
  });

  test("but not what the platform locked", async () => {
    const files = { "/p/platform.cue": "port: 443\n" };
    const request = { flags: { platform: "/p/platform.cue" } };
    const unset = await values("", { ...request, ...file("v.yaml", "port: !unset\n") }, files);
    expect(unset.errors.map((d) => d.message)).toEqual(["port is locked by the platform: 443 cannot be taken away"]);
  });

  test("a tag of another tool stays an error", async () => {
    expect((await run(file("v.yaml", "port: !Ref x\n"))).errors).toHaveLength(1);
  });
});

test("nothing here is wrong in silence", async () => {
  expect(hasErrors((await values("package main\n\nvalues: prot: 1\n")).errors)).toBe(true);
});
