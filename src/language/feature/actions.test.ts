import { describe, expect, test } from "vitest";
import { TestClient, applied, exampleFiles } from "../../../conformance/language-client.ts";
import type { Cursor } from "../../../conformance/language-client.ts";
import { uriOfPath } from "../text/uri.ts";

const MODULE = 'module: "example.com/a@v0"\nlanguage: version: "v0.15.0"\n';

interface Offered {
  readonly title: string;
  readonly edit: { readonly changes: Record<string, { range: never; newText: string }[]> };
}

async function actions(cursor: Cursor, range?: object): Promise<Offered[]> {
  await cursor.client.settle();
  const { position } = cursor;
  const diagnostics = (cursor.client.diagnostics.get(cursor.path) ?? []).filter(
    ({ range: r }) => r.start.line === position.line,
  );
  return cursor.ask("codeAction", { range: range ?? { start: position, end: position }, context: { diagnostics } });
}

async function fixed(text: string, title: string, more: Record<string, string> = {}): Promise<string> {
  const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, ...more });
  const cursor = client.open("/w/a.cue", text);
  const all = await actions(cursor);
  const found = all.find((a) => a.title === title);
  if (found === undefined) throw new Error(`${title} is not among ${all.map((a) => a.title).join(" | ")}`);
  return applied(text.replace("▮", ""), found.edit.changes[uriOfPath("/w/a.cue")]!);
}

const D = 'package a\n#D: {replicas!: int, image!: string, mode: *"a" | "b", note?: string}\n';

describe("code actions (EDT-1)", () => {
  test("a typo is corrected, or the field removed", async () => {
    const text = `${D}d: #D & {\n\t▮replics: 1\n}\n`;
    expect(await fixed(text, "Change to replicas")).toContain("\treplicas: 1\n");
    expect(await fixed(text, "Remove d.replics")).toBe(`${D}d: #D & {\n}\n`);
  });

  test("missing required fields", async () => {
    expect(await fixed(`${D}d: #D & {\n\timage: "x"▮\n}\n`, "Add the missing field replicas")).toBe(
      `${D}d: #D & {\n\timage: "x"\n\treplicas: int\n}\n`,
    );
    expect(await fixed(`${D}d: #D & {▮}\n`, "Add missing fields replicas, image")).toBe(
      `${D}d: #D & {\n\treplicas: int\n\timage: string\n}\n`,
    );
  });

  test("imports: unused ones go, missing ones come, all in order", async () => {
    expect(await fixed('package a\n\nimport ▮"strings"\n\nx: 1\n', "Remove it")).toBe("package a\n\n\nx: 1\n");
    expect(await fixed('package a\n\nx: ▮strings.ToUpper("a")\n', "Import strings")).toBe(
      'package a\n\nimport "strings"\n\nx: strings.ToUpper("a")\n',
    );
    expect(
      await fixed(
        'package a\n\nimport "strings"\nimport "list"\nimport "math"\n\nx▮: [strings.ToUpper("a"), list.Sum([1])]\n',
        "Organize imports",
      ),
    ).toBe('package a\n\nimport (\n\t"list"\n\t"strings"\n)\n\nx: [strings.ToUpper("a"), list.Sum([1])]\n');
  });

  test("braces, and a secret that is wrapped without being sent", async () => {
    expect(await fixed("package a\nx: ▮y: 1\n", "Add braces")).toBe("package a\nx: {\n\ty: 1\n}\n");
    expect(await fixed("package a\nx: {▮y: 1}\n", "Remove braces")).toBe("package a\nx: y: 1\n");
    expect(await fixed('package a\npassword: ▮"hunter2"\n', "Wrap password as a secret")).toBe(
      'package a\npassword: {value: "hunter2"}\n',
    );
  });

  test("a literal of a component becomes a value", async () => {
    const files = exampleFiles("hello");
    const client = await TestClient.start(files);
    const cursor = client.open("/w/components.cue", files["/w/components.cue"]!.replace('"10m"', '▮"10m"'));
    const [found] = (await actions(cursor)).filter((a) => a.title.startsWith("Extract"));
    expect(applied(files["/w/components.cue"]!, found!.edit.changes[uriOfPath("/w/components.cue")]!)).toContain(
      "cpu: {request: #config.request, limit",
    );
    expect(applied(files["/w/module.cue"]!, found!.edit.changes[uriOfPath("/w/module.cue")]!)).toContain(
      '\trequest: string | *"10m"\n}',
    );
  });

  test("pasted YAML becomes CUE, a manifest a component", async () => {
    const client = await TestClient.start({});
    const yaml = "a:\n  - 1\n  - b: c\n";
    const cursor = client.open("/w/a.cue", `package a\n${yaml}`);
    const range = { start: { line: 1, character: 0 }, end: { line: 4, character: 0 } };
    const [cue] = await actions(cursor, range);
    expect(cue!.title).toBe("Turn YAML into CUE");
    expect(cue!.edit.changes[uriOfPath("/w/a.cue")]![0]!.newText).toBe('a: [1, {\n\tb: "c"\n}]');
    const manifest =
      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n  template:\n    spec:\n      containers:\n        - name: web\n          image: nginx\n";
    client.change("/w/a.cue", `package a\n${manifest}`);
    const all = await actions(cursor, { start: { line: 1, character: 0 }, end: { line: 12, character: 0 } });
    expect(all.map((a) => a.title)).toContain("Turn the manifest into a component");
    expect(all[0]!.edit.changes[uriOfPath("/w/a.cue")]![0]!.newText).toContain("scaling: count: 2");
  });
});

describe("actions that look further", () => {
  test("what is redundant goes, when it is asked for", async () => {
    const text = "package a\n#D: {a: 1, b: *2 | int}\nx: #D & {b: 2}\ny: #D & {b: 3}\n";
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE });
    const cursor = client.open("/w/a.cue", text);
    const range = { start: cursor.position, end: cursor.position };
    const found = await cursor.ask("codeAction", { range, context: { diagnostics: [], only: ["source.fixAll"] } });
    expect(applied(text, found[0].edit.changes[uriOfPath("/w/a.cue")])).toBe(
      "package a\n\n#D: {a: 1, b: *2 | int}\nx: #D & _\ny: #D & {b: 3}\n",
    );
    expect(await cursor.ask("hover", { position: { line: 2, character: 0 } })).not.toBeNull();
  });

  test("a dependency that is imported and not named", async () => {
    const files = exampleFiles("hello");
    const module = files["/w/cue.mod/module.cue"]!;
    files["/w/cue.mod/module.cue"] = module.replace(/\t"opmodel.dev\/traits@v0".*\n/, "");
    const client = await TestClient.start(files);
    const cursor = client.open("/w/components.cue");
    await client.settle();
    const diagnostics = client.diagnostics.get("/w/components.cue") ?? [];
    expect(diagnostics.length).toBeGreaterThan(0);
    const range = { start: cursor.position, end: cursor.position };
    const all: Offered[] = await cursor.ask("codeAction", { range, context: { diagnostics } });
    const found = all.find(({ title }) => title.startsWith("Add the dependency"));
    expect(found?.title).toContain("opmodel.dev/traits@v0");
    expect(
      applied(files["/w/cue.mod/module.cue"]!, found!.edit.changes[uriOfPath("/w/cue.mod/module.cue")]!),
    ).toContain("opmodel.dev/traits@v0");
  });
});

describe("tokens and links", () => {
  test("definitions, builtins, hidden fields; packages and codes", async () => {
    const client = await TestClient.start({ "/w/cue.mod/module.cue": MODULE, "/w/s/s.cue": "package s\n#X: 1\n" });
    const cursor = client.open(
      "/w/a.cue",
      'package a\nimport "strings"\nimport "example.com/a/s"\n_h: strings.ToUpper("a")\nx: s.#X // see OPM4001\n',
    );
    const { data } = await cursor.ask("semanticTokens/full");
    expect(data.length % 5).toBe(0);
    expect(data.length / 5).toBeGreaterThanOrEqual(7);
    const links = await cursor.ask("documentLink");
    expect(links.map((l: { target: string }) => l.target)).toEqual(["file:///w/s/s.cue"]);
  });
});
