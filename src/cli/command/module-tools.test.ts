// What tools around a module know of it: its values in the schema, types in cue.mod, paths in the environment.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";
import { COMPONENT, MODULE, folderOf, removeFolders } from "./secrets-fixture.ts";

afterAll(removeFolders);

async function run(folder: string, words: string, env: Record<string, string> = {}) {
  const io = memoryIo(folder, { HOME: folder, ...env });
  const { exit } = await main(words.split(" "), io, "0.0.0");
  return { exit, out: io.out(), err: io.err() };
}

const FILES = {
  "module.cue": MODULE("name: string\n\treplicas: int"),
  "components.cue": COMPONENT("args: [#config.name]"),
  "values.cue": 'package main\nvalues: name: "v"\n',
};

test("a JSON Schema requires what values.cue does not give", async () => {
  const { out } = await run(folderOf(FILES), "mod docs . -o json-schema");
  expect((JSON.parse(out) as { required: string[] }).required).toEqual(["replicas"]);
});

test("OPM_CONFIG may name a file from the current folder", async () => {
  const folder = folderOf({
    ...FILES,
    "conf/config.cue": 'package config\nconfig: kubernetes: namespace: "from-config"\n',
    "conf/cue.mod/module.cue": 'module: "opmodel.dev/config@v0"\nlanguage: version: "v0.15.0"\n',
  });
  const { exit, out } = await run(folder, "config show", { OPM_CONFIG: "conf/config.cue" });
  expect(exit).toBe(0);
  expect(out).toContain("from-config");
});

test("mod tidy knows types that were vendored", async () => {
  const folder = folderOf({ ...FILES, "cue.mod/gen/example.com/widget/v1/types.cue": "package v1\n#Widget: {}\n" });
  writeFileSync(join(folder, "w.cue"), 'package main\nimport w "example.com/widget/v1"\n_w: w.#Widget\n');
  expect(await run(folder, "mod tidy .")).toMatchObject({ exit: 0, err: "" });
});
