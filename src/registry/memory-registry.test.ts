import { describe, expect, test } from "vitest";
import { firstOf, loadInstancesSync, MemoryFiles } from "../cue/load/index.ts";
import { formatFault } from "../cue/module/index.ts";
import { MemoryRegistry } from "./memory-registry.ts";

function catalog(): MemoryRegistry {
  const r = new MemoryRegistry();
  const head = (path: string): string => `module: "${path}"\nlanguage: version: "v0.15.0"\n`;
  expect(
    r.addFiles("cat.example/core@v0", "v0.1.0", [
      ["cue.mod/module.cue", head("cat.example/core@v0")],
      ["c.cue", "package core\n#X: 1"],
    ]),
  ).toBeUndefined();
  expect(
    r.addFiles("cat.example/core@v0", "v0.2.0", [
      ["cue.mod/module.cue", head("cat.example/core@v0")],
      ["c.cue", "package core\n#X: 2"],
    ]),
  ).toBeUndefined();
  expect(
    r.addFiles("cat.example/bad@v0", "v0.1.0", [
      ["cue.mod/module.cue", head("cat.example/bad@v0")],
      ["b.cue", "package bad\nx: 1 1"],
    ]),
  ).toBeUndefined();
  return r;
}

const program = (dep: string): MemoryFiles =>
  new MemoryFiles([
    [
      "/w/cue.mod/module.cue",
      `module: "ex.com/m@v0"\nlanguage: version: "v0.15.0"\ndeps: "cat.example/${dep}@v0": v: "v0.1.0"\n`,
    ],
    ["/w/m.cue", `package m\nimport "cat.example/${dep}"\nx: ${dep}\n`],
  ]);

describe("modules that ship with the product (CUE-3)", () => {
  test("load without network, synchronously, with their own names in messages", () => {
    const registry = firstOf(catalog(), new MemoryRegistry());
    const r = loadInstancesSync(["."], { files: program("core"), cwd: "/w", registry });
    expect(r.errors).toEqual([]);
    expect(r.instances[0]!.imports.get("cat.example/core")!.files[0]!.path).toBe("cat.example/core@v0.1.0/c.cue");
    const bad = loadInstancesSync(["."], { files: program("bad"), cwd: "/w", registry });
    expect(bad.errors.map((e) => formatFault(e, "/w"))).toEqual([
      "import failed: missing ',' in struct literal:\n    ./m.cue:2:8\n    cat.example/bad@v0.1.0/b.cue:2:6",
    ]);
  });

  test("the first registry that has a module gives it", async () => {
    const other = new MemoryRegistry();
    other.addFiles("cat.example/core@v0", "v0.9.0", [
      ["cue.mod/module.cue", 'module: "cat.example/core@v0"\nlanguage: version: "v0.15.0"'],
      ["c.cue", "package core"],
    ]);
    const both = firstOf(catalog(), other);
    expect((await both.fetch({ path: "cat.example/core@v0", version: "v0.9.0" })).ok).toBe(true);
    expect(await both.versions("cat.example/core@v0")).toEqual({ ok: true, value: ["v0.1.0", "v0.2.0", "v0.9.0"] });
    expect(await both.fetch({ path: "cat.example/core@v0", version: "v0.3.0" })).toMatchObject({
      ok: false,
      fault: { notFound: true },
    });
  });

  test("a folder that is no module is refused with the reason", () => {
    const r = new MemoryRegistry();
    expect(r.addFiles("a.example/b@v0", "v0.1.0", [["x.cue", ""]])).toContain("no such file or directory");
    expect(
      r.addFiles("a.example/b@v0", "v1.0.0", [
        ["cue.mod/module.cue", 'module: "a.example/b@v0"\nlanguage: version: "v0.15.0"'],
      ]),
    ).toContain("mismatched major version suffix");
  });
});
