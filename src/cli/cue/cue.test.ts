import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main } from "../main.ts";
import { memoryIo } from "../memory-io.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "opm-cue-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

async function cue(...args: string[]) {
  return line("cue", ...args);
}

async function line(...args: string[]) {
  const io = memoryIo(folder, { CUE_REGISTRY: "none", HOME: folder });
  const { exit } = await main(args, io, "test");
  return { exit, out: io.out(), err: io.err() };
}

const good = (out: string) => ({ exit: 0, out, err: "" });
const bad = (err: string, out = "") => ({ exit: 1, out, err });

describe("opm cue (CUE-2)", () => {
  test("export in every format", async () => {
    put({ "x.cue": 'a: {b: [1, 2], s: "<x>"}\n#D: int\n' });
    expect(await cue("export", "x.cue")).toEqual(
      good('{\n    "a": {\n        "b": [\n            1,\n            2\n        ],\n        "s": "<x>"\n    }\n}\n'),
    );
    expect(await cue("export", "--escape", "-e", "a.s", "x.cue")).toEqual(good('"\\u003cx\\u003e"\n'));
    expect(await cue("export", "--out", "yaml", "x.cue")).toEqual(good("a:\n  b:\n    - 1\n    - 2\n  s: <x>\n"));
    expect(await cue("export", "--out", "toml", "x.cue")).toEqual(good("[a]\nb = [1, 2]\ns = '<x>'\n"));
    expect(await cue("export", "--out", "cue", "x.cue")).toEqual(good('a: {\n\tb: [1, 2]\n\ts: "<x>"\n}\n'));
    expect(await cue("export", "--out", "text", "-e", "a.s", "x.cue")).toEqual(good("<x>\n"));
    expect(await cue("export", "--out", "xml", "x.cue")).toEqual(bad('unsupported encoding "xml"\n'));
  });

  test("-o writes a file once, and again with --force", async () => {
    put({ "x.cue": "a: 1\n" });
    expect(await cue("export", "x.cue", "-o", "y.yaml")).toEqual(good(""));
    expect(readFileSync(join(folder, "y.yaml"), "utf8")).toBe("a: 1\n");
    expect(await cue("export", "x.cue", "-o", "y.yaml")).toEqual(bad('error writing "y.yaml": file already exists\n'));
    expect(await cue("export", "x.cue", "-o", "y.yaml", "-f")).toEqual(good(""));
  });

  test("eval shows what is asked for", async () => {
    put({ "x.cue": "a: 1 @x()\nb?: int\n_h: 2\n" });
    expect(await cue("eval", "x.cue")).toEqual(good("a: 1\n"));
    expect(await cue("eval", "-a", "x.cue")).toEqual(good("a:  1\nb?: int\n_h: 2\n"));
    expect(await cue("eval", "-A", "x.cue")).toEqual(good("a: 1 @x()\n"));
    expect(await cue("eval", "-e", "a", "-e", "a + 1", "x.cue")).toEqual(good("// a\n1\n// a + 1\n2\n"));
  });

  test("def keeps references and comments", async () => {
    put({ "x.cue": "package p\n\n// Says a.\na: #D & {x: 1}\n#D: {x: int}\n" });
    expect(await cue("def", "x.cue")).toEqual(
      good("package p\n\n// Says a.\na: #D & {\n\tx: 1\n}\n#D: {\n\tx: int\n}\n"),
    );
  });

  test("a package is checked as a whole; of files, what -e selects", async () => {
    put({
      "x.cue": "package p\ngood: 1\nwrong: 1 & 2\n",
      "cue.mod/module.cue": 'module: "ex.com/m"\nlanguage: version: "v0.15.0"\n',
    });
    expect((await cue("export", "-e", "good")).exit).toBe(1);
    expect(await cue("export", "-e", "good", "x.cue")).toEqual(good("1\n"));
  });

  test("vet: packages, data, schemas", async () => {
    put({
      "s.cue": "#S: {n: int & <5}\nn?: <3\n",
      "a.json": '{"n": 4}',
      "b.yaml": "n: 1\n---\nn: 9\n",
      "open.cue": "a: int\n",
    });
    expect(await cue("vet", "s.cue", "a.json")).toEqual(
      bad("n: invalid value 4 (out of bound <3):\n    ./s.cue:2:5\n    ./a.json:1:7\n"),
    );
    expect(await cue("vet", "-d", "#S", "s.cue", "a.json")).toEqual(good(""));
    expect(await cue("vet", "-d", "#S", "s.cue", "b.yaml")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("n: invalid value 9 (out of bound <5)"),
    });
    expect(await cue("vet", "a.json")).toEqual(bad("data files specified without a schema\n"));
    expect(await cue("vet", "open.cue")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("use the -c flag to show errors"),
    });
    expect(await cue("vet", "-c=false", "open.cue")).toEqual(good(""));
    expect(await cue("vet", "-c", "open.cue")).toEqual(bad("a: incomplete value int:\n    ./open.cue:1:4\n"));
  });

  test("data is merged, listed, or put under labels", async () => {
    put({ "a.json": '{"k": "x"}', "b.json": '{"j": 2}' });
    expect(await cue("export", "--out", "yaml", "a.json", "b.json")).toEqual(good("j: 2\nk: x\n"));
    expect(await cue("export", "--out", "yaml", "--merge=false", "a.json", "b.json")).toEqual(
      good("k: x\n---\nj: 2\n"),
    );
    expect(await cue("export", "--out", "yaml", "-l", "strings.ToUpper(k)", "-l", "in:", "a.json")).toEqual(
      good("X:\n  in:\n    k: x\n"),
    );
    expect(await cue("export", "--out", "yaml", "--list", "a.json")).toEqual(good("- k: x\n"));
  });

  test("JSON Schema goes out, and is not taken for data when it comes in", async () => {
    put({
      "x.cue": "#A: {port: int}\n",
      "s.json": '{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}',
    });
    const { exit, out } = await cue("def", "--out", "jsonschema", "-e", "#A", "x.cue");
    expect([exit, JSON.parse(out)]).toMatchObject([0, { type: "object", required: ["port"] }]);
    expect(await cue("export", "s.json")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("s.json is a JSON Schema or OpenAPI document"),
    });
    expect((await cue("export", "json:", "s.json")).exit).toBe(0);
  });

  test("tags", async () => {
    put({ "x.cue": 'package x\nenv: *"dev" | string @tag(env)\n' });
    expect(await cue("export", "-t", "env=prod", "--out", "yaml", "x.cue")).toEqual(good("env: prod\n"));
    expect(await cue("export", "-t", "no=1", "x.cue")).toEqual(bad('no tag for "no"\n'));
  });

  test("fmt rewrites, checks and shows differences", async () => {
    put({ "x.cue": "a:   1\n", "y.cue": "b: 1\n" });
    expect(await cue("fmt", "--check", "x.cue", "y.cue")).toEqual(bad("", "x.cue\n"));
    expect((await cue("fmt", "--diff", "x.cue")).out).toContain("-a:   1\n+a: 1\n");
    expect(await cue("fmt", "x.cue")).toEqual(good(""));
    expect(readFileSync(join(folder, "x.cue"), "utf8")).toBe("a: 1\n");
    put({ "x.cue": "a: {\n" });
    expect(await cue("fmt", "--files", ".")).toMatchObject({ exit: 1, err: expect.stringContaining("./x.cue:") });
  });

  test("flags and their mistakes; help", async () => {
    expect(await cue("export", "--nope")).toEqual(bad("unknown flag: --nope\n"));
    put({ "sub/x.cue": "a: 1\n" });
    const yaml = ["export", "--out", "yaml", "x.cue"];
    for (const first of [["-C", "sub"], ["-C=sub"], ["--chdir", "sub"], ["--chdir=sub"]]) {
      expect(await cue(...first, ...yaml)).toEqual(good("a: 1\n"));
      expect(await cue(...first, "-s", "-Ei", ...yaml)).toEqual(good("a: 1\n"));
      expect(await line(...first, "cue", ...yaml)).toEqual(good("a: 1\n"));
    }
    const late = bad('invalid argument "sub" for "-C, --chdir" flag: must be the first argument\n');
    expect(await cue("export", "-C", "sub", "x.cue")).toEqual(late);
    expect(await cue("export", "-Csub", "x.cue")).toEqual(late);
    expect(await cue("-C", "nope", ...yaml)).toEqual(bad("chdir nope: no such file or directory\n"));
    expect((await cue("export", "--help")).out).toContain("--inject <tag>");
  });

  test("--explain says more, --diagnostics json says it to programs", async () => {
    put({ "x.cue": '#A: {name?: string}\na: #A & {nmae: "x"}\n' });
    const { err } = await cue("vet", "--explain", "x.cue");
    expect(err).toContain("note: #A closes the struct; it allows name\n");
    expect(err).toContain("hint: did you mean name?\n");
    for (const words of [
      ["--diagnostics", "json", "cue", "vet", "x.cue"],
      ["cue", "vet", "x.cue", "--diagnostics", "json"],
    ]) {
      const answer = await line(...words);
      expect(answer.exit).toBe(1);
      expect(JSON.parse(answer.err)).toMatchObject({
        path: "a.nmae",
        hint: "did you mean name?",
        places: [{ file: "./x.cue", line: 2 }, { line: 1 }],
      });
    }
  });

  test("too deep is an error with a place, not a crash", async () => {
    put({ "x.cue": `${"a: ".repeat(8_000)}1\n` });
    expect(await cue("export", "x.cue")).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/^nested (too deeply|deeper than).*\n {4}\.\/x\.cue:1:\d/),
    });
  });
});
