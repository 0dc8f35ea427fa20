import { describe, expect, test } from "vitest";
import { TestClient } from "../../conformance/language-client.ts";
import { FrameReader, frame } from "./protocol/framing.ts";
import type { Message } from "./protocol/connection.ts";
import { EditorLines, TextDocument } from "./text/text-document.ts";
import { pathOfUri, uriOfPath } from "./text/uri.ts";

const MODULE = 'module: "example.com/a@v0"\nlanguage: version: "v0.15.0"\n';

// The names are those of cue's own integration tests, where it has one.
describe("documents and files (EDT-1)", () => {
  test("editing and unsaved buffers: the buffer wins, closing goes back to the disk", async () => {
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, "/w/a.cue": "package a\nx: 1\n" });
    client.open("/w/b.cue", "package a\ny: x & 2\n");
    client.open("/w/a.cue", "package a\nx: 2\n");
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual([]);
    client.close("/w/a.cue");
    await client.settle();
    expect(client.problems("/w/b.cue")[0]).toContain("conflicting values");
  });

  test("a file that is created late, changed behind the editor's back, deleted", async () => {
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE });
    client.open("/w/b.cue", "package a\ny: x\n");
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual(['2:4 reference "x" not found']);
    client.write("/w/a.cue", "package a\nx: 1\n");
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual([]);
    client.write("/w/a.cue", undefined);
    await client.settle();
    expect(client.problems("/w/b.cue")).toEqual(['2:4 reference "x" not found']);
  });

  test("a failed import that a new file satisfies", async () => {
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE });
    client.open("/w/a.cue", 'package a\nimport "example.com/a/s"\nx: s.v\n');
    await client.settle();
    expect(client.problems("/w/a.cue")).toHaveLength(1);
    client.write("/w/s/s.cue", "package s\nv: 1\n");
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
  });

  test("an embedded file that appears", async () => {
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE });
    client.open("/w/a.cue", "@extern(embed)\npackage a\nx: _ @embed(file=d.json)\n");
    await client.settle();
    expect(client.problems("/w/a.cue").length).toBeGreaterThan(0);
    client.write("/w/d.json", '{"k": 1}');
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
  });

  test("a file that does not parse, then does; a closed file keeps no diagnostics", async () => {
    const client = await TestClient.start({});
    client.open("/w/a.cue", "x: {\n");
    await client.settle();
    expect(client.problems("/w/a.cue")).toHaveLength(1);
    client.close("/w/a.cue");
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
    client.open("/w/a.cue", "x: 1 & 2\n");
    await client.settle();
    expect(client.problems("/w/a.cue")).toHaveLength(1);
  });

  test("a file without a module; a module file that is broken, then repaired", async () => {
    const client = await TestClient.start({});
    client.open("/elsewhere/a.cue", "x: 1\ny: x & 3\n");
    await client.settle();
    expect(client.problems("/elsewhere/a.cue")[0]).toContain("conflicting values");
    client.write("/w/cue.mod/module.cue", "module: {\n");
    client.open("/w/a.cue", "package a\nx: 1\n");
    await client.settle();
    expect(client.problems("/w/a.cue").length).toBeGreaterThan(0);
    client.write("/w/cue.mod/module.cue", MODULE);
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
  });

  test("nested modules, and packages of one folder", async () => {
    const inner = MODULE.replace("example.com/a", "example.com/b");
    const client = await TestClient.start({
      "/w/cue.mod/module.cue": MODULE,
      "/w/b/cue.mod/module.cue": inner,
      "/w/b/s/s.cue": "package s\nv: 1\n",
    });
    client.open("/w/b/b.cue", 'package b\nimport "example.com/b/s"\nx: s.v\n');
    client.open("/w/one.cue", "package one\nx: 1\n");
    client.open("/w/two.cue", "package two\nx: 2\n");
    await client.settle();
    for (const path of ["/w/b/b.cue", "/w/one.cue", "/w/two.cue"]) expect(client.problems(path)).toEqual([]);
  });

  test("names: spaces, percent signs, drive letters, other schemes", () => {
    expect(pathOfUri("file:///a%20b/c%25.cue")).toBe("/a b/c%.cue");
    expect(uriOfPath("/a b/c%.cue")).toBe("file:///a%20b/c%25.cue");
    expect(pathOfUri("file:///c%3A/x/y.cue")).toBe("C:/x/y.cue");
    expect(pathOfUri("file:///C:/x/y.cue")).toBe("C:/x/y.cue");
    expect(uriOfPath("C:/x/y.cue")).toBe("file:///c%3A/x/y.cue");
    expect(uriOfPath(pathOfUri("untitled:Untitled-1"))).toBe("untitled:Untitled-1");
    expect(pathOfUri(uriOfPath("opmodel.dev/core@v0.3.0/module.cue"))).toBe("opmodel.dev/core@v0.3.0/module.cue");
  });

  test("line ends: CRLF with an empty first line, UTF-16 columns", async () => {
    const client = await TestClient.start({});
    client.open("/w/a.cue", "\r\npackage a\r\n\r\nx: 1\r\n");
    client.open("/w/b.cue", 'package a\n"😀": y: 1, z: 1 & 2\n');
    await client.settle();
    expect(client.problems("/w/a.cue")).toEqual([]);
    expect(client.problems("/w/b.cue")[0]).toMatch(/^2:16 /);
    const lines = new EditorLines("a\r\nb\rc\n");
    expect([lines.count, lines.offsetAt({ line: 0, character: 9 }), lines.offsetAt({ line: 3, character: 0 })]).toEqual(
      [4, 1, 7],
    );
    const document = new TextDocument("u", "/u", "cue", 1, "ab\ncd");
    document.update(
      [
        { range: { start: { line: 0, character: 1 }, end: { line: 1, character: 1 } }, text: "X" },
        { range: { start: { line: 0, character: 3 }, end: { line: 0, character: 3 } }, text: "!" },
      ],
      2,
    );
    expect(document.text).toBe("aXd!");
  });

  test("folders come and go", async () => {
    const client = await TestClient.start({
      "/w/a.cue": "package a\nfound: 1\n",
      "/v/b.cue": "package b\nfoundToo: 1\n",
    });
    const names = async (): Promise<string[]> =>
      ((await client.request("workspace/symbol", { query: "found" })) as { name: string }[]).map((s) => s.name);
    expect(await names()).toEqual(["found"]);
    client.notify("workspace/didChangeWorkspaceFolders", { event: { added: [{ uri: "file:///v" }], removed: [] } });
    expect((await names()).sort()).toEqual(["found", "foundToo"]);
    client.notify("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [{ uri: "file:///w" }] } });
    expect(await names()).toEqual(["foundToo"]);
  });
});

describe("the protocol", () => {
  test("requests before initialize, unknown methods, cancelling, shutdown", async () => {
    const client = await TestClient.start({});
    const unknown = await client.raw("textDocument/nothing", {}).answer;
    expect((unknown["error"] as { code: number }).code).toBe(-32601);
    const { id, answer } = client.raw("workspace/symbol", { query: "x" });
    client.notify("$/cancelRequest", { id });
    expect(((await answer)["error"] as { code: number }).code).toBe(-32800);
    await client.request("shutdown", null);
    const late = await client.raw("workspace/symbol", { query: "x" }).answer;
    expect((late["error"] as { code: number }).code).toBe(-32600);
  });

  test("framing: pieces of any size, and what is no message", () => {
    const got: Message[] = [];
    const broken: string[] = [];
    const reader = new FrameReader(
      (m) => got.push(m),
      (why) => broken.push(why),
    );
    const bytes = [
      frame({ id: 1, x: "é" }),
      new TextEncoder().encode("Content-Length: 2\r\n\r\n[]Content-Length: 1\r\n\r\n{X: 1\r\n\r\n"),
      frame({ id: 2 }),
    ];
    for (const part of bytes) for (const byte of part) reader.feed(Uint8Array.of(byte));
    expect(got).toEqual([{ id: 1, x: "é" }, { id: 2 }]);
    expect(broken).toHaveLength(2);
  });
});
