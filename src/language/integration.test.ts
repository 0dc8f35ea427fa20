import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CURSOR, TestClient, applied } from "../../conformance/language-client.ts";
import type { Answer, Cursor } from "../../conformance/language-client.ts";
import { pathOfUri, uriOfPath } from "./text/uri.ts";

// The names are those of cue's own integration tests; the texts are ours.
const MODULE = 'module: "example.com/m@v0"\nlanguage: version: "v0.15.0"\n';
const start = (files: Record<string, string>): Promise<TestClient> =>
  TestClient.start({ "/w/cue.mod/module.cue": MODULE, ...files });

/** Opens a file of the client with the cursor before the n-th occurrence of a text. */
function at(client: TestClient, path: string, text: string, word: string, n = 1): Cursor {
  let offset = -1;
  for (let i = 0; i < n; i++) offset = text.indexOf(word, offset + 1);
  return client.open(path, text.slice(0, offset) + CURSOR + text.slice(offset));
}

const places = (found: Answer): string[] =>
  (found ?? [])
    .map(({ uri, range: { start: s, end: e } }: Answer) =>
      [pathOfUri(uri), s.line + 1, s.character + 1, e.character + 1].join(":"),
    )
    .toSorted();

async function titled(cursor: Cursor, title: string): Promise<Answer> {
  const range = { start: cursor.position, end: cursor.position };
  const actions = await cursor.ask<Answer[]>("codeAction", { range, context: { diagnostics: [] } });
  const action = actions.find((a) => a.title === title);
  expect(action, `${title} among ${actions.map((a) => a.title).join(", ")}`).toBeDefined();
  return applied(cursor.client.textOf(cursor.path), action.edit.changes[uriOfPath(cursor.path)]);
}

describe("editing (EDT-1)", () => {
  test("open - one package only, and with an ancestor", async () => {
    const client = await start({
      "/w/a.cue": "package p\nabove: 1\n",
      "/w/sub/b.cue": "package p\nbelow: above + 1\n",
      "/w/sub/c.cue": "package q\nother: above\n",
    });
    client.open("/w/sub/b.cue");
    client.open("/w/sub/c.cue");
    await client.settle();
    expect(client.problems("/w/sub/b.cue")).toEqual([]);
    expect(client.problems("/w/sub/c.cue")).toEqual(['2:8 reference "above" not found']);
  });

  test("open - import chain; jump to definition - inter package", async () => {
    const c = "package c\ndeep: 1\n";
    const a = 'package a\nimport "example.com/m/b"\nout: b.mid.deep\n';
    const client = await start({
      "/w/a/a.cue": a,
      "/w/b/b.cue": 'package b\nimport "example.com/m/c"\nmid: c\n',
      "/w/c/c.cue": c,
    });
    expect(places(await at(client, "/w/a/a.cue", a, "deep").ask("definition"))).toEqual(["/w/c/c.cue:2:1:5"]);
    expect(places(await at(client, "/w/a/a.cue", a, "mid").ask("definition"))).toEqual(["/w/b/b.cue:3:1:4"]);
  });

  test("edit - change package, to another and to none", async () => {
    const client = await start({ "/w/a.cue": "package p\nx: 1\n", "/w/b.cue": "package p\ny: x\n" });
    client.open("/w/b.cue");
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual([]);
    for (const clause of ["package q\n", "\n"]) {
      client.change("/w/b.cue", `${clause}y: x\n`);
      await client.settle();
      expect(client.problems("/w/b.cue")).toEqual(['2:4 reference "x" not found']);
    }
    client.change("/w/b.cue", "package p\ny: x\n");
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual([]);
  });

  test("edit - create ancestor imports", async () => {
    const client = await start({ "/w/sub/b.cue": "package p\ny: x\n", "/w/lib/l.cue": "package lib\nv: 3\n" });
    client.open("/w/sub/b.cue");
    await client.settle();
    expect(client.problems("/w/sub/b.cue")).toHaveLength(1);
    client.open("/w/a.cue", 'package p\nimport "example.com/m/lib"\nx: lib.v\n');
    await client.settle();
    expect(client.problems("/w/sub/b.cue")).toEqual([]);
  });

  test("delete: the package goes on without the file", async () => {
    const client = await start({ "/w/a.cue": "package p\nx: 1\n", "/w/b.cue": "package p\nx: 2\ny: 1\n" });
    client.open("/w/b.cue");
    await client.settle();
    expect(client.problems("/w/b.cue")).toHaveLength(1);
    client.write("/w/a.cue", undefined);
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual([]);
  });

  test("diagnostics: bad start, goes good; good start, goes bad", async () => {
    const client = await start({});
    client.open("/w/a.cue", "package a\nx: {\n");
    client.open("/w/b.cue", "package b\nx: {}\n");
    await client.settle();
    expect([client.problems("/w/a.cue").length, client.problems("/w/b.cue").length]).toEqual([1, 0]);
    client.change("/w/a.cue", "package a\nx: {}\n");
    client.change("/w/b.cue", "package b\nx: }\n");
    await client.settle();
    expect([client.problems("/w/a.cue").length, client.problems("/w/b.cue").length > 0]).toEqual([0, true]);
  });
});

describe("imports (EDT-1)", () => {
  test("open - bad import, bad import syntax", async () => {
    const client = await start({});
    client.open("/w/a.cue", 'package a\nimport "example.com/nowhere/x"\ny: x.z\n');
    client.open("/w/b.cue", 'package b\nimport "example.com/m/x@@"\ny: 1\n');
    await client.settle();
    expect(client.problems("/w/a.cue").join()).toMatch(/^2:8 .*example\.com\/nowhere\/x/);
    expect(client.problems("/w/b.cue").join()).toMatch(/^2:8 /);
  });

  test("imports canonical: with the package's name behind it", async () => {
    const a = 'package a\nimport "example.com/m/x:y"\nout: y.v\n';
    const client = await start({ "/w/a/a.cue": a, "/w/x/x.cue": "package y\nv: 3\n" });
    expect(places(await at(client, "/w/a/a.cue", a, "v\n").ask("definition"))).toEqual(["/w/x/x.cue:2:1:2"]);
  });

  test("imports of old modules: cue.mod/pkg and usr are one package", async () => {
    const a = 'package a\nimport "example.org/old/x"\nout: x.v\n';
    const client = await start({
      "/w/a/a.cue": a,
      "/w/cue.mod/pkg/example.org/old/x/v.cue": "package x\nv: int\n",
      "/w/cue.mod/usr/example.org/old/x/v.cue": "package x\nv: 5\n",
    });
    expect(places(await at(client, "/w/a/a.cue", a, "v\n").ask("definition"))).toEqual([
      "/w/cue.mod/pkg/example.org/old/x/v.cue:2:1:2",
      "/w/cue.mod/usr/example.org/old/x/v.cue:2:1:2",
    ]);
  });

  test("imports ambiguous: one import path is two packages in two modules", async () => {
    const a = 'package a\nimport "example.org/same/x"\nout: x.v\n';
    const files: Record<string, string> = {};
    for (const root of ["/w/r1", "/w/r2"]) {
      files[`${root}/cue.mod/module.cue`] = 'module: "example.com/bar@v0"\nlanguage: version: "v0.15.0"\n';
      files[`${root}/a/a.cue`] = a;
      files[`${root}/cue.mod/pkg/example.org/same/x/x.cue`] = `package x\nv: ${root === "/w/r1"}\n`;
    }
    const client = await TestClient.start(files, { folders: ["/w/r1", "/w/r2"] });
    for (const root of ["/w/r1", "/w/r2"]) {
      const cursor = at(client, `${root}/a/a.cue`, a, "v\n");
      expect(places(await cursor.ask("definition"))).toEqual([`${root}/cue.mod/pkg/example.org/same/x/x.cue:2:1:2`]);
      expect(await cursor.hover()).toContain(`v: ${root === "/w/r1"}`);
    }
  });
});

describe("references and rename (EDT-1)", () => {
  const files = {
    "/w/a/a.cue": "package a\nout: 3\na1: a2: out\n",
    "/w/b/b1.cue": 'package b\nimport "example.com/m/a"\nb1: a.out\n',
    "/w/b/b2.cue": 'package b\nimport "example.com/m/a:a"\nb2: a.out\n',
    "/w/b/b3.cue": 'package b\nimport mine "example.com/m/a"\nb3: mine.out\n',
    "/w/c/c.cue": 'package c\nimport p1 "example.com/m/a"\nimport p2 "example.com/m/a"\nc1: p1.out\nc2: p2.out\n',
    "/w/nested/cue.mod/module.cue": 'module: "example.org/nested@v0"\nlanguage: version: "v0.15.0"\n',
    "/w/nested/n.cue": 'package n\nout: "another"\n',
  };

  test("references: in every package that imports it, under whatever name, and not in nested modules", async () => {
    const client = await start(files);
    expect(places(await at(client, "/w/a/a.cue", files["/w/a/a.cue"], "out", 2).ask("references"))).toEqual([
      "/w/a/a.cue:2:1:4",
      "/w/a/a.cue:3:9:12",
      "/w/b/b1.cue:3:7:10",
      "/w/b/b2.cue:3:7:10",
      "/w/b/b3.cue:3:10:13",
      "/w/c/c.cue:4:8:11",
      "/w/c/c.cue:5:8:11",
    ]);
  });

  test("rename with a placeholder, quoted labels and aliases", async () => {
    const a = 'package a\n_x: {\n\touter="out": 3\n\ta1: a2: _x.out\n\ta3: outer\n}\n_x\n';
    const client = await start({ ...files, "/w/a/a.cue": a });
    const cursor = at(client, "/w/c/c.cue", files["/w/c/c.cue"], "out", 1);
    expect(await cursor.ask("prepareRename")).toMatchObject({ placeholder: "out" });
    const { changes } = await cursor.ask<Answer>("rename", { newName: "result" });
    const text = (path: keyof typeof files, before: string = files[path]): string =>
      applied(before, changes[uriOfPath(path)] ?? []);
    expect(text("/w/a/a.cue", a)).toBe(a.replace('"out"', '"result"').replace("_x.out", "_x.result"));
    expect(text("/w/b/b2.cue")).toContain("b2: a.result");
    expect(text("/w/b/b3.cue")).toContain("b3: mine.result");
    expect(text("/w/c/c.cue")).toContain("c1: p1.result\nc2: p2.result");
    expect(text("/w/nested/n.cue")).toBe(files["/w/nested/n.cue"]);
  });

  test("references and rename through embeds, and from the data", async () => {
    const x = "@extern(embed)\npackage x\n\nd: #D @embed(file=d.json)\n#D: {size!: int}\ntwice: d.size * 2\n";
    const json = '{"size": 4}\n';
    const client = await start({ "/w/x.cue": x, "/w/d.json": json });
    const cursor = at(client, "/w/x.cue", x, "size * 2");
    expect(places(await cursor.ask("references")).map((p) => p.split(":", 2).join(":"))).toEqual([
      "/w/d.json:1",
      "/w/x.cue:5",
      "/w/x.cue:6",
    ]);
    const { changes } = await cursor.ask<Answer>("rename", { newName: "length" });
    expect(applied(json, changes[uriOfPath("/w/d.json")])).toBe('{"length": 4}\n');
    expect(applied(x, changes[uriOfPath("/w/x.cue")])).toBe(x.replaceAll("size", "length"));
    const back = client.open("/w/d.json", `{"si${CURSOR}ze": 4}\n`);
    expect(places(await back.ask("references"))).toHaveLength(3);
    expect(Object.keys((await back.ask<Answer>("rename", { newName: "length" })).changes)).toHaveLength(2);
  });
});

describe("files alone (EDT-1)", () => {
  test("standalone: without a package, with one, in a module; nonsense; a bad experiment", async () => {
    const client = await TestClient.start({});
    const plain = at(client, "/alone/a.cue", "x: 4\ny: x\n", "x", 2);
    expect(places(await plain.ask("definition"))).toEqual(["/alone/a.cue:1:1:2"]);
    expect(places(await at(client, "/alone/b.cue", "package w\nx: 4\ny: x\n", "x", 2).ask("definition"))).toEqual([
      "/alone/b.cue:2:1:2",
    ]);
    client.open("/alone/z.cue", "@");
    client.open("/alone/e.cue", "@experiment(unknown)");
    await client.settle();
    expect(client.problems("/alone/z.cue")).toHaveLength(1);
    expect(client.problems("/alone/e.cue").length).toBeGreaterThan(0);
  });

  test("transition to a module, and to standalone", async () => {
    const client = await TestClient.start({ "/w/lib/l.cue": "package lib\nv: 1\n" });
    client.open("/w/a.cue", 'package w\nimport "example.com/m/lib"\nx: lib.v\n');
    await client.settle();
    expect(client.problems("/w/a.cue")).toHaveLength(1);
    client.open("/w/cue.mod/module.cue", MODULE);
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
    client.close("/w/cue.mod/module.cue");
    await client.settle();
    expect(client.problems("/w/a.cue")).toHaveLength(1);
  });

  test("document symbols: every declaration, one in another", async () => {
    const client = await start({});
    const cursor = client.open("/w/a.cue", "package a\nx: int\nx: 6\ny: z: {\n\tw: int\n}\n");
    const lines: string[] = [];
    const visit = (symbols: Answer[], prefix: string): void => {
      for (const { name, range: r, selectionRange: s, children = [] } of symbols) {
        lines.push(`${prefix}${name} ${r.start.line}-${r.end.line} ${s.start.line}:${s.start.character}`);
        visit(children, `${prefix}${name}.`);
      }
    };
    visit(await cursor.ask("documentSymbol"), "");
    expect(lines).toEqual(["x 1-1 1:0", "x 2-2 2:0", "y 3-5 3:0", "y.z 3-5 3:3", "y.z.w 4-4 4:1"]);
  });

  test.each([
    ["valid", 'package a\n\n  import "strings"\n\n  v1: int\n', 'package a\n\nimport "strings"\n\nv1: int\n'],
    ["invalid", "package a\n complete\n  and {\n   rubbish\n", undefined],
    ["no package", "x: 3\n    y: x\n", "x: 3\ny: x\n"],
    ["comments", "x: 1 // one\n// of y\ny:   2\n", "x: 1 // one\n// of y\ny: 2\n"],
  ])("format: %s", async (_, text, wanted) => {
    const client = await start({});
    const edits = await client.open("/w/f.cue", text).ask<Answer>("formatting", { options: {} });
    expect(applied(text, edits ?? [])).toBe(wanted ?? text);
  });
});

describe("folders and links (EDT-1)", () => {
  const request = { processId: null, capabilities: {} };
  test.each([
    ["no workspace folders, no rooturi", {}],
    ["no workspace folders, rooturi set", { rootUri: "file:///w" }],
    ["workspace folders, rooturi set", { rootUri: "file:///w", workspaceFolders: [{ uri: "file:///w/a", name: "a" }] }],
    ["workspace folders are null", { rootUri: "file:///w", workspaceFolders: null }],
    ["multiple folders, one module", { workspaceFolders: [{ uri: "file:///w/a" }, { uri: "file:///w/b" }] }],
  ])("%s", async (_, params) => {
    const client = TestClient.fresh({ "/w/cue.mod/module.cue": MODULE, "/w/a/a.cue": "package a\n" });
    await client.request("initialize", { ...request, ...params });
    client.notify("initialized", {});
    client.open("/w/a/a.cue");
    client.edit("/w/a/a.cue", 10, 10, "\nx: 5 & 6\n");
    await client.settle();
    expect(client.problems("/w/a/a.cue")).toHaveLength(1);
  });

  const folder = mkdtempSync(join(tmpdir(), "opm-links-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("symlinks: a file twice under two names, and a folder above", async () => {
    const real = join(folder, "real");
    mkdirSync(join(real, "cue.mod"), { recursive: true });
    writeFileSync(join(real, "cue.mod/module.cue"), MODULE);
    writeFileSync(join(real, "a.cue"), "package a\ny: x\n\n// docs of x\nx: _\n");
    symlinkSync(real, join(folder, "sym link"));
    const client = await TestClient.start({}, { disk: true, folders: [folder] });
    const path = join(folder, "sym link/a.cue");
    const cursor = client.open(path, `package a\ny: ${CURSOR}x\n\n// docs of x\nx: _\n`);
    expect(await cursor.hover()).toContain("docs of x");
    client.edit(path, 10, 10, "// hi\n");
    expect(await cursor.hover()).toBe("");
    symlinkSync(join(real, "a.cue"), join(real, "b.cue"));
    client.open(join(real, "a.cue"), "package a\ny: x\n\n// docs of x\nx: _\n");
    client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOfPath(join(real, "b.cue")), type: 1 }] });
    await client.settle();
    expect(client.problems(join(real, "a.cue"))).toEqual([]);
  });
});

describe("braces (EDT-1)", () => {
  const add = "Add braces";
  const remove = "Remove braces";
  test.each([
    ["simple", 'foo: bar: "baz"\n', "bar", 'foo: {\n\tbar: "baz"\n}\n'],
    ["nested", "a: {\n\tx: y: z: 1\n}\n", "y:", "a: {\n\tx: {\n\t\ty: z: 1\n\t}\n}\n"],
    ["multiline", "foo: bar: {\n\tbaz: 1\n}\nafter: 2\n", "bar", "foo: {\n\tbar: {\n\t\tbaz: 1\n\t}\n}\nafter: 2\n"],
    ["comma separated", "a: b: 1, x: y: 2\n", "b:", "a: {\n\tb: 1\n}\nx: y: 2\n"],
  ])("to a struct: %s", async (_, text, word, wanted) => {
    const client = await start({});
    const got = await titled(at(client, "/w/a.cue", text, word), add);
    expect(await formatted(client, got)).toBe(await formatted(client, wanted));
  });

  test.each([
    ["simple", 'foo: {\n\tbar: "baz"\n}\n', "bar", 'foo: bar: "baz"\n'],
    ["multiline", "foo: {\n\tbar: {\n\t\tbaz: 1\n\t}\n}\n", "bar", "foo: bar: {\n\tbaz: 1\n}\n"],
    ["comma separated", "a: {\n\tb: 1\n}, x: y: 2\n", "b:", "a: b: 1\nx: y: 2\n"],
    ["nested", "a: {\n\tx: {\n\t\ty: z: 1\n\t}\n\tw: 2\n}\n", "y:", "a: {\n\tx: y: z: 1\n\tw: 2\n}\n"],
  ])("from a struct: %s", async (_, text, word, wanted) => {
    const client = await start({});
    const got = await titled(at(client, "/w/a.cue", text, word), remove);
    expect(await formatted(client, got)).toBe(wanted);
  });

  async function formatted(client: TestClient, text: string): Promise<string> {
    const edits = await client.open("/w/formatted.cue", text).ask<Answer>("formatting", { options: {} });
    return applied(text, edits);
  }
});
