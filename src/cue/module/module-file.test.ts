import { describe, expect, test } from "vitest";
import { formatModuleFile, parseLocalModuleFile, parseModuleFile } from "./module-file.ts";
import type { ModuleFile } from "./module-file.ts";
import { buildList, makeRequirements, selectVersions } from "./requirements.ts";
import { flattenFault, formatFault } from "./result.ts";
import type { Result } from "./result.ts";

const head = 'module: "ex.com/m@v0"\nlanguage: version: "v0.17.0"\n';

function messages(r: Result<ModuleFile>): string[] {
  return r.ok ? [] : flattenFault(r.fault).map((f) => formatFault(f));
}

function valid(text: string): ModuleFile {
  const r = parseModuleFile(text, "module.cue");
  if (!r.ok) throw new Error(r.fault.message);
  return r.value;
}

describe("cue.mod/module.cue (CUE-3)", () => {
  test("reads everything", () => {
    const file = valid(
      `${head}source: kind: "git"\ndescription: "d"\ncustom: "x.com": y: 1\ndeps: {"a.com/b": {v: "v1.2.0", default: true}, "a.com/b@v0": v: "v0.1.0"}`,
    );
    expect(file.qualifiedModule).toBe("ex.com/m@v0");
    expect(file.source).toBe("git");
    expect(file.deps).toEqual([
      { path: "a.com/b@v0", version: "v0.1.0" },
      { path: "a.com/b@v1", version: "v1.2.0" },
    ]);
    expect(Object.fromEntries(file.defaultMajors)).toEqual({ "ex.com/m": "v0", "a.com/b": "v1" });
    expect(valid(formatModuleFile(file)).deps).toEqual(file.deps);
  });

  test.each([
    ['module: "ex.com/m"', "no language version declared in module.cue; run 'cue mod fix'"],
    ['language: version: "0.17"', 'language version "0.17" in module.cue is not valid semantic version'],
    [
      'language: version: "v0.99.0"',
      'language version "v0.99.0" declared in module.cue is too new for current language version "v0.17.1"',
    ],
    [
      'language: version: "v0.3.0"',
      'cannot find schema suitable for reading module file with language version "v0.3.0"',
    ],
    [
      "language: 3",
      "language: cannot determine language version: cannot use value 3 (type int) as struct:\n    module.cue:1:11",
    ],
    [`${head}foo: 1`, "foo: field not allowed:\n    module.cue:3:1"],
    [`package x\n${head}`, "invalid module file syntax: references not allowed in data mode:\n    module.cue:1:9"],
    [`${head}#X: 1`, "invalid module file syntax: definitions not allowed in data mode:\n    module.cue:3:1"],
    ['language: version: "v0.17.0"', "invalid module file module.cue: empty module path"],
    [
      'module: "bad path"\nlanguage: version: "v0.17.0"',
      "invalid module file module.cue: module path \"bad path\" is not valid: invalid char ' '",
    ],
    [
      'module: "ex.com/m@v0.1.0"\nlanguage: version: "v0.17.0"',
      "invalid module file module.cue: module path ex.com/m@v0.1.0 should contain the major version only",
    ],
    [
      'module: "ex.com/m@v0"\nlanguage: version: "v0.8.0"\nsource: kind: "self"',
      "invalid module file: source field is not allowed at this language version; need at least v0.9.0-alpha.0",
    ],
    [
      `${head}deps: "a.com/b@v0": v: "0.1.0"`,
      'invalid module file module.cue: cannot make version from module "a.com/b@v0", version "0.1.0": version "0.1.0" (of module "a.com/b@v0") is not well formed',
    ],
    [
      `${head}module: "ex.com/n@v0"`,
      'module: invalid module file syntax: conflicting values "ex.com/n@v0" and "ex.com/m@v0":\n    module.cue:1:9\n    module.cue:3:9',
    ],
    [
      `${head}deps: 1`,
      "deps: conflicting values 1 and {[#Module]:#Dep} (mismatched types int and struct):\n    module.cue:3:7\n    cuelang.org/go/mod/modfile/schema.cue:89:10",
    ],
  ])("%j is refused", (text, message) => expect(messages(parseModuleFile(text, "module.cue"))).toEqual([message]));

  test("a published module file names every major version", () => {
    expect(messages(parseModuleFile(`${head}deps: "a.com/b": v: "v0.1.0"`, "m", { strict: true }))).toEqual([
      'invalid module file m: no major version in "a.com/b"',
    ]);
  });

  test("local-module.cue adds and inherits", () => {
    const base = valid(`${head}deps: "a.com/b@v0": {v: "v0.1.0", default: true}`);
    const local = parseLocalModuleFile(
      'deps: {"a.com/b@v0": replaceWith: "./b", "c.com/d@v1": v: "v1.0.0"}',
      "local",
      base,
    );
    expect(local.ok && local.value.deps).toEqual([
      { path: "a.com/b@v0", version: "v0.1.0" },
      { path: "c.com/d@v1", version: "v1.0.0" },
    ]);
    expect(messages(parseLocalModuleFile('deps: "x.com/y@v0": default: true', "local", base))).toEqual([
      'dependency "x.com/y@v0" in local has no version and is not present in module.cue',
    ]);
  });
});

describe("minimal version selection (CUE-3)", () => {
  const main = valid(`${head}deps: {"a.com/a@v0": v: "v0.1.0", "b.com/b@v0": v: "v0.1.0"}`);
  const a = valid(
    'module: "a.com/a@v0"\nlanguage: version: "v0.9.0"\ndeps: {"b.com/b@v0": v: "v0.2.0", "c.com/c@v0": v: "v0.1.0"}',
  );
  const b2 = valid('module: "b.com/b@v0"\nlanguage: version: "v0.9.0"\ndeps: "c.com/c@v0": v: "v0.3.0"');

  test("the highest version that the listed modules ask for", () => {
    const selected = selectVersions(makeRequirements(main), [a]);
    expect(selected.get("b.com/b@v0")).toBe("v0.2.0");
    expect(selected.get("c.com/c@v0")).toBe("v0.1.0");
    expect(selected.get("ex.com/m@v0")).toBe("");
  });

  test("the build list follows requirements to any depth", () => {
    const files = new Map([
      ["a.com/a@v0 v0.1.0", a],
      ["b.com/b@v0 v0.2.0", b2],
    ]);
    const list = buildList(main, (m) => files.get(`${m.path} ${m.version}`));
    expect(list.map((m) => `${m.path} ${m.version}`)).toEqual([
      "a.com/a@v0 v0.1.0",
      "b.com/b@v0 v0.2.0",
      "c.com/c@v0 v0.3.0",
    ]);
  });
});
