import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TestClient, exampleFiles } from "../../conformance/language-client.ts";
import { parseFile } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import { dataSyntax } from "./analysis/data-file.ts";
import { mendSyntax } from "./analysis/mend.ts";
import { cueContext } from "./feature/completion/cue-context.ts";
import { dataCursor } from "./feature/completion/data-cursor.ts";
import { formatEdits, lineEdits } from "./feature/format.ts";
import { EditorLines } from "./text/text-document.ts";
import { uriOfPath } from "./text/uri.ts";

const root = join(import.meta.dirname, "../..");

/** Sources to type: those of the examples, and of the archives of the language. */
function sources(): string[] {
  const examples = ["hello", "environments", "secrets"].flatMap((name) =>
    Object.entries(exampleFiles(name)).flatMap(([path, text]) => (path.endsWith(".cue") ? [text] : [])),
  );
  const folder = join(root, "conformance/cue");
  const archives = readdirSync(folder)
    .filter((name) => name.endsWith(".txtar"))
    .slice(0, 40)
    .flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .split(/^-- .* --$/m)
        .slice(1, 3),
    );
  return [...examples, ...archives].filter((text) => text.trim() !== "");
}

describe("laws", () => {
  test("every prefix of every file is mended into text of the same offsets that parses", () => {
    for (const text of sources()) {
      const step = Math.max(1, Math.floor(text.length / 60));
      for (let end = 0; end <= text.length; end += step) {
        const prefix = text.slice(0, end);
        const mended = mendSyntax(prefix);
        expect(parseFile(new SourceFile("", mended)).errors).toEqual([]);
        expect(mended.length).toBeGreaterThanOrEqual(prefix.length);
        cueContext(prefix, end);
      }
    }
  });

  test("data files are read whatever they hold", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.constantFrom("yaml", "json", "toml"), (text, format) => {
        dataSyntax(`/a.${format}`, text);
        dataCursor(text, text.length, format as "yaml");
        mendSyntax(text);
      }),
      { numRuns: 300 },
    );
  });

  test("edits of the formatter lead to what it prints, whatever the text", () => {
    const words = fc.constantFrom("a", "b: 1", "\n", "  ", ",", "{", "}", '"x, y"', "// c\n", "\t");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), fc.array(words, { maxLength: 20 }), (a, b) => {
        const [from, to] = [a.join(""), b.join("")];
        let out = from;
        for (const { start, end, by } of lineEdits(from, to).toReversed())
          out = out.slice(0, start) + by + out.slice(end);
        expect(out).toBe(to);
      }),
    );
    for (const text of sources()) {
      const edits = formatEdits({ path: "/a.cue", text });
      const lines = new EditorLines(text);
      let out = text;
      for (const { range, newText } of edits.toReversed())
        out = out.slice(0, lines.offsetAt(range.start)) + newText + out.slice(lines.offsetAt(range.end));
      expect(formatEdits({ path: "/a.cue", text: out })).toEqual([]);
    }
  });

  test("typing ends with the same answers as opening, and nothing crashes on the way", async () => {
    const files = exampleFiles("hello");
    const path = "/w/components.cue";
    const text = files[path]!;
    const typed = await TestClient.start(files);
    typed.open(path, text);
    // Types parts of the file away and in again, with questions in between.
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    for (let round = 0; round < KEYSTROKES / 20; round++) {
      const start = random(text.length - 10);
      const gone = text.slice(start, start + 10);
      for (let i = 0; i < gone.length; i++) typed.edit(path, start, start + 1, "");
      if (round % 25 === 0) {
        const lines = new EditorLines(typed.textOf(path));
        const position = lines.positionAt(start);
        const where = { textDocument: { uri: uriOfPath(path) }, position };
        for (const method of ["hover", "completion", "definition", "documentSymbol"])
          await typed.request(`textDocument/${method}`, where);
      }
      for (let i = 0; i < gone.length; i++) typed.edit(path, start + i, start + i, gone[i]!);
    }
    expect(typed.textOf(path)).toBe(text);
    await typed.settle();
    const fresh = await TestClient.start(files);
    fresh.open(path, text);
    await fresh.settle();
    expect(typed.diagnostics.get(path) ?? []).toEqual(fresh.diagnostics.get(path) ?? []);
    for (const at of ["image:", "#config", "scaling"]) {
      const position = new EditorLines(text).positionAt(text.indexOf(at) + 1);
      const where = { textDocument: { uri: uriOfPath(path) }, position };
      for (const method of ["hover", "completion", "definition", "documentSymbol", "foldingRange"])
        expect(await typed.request(`textDocument/${method}`, where)).toEqual(
          await fresh.request(`textDocument/${method}`, where),
        );
    }
  });

  test("answers at every place of a prefix", async () => {
    const files = exampleFiles("hello");
    const path = "/w/components.cue";
    const text = files[path]!;
    const client = await TestClient.start(files);
    client.open(path, "package main\n");
    for (let end = 20; end < text.length; end += Math.floor(text.length / PREFIXES)) {
      client.change(path, text.slice(0, end));
      const position = new EditorLines(text.slice(0, end)).positionAt(end);
      const where = { textDocument: { uri: uriOfPath(path) }, position };
      for (const method of [
        "completion",
        "hover",
        "definition",
        "signatureHelp",
        "semanticTokens/full",
        "foldingRange",
      ])
        await client.request(`textDocument/${method}`, where);
    }
    expect(client.crashes).toEqual([]);
  });

  test("a canary in secrets is in no message", async () => {
    const canary = "canary-7f3a9c";
    const files = exampleFiles("secrets");
    files["/w/values.cue"] = files["/w/values.cue"]!.replace("example key", canary);
    files["/w/prod.yaml"] = `db:\n  host: db\n  password:\n    value: ${canary}-two\n`;
    const client = await TestClient.start(files);
    const paths = ["/w/values.cue", "/w/module.cue", "/w/components.cue", "/w/prod.yaml"];
    for (const path of paths) client.open(path);
    // Something wrong with it, so that messages want to quote it.
    client.change(
      "/w/module.cue",
      files["/w/module.cue"]!.replace('$dataKey: "tls.key"}', '$dataKey: "tls.key", value: "other"}'),
    );
    await client.settle();
    for (const path of paths) {
      const lines = new EditorLines(client.textOf(path));
      const textDocument = { uri: uriOfPath(path) };
      for (let line = 0; line < lines.count; line++) {
        const position = { line, character: Math.max(0, lines.textOf(line).length - 3) };
        const range = { start: position, end: position };
        for (const method of ["hover", "completion", "definition"])
          await client.request(`textDocument/${method}`, { textDocument, position });
        await client.raw("textDocument/codeAction", {
          textDocument,
          range,
          context: { diagnostics: client.diagnostics.get(path) ?? [] },
        }).answer;
      }
      const all = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };
      for (const method of [
        "inlayHint",
        "codeLens",
        "documentSymbol",
        "semanticTokens/full",
        "documentLink",
        "formatting",
      ])
        await client.raw(`textDocument/${method}`, { textDocument, range: all, options: {} }).answer;
    }
    await client.request("opm/preview", { uri: uriOfPath("/w/values.cue") });
    await client.request("workspace/symbol", { query: "" });
    expect(client.crashes).toEqual([]);
    expect(JSON.stringify(client.sent)).not.toContain(canary);
  });
});

/** The whole of it is `OPM_KEYSTROKES=10000`; each day's run is shorter. */
const KEYSTROKES = Number(process.env["OPM_KEYSTROKES"] ?? 1000);
const PREFIXES = Number(process.env["OPM_PREFIXES"] ?? 25);
