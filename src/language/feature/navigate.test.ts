import { describe, expect, test } from "vitest";
import { TestClient, applied, exampleFiles } from "../../../conformance/language-client.ts";
import type { Cursor } from "../../../conformance/language-client.ts";
import { pathOfUri, uriOfPath } from "../text/uri.ts";

const MODULE = 'module: "example.com/a@v0"\nlanguage: version: "v0.15.0"\n';

async function at(text: string, more: Record<string, string> = {}): Promise<Cursor> {
  const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, ...more });
  return client.open("/w/a.cue", text);
}

const places = (found: { uri: string; range: { start: { line: number; character: number } } }[] | null): string[] =>
  (found ?? [])
    .map(({ uri, range }) => `${pathOfUri(uri).split("/").at(-1)}:${range.start.line + 1}:${range.start.character + 1}`)
    .sort();

describe("navigation (EDT-1)", () => {
  test("definition of a reference, a selector, a field of a definition", async () => {
    expect(places(await (await at("package a\nx: 1\ny: ▮x\n")).ask("definition"))).toEqual(["a.cue:2:1"]);
    expect(places(await (await at("package a\nx: b: 1\ny: x.▮b\n")).ask("definition"))).toEqual(["a.cue:2:4"]);
    expect(places(await (await at("package a\n#D: n: int\nd: #D & {▮n: 1}\n")).ask("definition"))).toEqual([
      "a.cue:2:5",
      "a.cue:3:10",
    ]);
    expect(places(await (await at("package a\nlet l = {b: 1}\ny: l▮\n")).ask("definition"))).toEqual(["a.cue:2:5"]);
    expect(places(await (await at("package a\ny: {for k, v in {a: 1} {(k): ▮v}}\n")).ask("definition"))).toEqual([
      "a.cue:2:12",
    ]);
    expect(
      places(await (await at("package a\ny: ▮z\n", { "/w/b.cue": "package a\nz: 1\n" })).ask("definition")),
    ).toEqual(["b.cue:2:1"]);
  });

  test("definition through an import", async () => {
    const more = { "/w/s/s.cue": "package s\n#X: v: int\n" };
    const text = 'package a\nimport "example.com/a/s"\nx: s.▮#X & {v: 1}\n';
    expect(places(await (await at(text, more)).ask("definition"))).toEqual(["s.cue:2:1"]);
    expect(places(await (await at(text.replace("s.▮#X", "▮s.#X"), more)).ask("definition"))).toEqual(["s.cue:1:9"]);
    expect(
      places(await (await at(text.replace("▮", "").replace('"example', '"▮example'), more)).ask("definition")),
    ).toEqual(["s.cue:1:9"]);
  });

  test("references and highlights", async () => {
    const cursor = await at("package a\n▮x: 1\ny: x\nz: {w: x + 1, x: 2}\n");
    expect(places(await cursor.ask("references", { context: { includeDeclaration: true } }))).toEqual([
      "a.cue:2:1",
      "a.cue:3:4",
    ]);
    const inner = await at("package a\nx: 1\nz: {w: ▮x + 1, x: 2}\n");
    expect(places(await inner.ask("references", { context: { includeDeclaration: false } }))).toEqual(["a.cue:3:8"]);
    expect(((await inner.ask("documentHighlight")) as { kind: number }[]).map(({ kind }) => kind)).toEqual([2, 3]);
  });

  test("rename across files and packages, with the name that was there", async () => {
    const more = { "/w/s/s.cue": "package s\n#X: v: int\ny: #X & {v: 2}\n" };
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, ...more });
    const text = 'package a\nimport "example.com/a/s"\nx: s.#X & {v: 1}\nw: x.▮v\n';
    const cursor = client.open("/w/a.cue", text);
    expect((await cursor.ask("prepareRename")).placeholder).toBe("v");
    const { changes } = await cursor.ask("rename", { newName: "value" });
    expect(applied(text.replace("▮", ""), changes[uriOfPath("/w/a.cue")])).toBe(
      'package a\nimport "example.com/a/s"\nx: s.#X & {value: 1}\nw: x.value\n',
    );
    expect(applied(more["/w/s/s.cue"], changes[uriOfPath("/w/s/s.cue")])).toBe(
      "package s\n#X: value: int\ny: #X & {value: 2}\n",
    );
    await expect(cursor.ask("rename", { newName: "#v" })).rejects.toThrow("not of one kind");
    await expect(cursor.ask("rename", { newName: "a b" })).rejects.toThrow("no name");
  });

  test("rename of a field of #config reaches values files", async () => {
    const files = {
      ...exampleFiles("hello"),
      "/w/prod.yaml": "greeting: hi\nreplicas: 3\n",
      "/w/x.json": '{"replicas": 4}\n',
    };
    const client = await TestClient.start(files);
    const text = files["/w/module.cue" as keyof typeof files]!;
    const cursor = client.open("/w/module.cue", text.replace("\treplicas:", "\t▮replicas:"));
    const { changes } = await cursor.ask("rename", { newName: "count" });
    expect(
      Object.keys(changes)
        .map((uri) => pathOfUri(uri))
        .sort(),
    ).toEqual(["/w/components.cue", "/w/module.cue", "/w/prod.yaml", "/w/x.json"]);
    expect(applied(files["/w/prod.yaml"], changes[uriOfPath("/w/prod.yaml")])).toBe("greeting: hi\ncount: 3\n");
    expect(applied(files["/w/x.json"], changes[uriOfPath("/w/x.json")])).toBe('{"count": 4}\n');
  });

  test("what is of the catalog is not renamed", async () => {
    const files = exampleFiles("hello");
    const client = await TestClient.start(files);
    const cursor = client.open(
      "/w/components.cue",
      files["/w/components.cue"]!.replace("network_traits.#Expose", "network_traits.#▮Expose"),
    );
    expect(await cursor.ask("prepareRename")).toBeNull();
    expect(places(await cursor.ask("definition"))).toEqual([expect.stringMatching(/^expose\.cue:\d+:1$/)]);
  });
});

describe("hover (EDT-1)", () => {
  test("value, documentation and every part with its place", async () => {
    const text = await (
      await at("package a\n#D: {\n\t// How many.\n\tn: int & <=10 | *2\n}\nd: #D\ny: d.▮n\n")
    ).hover();
    expect(text).toContain("n: 2 // *2 | int & <=10");
    expect(text).toContain("How many.");
    expect(text).toContain("- default `int & <=10 | *2` — [a.cue:4](file:///w/a.cue#L4,5)");
  });

  test("builtins and predeclared names", async () => {
    expect(await (await at('package a\nimport "strings"\nx: strings.▮ToUpper("a")\n')).hover()).toContain(
      "strings.ToUpper(string): string",
    );
    expect(await (await at("package a\nx: ▮uint8\n")).hover()).toContain("0 to 255");
    expect(await (await at("package a\nx: ▮len([1])\n")).hover()).toContain("How many bytes");
  });

  test("secrets are ***", async () => {
    const files = exampleFiles("secrets");
    const client = await TestClient.start(files);
    const text = files["/w/values.cue"]!;
    for (const [from, to] of [
      ['key: value:         "ex', 'key: ▮value:         "ex'],
      ["\t\tkey: value", "\t\t▮key: value"],
    ] as const) {
      const cursor = client.open("/w/values.cue", text.replace(from, to));
      expect(await cursor.hover()).toContain("***");
      expect(JSON.stringify(client.sent)).not.toContain("example key");
    }
  });
});

describe("signature help", () => {
  test("while arguments are typed", async () => {
    const help = await (await at('package a\nimport "strings"\nx: strings.Replace("a", ▮)\n')).ask("signatureHelp");
    expect(help.signatures[0].label).toContain("strings.Replace(");
    expect(help.activeParameter).toBe(1);
  });

  test("a name that half a program defines by itself leads nowhere, and to no crash", async () => {
    for (const text of ["let x = x.a\ny: ▮x\n", "for v in v.a {\n\ty: ▮v\n}\n", "let x = y\nlet y = x\nz: ▮y.a\n"]) {
      const client = await TestClient.start();
      const at = client.open("/w/a.cue", text);
      await at.hover();
      await at.completions();
      await at.ask("definition");
      await client.settle();
      expect(client.crashes).toEqual([]);
    }
  });

  test("what takes longer than the budget to be shown says so", async () => {
    const client = await TestClient.start({}, { initializationOptions: { budget: 1 } });
    const many = Array.from({ length: 12 }, (_, i) => `a${i}: {for k, v in #B {"\\(k)": v}}`).join("\n");
    const at = client.open(
      "/w/a.cue",
      `#B: {for i in [${"1,".repeat(300)}] for j in [1, 2, 3] {"k\\(i)\\(j)": i}}\n${many}\n▮b: [a0, a1, a2]\n`,
    );
    await at.hover();
    await client.settle();
    expect(client.crashes).toEqual([]);
  });
});
