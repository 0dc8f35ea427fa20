import { describe, expect, test } from "vitest";
import { formatFault, sortFaults } from "../module/index.ts";
import { loadInstancesSync } from "./load.ts";
import type { LoadConfig, LoadResult } from "./load.ts";
import { MemoryFiles } from "./memory-files.ts";

const module = { "cue.mod/module.cue": 'module: "ex.com/m@v0"\nlanguage: version: "v0.17.0"\n' };

function load(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  config: Partial<LoadConfig> = {},
): LoadResult {
  const memory = new MemoryFiles(Object.entries(files).map(([name, text]) => [`/w/${name}`, text] as const));
  return loadInstancesSync(args, { files: memory, cwd: "/w", ...config });
}

/** What is printed, or the names of the files of each instance. */
function outcome(r: LoadResult): string {
  if (r.errors.length > 0)
    return sortFaults(r.errors)
      .map((f) => formatFault(f, "/w"))
      .join("\n");
  return r.instances
    .map((i) => `${i.displayPath} ${i.packageName}: ${i.files.map((f) => f.path.slice(3)).join(" ")}`)
    .join("\n");
}

describe("arguments (CUE-3)", () => {
  const files = {
    ...module,
    "a.cue": "package m",
    "two/a.cue": "package a",
    "two/b.cue": "package b",
    "two2/x.cue": "package two2",
    "two2/y.cue": "package other",
    "none/n.cue": "x: 1",
    "data/x.json": "{}",
    "tests/x_test.cue": "package t",
    "top/t.cue": "package p",
    "top/q.cue": "package q",
    "top/mid/m.cue": "package p",
    "top/mid/low/l.cue": "package p",
    "1x/x.cue": "package x",
    "nested/cue.mod/module.cue": "",
    "nested/n.cue": "package n",
    "testdata/t.cue": "package t",
    "_hidden/h.cue": "package h",
  };

  test.each<[string, string]>([
    ["", ". m: a.cue"],
    [".", ". m: a.cue"],
    ["./two2", 'found packages "two2" (x.cue) and "other" (y.cue) in "./two2"'],
    ["ex.com/m/two2", "ex.com/m/two2 two2: two2/x.cue"],
    ["./two2:other", "./two2 other: two2/y.cue"],
    ["./two", 'found packages "a" (a.cue) and "b" (b.cue) in "two"'],
    [
      "./two:c",
      "build constraints exclude all CUE files in ./two:\n    ./two/a.cue: package is a, want c\n    ./two/b.cue: package is b, want c",
    ],
    ["./none", "build constraints exclude all CUE files in ./none:\n    ./none/n.cue: no package name"],
    ["./data", "no CUE files in ./data"],
    ["./nosuch", 'cannot find package "./nosuch"'],
    [
      "./tests",
      "build constraints exclude all CUE files in ./tests:\n    ./a.cue: package is m, want t\n    ./tests/x_test.cue: _test.cue files excluded in non-test mode",
    ],
    ["./top/mid/low:p", "./top/mid/low p: top/t.cue top/mid/m.cue top/mid/low/l.cue"],
    ["./1x", "./1x x: 1x/x.cue"],
    ["ex.com/m/1x", "cannot determine package name for \"ex.com/m/1x\"; set it explicitly with ':'"],
    ["ex.com/m/1x:x", "ex.com/m/1x:x x: 1x/x.cue"],
    ["ex.com/m/top/mid:p", "ex.com/m/top/mid:p p: top/t.cue top/mid/m.cue"],
    ["/w/two2:two2", "./two2 two2: two2/x.cue"],
    ["./none:_", 'invalid import path qualifier _ in "./none:_"'],
    ["..", 'cannot determine import path for ".." (dir outside of root)'],
    ["./nested", 'cannot determine import path for "./nested" (directory is in a nested module)'],
    ["one", 'standard library import path "one" cannot be imported as a CUE package'],
    ["all", 'cue: "all" matched no packages'],
    ["ex.org/...", 'pattern not allowed in external package path "ex.org/..."'],
    [
      "./top/mid/...",
      "./top/mid p: top/t.cue top/mid/m.cue\n./top/mid/low p: top/t.cue top/mid/m.cue top/mid/low/l.cue",
    ],
    ["none/n.cue two/a.cue", "command-line-arguments a: none/n.cue two/a.cue"],
    ["two/a.cue two/b.cue", 'found packages "a" (a.cue) and "b" (b.cue) in "."'],
    ["nosuch.cue", "stat /w/nosuch.cue: no such file or directory"],
    ["x.xyz", "unknown file extension .xyz"],
    ["foo: a.cue", "unknown filetype foo"],
    ["json:a.cue", 'cannot combine file type and file name; did you mean "json: a.cue"?'],
    ["ex.com/m@v0.1.0 .", "only a single package with absolute version may be specified"],
  ])("%s", (args, want) => expect(outcome(load(files, args === "" ? [] : args.split(" ")))).toBe(want));

  test("every folder below a pattern, without hidden ones, test data and nested modules", () => {
    const { "two/a.cue": _a, "two/b.cue": _b, "two2/y.cue": _y, "top/q.cue": _q, ...rest } = files;
    const dirs = load(rest, ["./..."]).instances.map((i) => i.displayPath);
    expect(dirs).toEqual(
      ["./.", "./1x", "./top", "./top/mid", "./top/mid/low", "./two2"].map((d) => (d === "./." ? "./." : d)),
    );
  });

  test("data files beside CUE files, in order, and the standard input", () => {
    const r = load({ "a.cue": "x: 1", "b.json": "{}", "c.data": "y: 1" }, ["a.cue", "b.json", "-", "yaml:", "c.data"], {
      stdin: new TextEncoder().encode("z: 1"),
    });
    const [i] = r.instances;
    expect(i!.files.map((f) => f.path)).toEqual(["-", "/w/a.cue"]);
    expect(i!.dataFiles.map((d) => [d.path, d.type.encoding])).toEqual([
      ["/w/b.json", "json"],
      ["/w/c.data", "yaml"],
    ]);
    expect(new TextDecoder().decode(i!.dataFiles[1]!.read() as Uint8Array)).toBe("y: 1");
  });

  test("an overlay adds, replaces and shows its places", () => {
    const overlay = new Map([
      ["/w/a.cue", "package m\nx: 1 1"],
      ["/w/new/n.cue", "package new"],
    ]);
    expect(outcome(load(files, ["."], { overlay }))).toBe("missing ',' in struct literal:\n    ./a.cue:2:6");
    overlay.delete("/w/a.cue");
    expect(outcome(load(files, ["./new"], { overlay }))).toBe("./new new: new/n.cue");
  });

  test("byte order marks and bytes that are no UTF-8", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...[..."package m"].flatMap((c) => [c.charCodeAt(0), 0])]);
    const broken = new Uint8Array([0x78, 0x3a, 0x20, 0x22, 0xff, 0xfe, 0x22]);
    const memory = new MemoryFiles([
      ["/w/a.cue", utf16],
      ["/w/b.cue", broken],
    ]);
    const r = loadInstancesSync(["a.cue", "b.cue"], { files: memory, cwd: "/w" });
    expect(r.errors).toEqual([]);
    expect(r.instances[0]!.files[1]!.source.text).toBe('x: "\ufffd\ufffd"');
  });
});

describe("modules and imports (CUE-3)", () => {
  const importing = (path: string): string => `package m\nimport x "${path}"\ny: x\n`;

  test.each<[string, string]>([
    [
      "ex.com/m/nosuch",
      'ex.com/m@v0: import failed: cannot find package "ex.com/m/nosuch": cannot expand module graph: dep.com/d@v0.1.0: module not found:\n    ./a.cue:2:8',
    ],
    [
      "ex.com//m",
      'ex.com/m@v0: import failed: cannot find package "ex.com//m": malformed import path "ex.com//m": double slash:\n    ./a.cue:2:8',
    ],
    [
      "ex.com/m/p:z",
      'ex.com/m@v0: import failed: cannot find package "ex.com/m/p": no files in package directory with package name "z":\n    ./a.cue:2:8',
    ],
    ["./p", 'import failed: relative import paths not allowed ("./p"):\n    ./a.cue:2:8'],
    ["/p", 'ex.com/m@v0: import failed: no location found for package "/p":\n    ./a.cue:2:8'],
    [
      "ex.com/m/both",
      'ex.com/m@v0: import failed: cannot find package "ex.com/m/both": ambiguous import: found package ex.com/m/both in multiple locations:\n\tex.com/m@v0 (both)\n\tlocal (cue.mod/gen/ex.com/m/both):\n    ./a.cue:2:8',
    ],
    ["ex.com/m/bad", "import failed: missing ',' in struct literal:\n    ./a.cue:2:8\n    ./bad/b.cue:2:6"],
    [
      "ex.com/m/cycle",
      "import failed: import failed: package import cycle not allowed:\n    ./a.cue:2:8\n    ./cycle/c.cue:2:8",
    ],
    [
      "dep.com/d",
      'ex.com/m@v0: import failed: cannot find package "dep.com/d": cannot fetch dep.com/d@v0.1.0: module not found:\n    ./a.cue:2:8',
    ],
  ])("import %j", (path, want) => {
    const files = {
      "cue.mod/module.cue": `${module["cue.mod/module.cue"]}deps: "dep.com/d@v0": v: "v0.1.0"\n`,
      "cue.mod/gen/ex.com/m/both/b.cue": "package both",
      "a.cue": importing(path),
      "p/p.cue": "package p",
      "both/b.cue": "package both",
      "bad/b.cue": "package bad\nx: 1 1",
      "cycle/c.cue": 'package cycle\nimport "ex.com/m/cycle"\nx: cycle',
    };
    expect(outcome(load(files, ["."]))).toBe(want);
  });

  test("imports by all their spellings are one instance", () => {
    const r = load(
      {
        ...module,
        "a.cue": 'package m\nimport a "ex.com/m/p"\nimport b "ex.com/m/p:p"\nx: a\ny: b',
        "p/p.cue": "package p",
      },
      ["."],
    );
    expect(r.errors).toEqual([]);
    const { imports } = r.instances[0]!;
    expect([...imports.keys()]).toEqual(["ex.com/m/p", "ex.com/m/p:p"]);
    expect(imports.get("ex.com/m/p")!.id).toBe(imports.get("ex.com/m/p:p")!.id);
  });

  test("cue.mod/gen, usr and pkg of one path make one package", () => {
    const files = {
      ...module,
      "a.cue": importing("foo.com/x"),
      "cue.mod/gen/foo.com/x/g.cue": "package x",
      "cue.mod/usr/foo.com/x/u.cue": "package x",
      "cue.mod/pkg/foo.com/x/p.cue": "package x",
    };
    const r = load(files, ["."]);
    expect(r.errors).toEqual([]);
    expect(r.instances[0]!.imports.get("foo.com/x")!.files.map((f) => f.path)).toEqual([
      "/w/cue.mod/gen/foo.com/x/g.cue",
      "/w/cue.mod/pkg/foo.com/x/p.cue",
      "/w/cue.mod/usr/foo.com/x/u.cue",
    ]);
  });

  test("without a module there are no imports", () => {
    expect(outcome(load({ "a.cue": importing("foo.com/x") }, ["a.cue"]))).toBe(
      "import failed: imports are unavailable because there is no cue.mod/module.cue file:\n    ./a.cue:2:8",
    );
  });

  test("replaced by a folder", () => {
    const files = {
      ...module,
      "cue.mod/local-module.cue": 'deps: "dep.com/d@v0": replaceWith: "./d"',
      "a.cue": importing("dep.com/d@v0"),
      "d/cue.mod/module.cue": 'module: "dep.com/d@v0"\nlanguage: version: "v0.15.0"',
      "d/d.cue": "package d",
    };
    const r = load(files, ["."]);
    expect(r.errors).toEqual([]);
    expect(r.instances[0]!.imports.get("dep.com/d@v0")!.files[0]!.path).toBe("/w/d/d.cue");
    const other = { ...files, "d/cue.mod/module.cue": 'module: "dep.com/o@v0"\nlanguage: version: "v0.15.0"' };
    expect(outcome(load(other, ["."]))).toBe(
      'replacement directory ./d has module path "dep.com/o@v0", want "dep.com/d@v0"',
    );
  });

  test("mistakes of the module file come before all others", () => {
    expect(outcome(load({ "cue.mod": "", "a.cue": "package m" }, ["."]))).toBe(
      "cue.mod files are no longer supported; use cue.mod/module.cue",
    );
    expect(outcome(load({ "cue.mod/module.cue": "x: 1", "a.cue": "1 1" }, ["a.cue"]))).toBe(
      "no language version declared in module.cue; run 'cue mod fix'",
    );
  });
});

describe("attributes that steer loading (CUE-3)", () => {
  const conditional = {
    "a.cue": "@if(prod && !(test || dev))\npackage m\nx: 1",
    "b.cue": "@ignore()\npackage m",
    "c.cue": "package m",
  };

  test("@if and @ignore", () => {
    expect(outcome(load(conditional, ["."], { tags: ["prod"] }))).toBe(". m: a.cue c.cue");
    expect(outcome(load({ "a.cue": conditional["a.cue"] }, ["a.cue"]))).toBe(
      "build constraints exclude all CUE files in command-line-arguments:\n    ./a.cue: @if(prod && !(test || dev)) did not match",
    );
  });

  test.each<[string, string]>([
    ["@if(a+b)", "invalid operator + in build attribute"],
    ["@if(1)", "invalid type *ast.BasicLit in build attribute"],
    ["@if(a)\n@if(b)", "previous declaration here:\n    ./a.cue:1:1\nmultiple @if attributes:\n    ./a.cue:2:1"],
  ])("%s", (head, want) => expect(outcome(load({ "a.cue": `${head}\npackage m` }, ["a.cue"]))).toBe(want));

  const tagged = {
    "t.cue":
      "package t\na: string @tag(a,short=x|y)\nb: int @tag(b,type=int)\nc: bool @tag(c,type=bool)\nd: string @tag(d,var=os)",
  };

  function injected(tags: readonly string[], variables?: LoadConfig["tagVariables"]): string[] {
    const r = load(tagged, ["t.cue"], { tags, ...(variables === undefined ? {} : { tagVariables: variables }) });
    if (r.errors.length > 0) return r.errors.map((e) => e.message);
    return [...r.instances[0]!.injected].map(([field, values]) => {
      const label = field.kind === "Field" && field.label.kind === "Ident" ? field.label.name : "?";
      return `${label}=${values.map((v) => ("text" in v.expr ? v.expr.text : v.expr.kind)).join("&")}`;
    });
  }

  test("@tag takes values of its type, shorthands and variables", () => {
    expect(injected(["a=1", "b=2", "c=T"])).toEqual(['a="1"', "b=2", "c=true"]);
    expect(injected(["x"])).toEqual(['a="x"']);
    expect(injected([], new Map([["os", () => "linux"]]))).toEqual(['d="linux"']);
    expect(injected(["d=mine"], new Map([["os", () => "linux"]]))).toEqual(['d="mine"']);
  });

  test.each<[string, string]>([
    ["q=1", 'no tag for "q"'],
    ["q", 'tag "q" not used in any file'],
    ["b=x", 'invalid number for injection tag "b": illegal number start "x"'],
    ["b=1.5", 'invalid int "1.5" for injection tag "b"'],
    ["c=maybe", 'invalid boolean "maybe" for injection tag "c"'],
  ])("-t %s", (tag, want) => expect(injected([tag])).toEqual([want]));

  test("tags have their places", () => {
    const r = load(
      { "t.cue": "a: [{b: 1 @tag(b)}]\nif true {c: 1 @tag(c)}\nd?: 1 @tag(d)\ne: 1 @tag(1.)\nf: 1 @tag(f,type=x)" },
      ["t.cue"],
    );
    expect(outcome(r)).toBe(
      '@tag not allowed within lists:\n    ./t.cue:1:11\n@tag not allowed within comprehension:\n    ./t.cue:2:15\n@tag not allowed within field constraint:\n    ./t.cue:3:7\ninvalid identifier "1.":\n    ./t.cue:4:6\ninvalid type "x":\n    ./t.cue:5:6',
    );
  });

  function embedded(body: string): string {
    const files = {
      ...module,
      "e.cue": `@extern(embed)\npackage e\na: _ @embed(${body})`,
      "f.json": '{"x": 1}',
      "bad.json": "{x",
      "two.yaml": "a: 1\n---\nb: 1",
      "sub/b.json": "2",
      "sub/a.json": "1",
      "sub/.c.json": "3",
      "t.txt": "hi",
      noext: "1",
    };
    const [i] = load(files, ["."]).instances;
    if (i!.injectErrors.length > 0) return i!.injectErrors.map((f) => formatFault(f, "/w")).join("\n");
    const [values] = [...i!.injected.values()];
    return values!.map((v) => `${v.expr.kind} ${v.source?.name ?? "-"}`).join(", ");
  }

  test.each<[string, string]>([
    ["file=f.json", "StructLit f.json"],
    ['file="t.txt"', "BasicLit t.txt"],
    ["file=noext,type=json", "BasicLit noext"],
    ["glob=sub/*.json", "StructLit -, StructLit sub/a.json, StructLit sub/b.json"],
    ["glob=*.nope,allowEmptyGlob", "StructLit -"],
    ["", "@embed: attribute must have file or glob field:\n    ./e.cue:3:6"],
    ["file=a,glob=b", "@embed: attribute cannot have both file and glob field:\n    ./e.cue:3:6"],
    ["file=f.json,allowEmptyGlob", "@embed: allowEmptyGlob must be specified with a glob field:\n    ./e.cue:3:6"],
    ["glob=*.nope", '@embed: no matches for glob pattern "*.nope":\n    ./e.cue:3:6'],
    [
      "glob=**/x.json",
      "@embed: invalid glob pattern \"**/x.json\": '**' is not supported in patterns as of yet:\n    ./e.cue:3:6",
    ],
    ['glob="[a"', '@embed: invalid glob pattern "[a": syntax error in pattern:\n    ./e.cue:3:6'],
    ["glob=sub/*", "@embed: extension not fully specified; type argument required:\n    ./e.cue:3:6"],
    ["file=noext", '@embed: no encoding specified for file "noext":\n    ./e.cue:3:6'],
    ["file=/x.json", "@embed: only relative files are allowed:\n    ./e.cue:3:6"],
    ['file="../x.json"', "@embed: cannot refer to parent directory:\n    ./e.cue:3:6"],
    ["file=no.json", "@embed: open no.json: no such file or directory:\n    ./e.cue:3:6"],
    ["file=two.yaml", "@embed: streaming not implemented: found more than one value in file:\n    ./e.cue:3:6"],
    ["file=e.cue", '@embed: encoding "cue" not (yet) supported:\n    ./e.cue:3:6'],
    [
      "file=bad.json",
      "@embed: invalid JSON for file \"bad.json\": invalid character 'x' looking for beginning of object key string:\n    ./e.cue:3:6\n    bad.json:1:2",
    ],
  ])("@embed(%s)", (body, want) => expect(embedded(body)).toBe(want));

  test("@extern needs a module, a package clause and a known kind", () => {
    const errors = (files: Record<string, string>, arg: string): string[] =>
      load(files, [arg]).instances[0]!.injectErrors.map((e) => e.message);
    expect(errors({ "e.cue": "@extern(embed)\npackage e" }, "e.cue")).toEqual([
      "cannot embed files when not in a module",
    ]);
    expect(errors({ ...module, "e.cue": "@extern(foo)\npackage e" }, ".")).toEqual(['no injection defined for "foo"']);
    expect(errors({ ...module, "e.cue": "package e\n@extern(embed)" }, ".")).toEqual([
      "extern attribute must appear before package clause",
    ]);
    expect(errors({ "e.cue": "@extern(embed)\na: 1" }, "e.cue")).toEqual(["extern attribute without package clause"]);
  });
});

describe("hostile input", () => {
  test("depth and length never overflow the stack", () => {
    const deep = `${"a: ".repeat(9_000)}1`;
    const errors = (files: Record<string, string>, args: string[]): string[] =>
      load(files, args).errors.map((e) => e.message);
    expect(errors({ "cue.mod/module.cue": deep, "a.cue": "" }, ["a.cue"])).toEqual([
      "invalid module file syntax: exceeds maximum nesting depth of 500",
    ]);
    expect(errors({ "cue.mod/module.cue": `custom: ${"[".repeat(20_000)}`, "a.cue": "" }, ["a.cue"])[0]).toContain(
      "invalid module file syntax: ",
    );
    expect(errors({ "a.cue": deep }, ["data:", "a.cue"])).toEqual([]);
    expect(errors({ "a.cue": `@if(a${"&& a".repeat(100_000)})\npackage p` }, ["a.cue"])[0]).toContain("did not match");
    expect(errors({ "a.cue": `@if(${"!".repeat(9_000)}a)\npackage p` }, ["a.cue"])).toEqual([
      "expression exceeds maximum nesting depth of 500",
    ]);
    expect(errors({ "a.cue": `${"x: ".repeat(9_000)}1 @tag(t)` }, ["a.cue"])).toEqual([]);
  });

  test("names of objects are names like any other", () => {
    const files = {
      ...module,
      "cue.mod/module.cue": `${module["cue.mod/module.cue"]}custom: "x.com": {__proto__: 1, "constructor": 2}\n`,
      "a.cue": 'package m\nimport "ex.com/m/constructor"\nx: constructor',
      "constructor/c.cue": "package constructor",
    };
    expect(outcome(load(files, ["."]))).toBe(
      "invalid module file syntax: identifiers starting with '__' are reserved:\n    ./cue.mod/module.cue:3:19",
    );
    const fine = { ...files, "cue.mod/module.cue": files["cue.mod/module.cue"].replace("__proto__", '"__proto__"') };
    expect(outcome(load(fine, ["."]))).toBe(". m: a.cue");
  });
});
