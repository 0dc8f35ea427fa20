// The server without Node.js: bundled as for a browser, in a context that has what a Worker has and no more.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { MessageChannel } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleFiles } from "../../conformance/language-client.ts";
import { packCatalog } from "../../tool/catalog-pack.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const WORKER = `
import { packedCatalog } from "./src/pipeline/index.ts";
import { servePort } from "./src/language/index.ts";
addEventListener("message", ({ data }) => {
  const catalog = packedCatalog(new Uint8Array(data.catalog), "/opmodel.dev");
  servePort(data.port, { catalog, files: data.files, version: "web", onCrash: (error) => console.error(error) });
}, { once: true });
`;

type Answer = ReturnType<typeof JSON.parse>;

let code: string;
let catalog: ArrayBuffer;
const ports: MessagePort[] = [];

beforeAll(async () => {
  const stdin = { contents: WORKER, resolveDir: root, loader: "ts" as const };
  const options = { bundle: true, write: false, platform: "browser", format: "iife", target: "es2022" } as const;
  const result = await build({ stdin, ...options, loader: { ".cue": "text" }, logLevel: "error" });
  code = result.outputFiles[0]!.text;
  catalog = new Uint8Array(packCatalog(join(root, "catalog")).pack).buffer;
});

afterAll(() => {
  for (const port of ports) port.close();
});

/** A scope with the names that a Worker's has, and a page that talks to it. */
class Page {
  readonly told: Answer[] = [];
  readonly #port: MessagePort;
  readonly #asText: boolean;
  #id = 0;
  readonly #waiting = new Map<number | string, (message: Answer) => void>();

  constructor(files: Readonly<Record<string, string>>, asText = false) {
    this.#asText = asText;
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    let start: (event: { data: unknown }) => void = () => {};
    const scope: Record<string, unknown> = {
      addEventListener: (_: string, listener: typeof start) => (start = listener),
      postMessage: () => {},
      console,
      performance,
      setTimeout,
      clearTimeout,
      queueMicrotask,
      structuredClone,
      MessageChannel,
      TextEncoder,
      TextDecoder,
      AbortController,
      URL,
      atob,
      btoa,
      crypto,
    };
    scope["self"] = scope;
    runInContext(code, createContext(scope));
    start({ data: { catalog, port: port2, files } });
    this.#port = port1;
    port1.on("message", (data: Answer) => this.#receive(asText ? JSON.parse(data) : data));
  }

  #receive(message: Answer): void {
    if (message.method === undefined) this.#waiting.get(message.id)?.(message);
    else {
      this.told.push(message);
      this.#waiting.get(message.method)?.(message);
    }
  }

  notify(method: string, params: unknown): void {
    const message = { jsonrpc: "2.0", method, params };
    this.#port.postMessage(this.#asText ? JSON.stringify(message) : message);
  }

  async request(method: string, params: unknown): Promise<Answer> {
    const message = { jsonrpc: "2.0", id: ++this.#id, method, params };
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(message.id, resolve));
    this.#port.postMessage(this.#asText ? JSON.stringify(message) : message);
    return (await answer).result;
  }

  /** Resolves when all diagnostics have been told. */
  checked(): Promise<void> {
    return new Promise((resolve) => this.#waiting.set("opm/checked", () => resolve()));
  }

  problems(uri: string): string[] {
    const last = this.told.findLast((m) => m.method === "textDocument/publishDiagnostics" && m.params.uri === uri);
    return (last?.params.diagnostics ?? []).map((d: Answer) => d.message.split("\n")[0]);
  }
}

const options = { pause: 1, budget: 500_000 };
const folders = [{ uri: "file:///w", name: "w" }];

describe("the server in a Worker (EDT-1)", () => {
  test.each([false, true])("diagnostics, completion and the preview (messages as text: %s)", async (asText) => {
    const page = new Page(exampleFiles("hello"), asText);
    const { serverInfo } = await page.request("initialize", {
      workspaceFolders: folders,
      capabilities: {},
      initializationOptions: options,
    });
    expect(serverInfo).toEqual({ name: "opm", version: "web" });
    page.notify("initialized", {});
    const uri = "file:///w/extra.cue";
    const text = "package main\n\nx: 1 & 2\n";
    const first = page.checked();
    page.notify("textDocument/didOpen", { textDocument: { uri, languageId: "cue", version: 1, text } });
    await first;
    expect(page.problems(uri)).toEqual([expect.stringContaining("conflicting values 2 and 1")]);
    const clean = page.checked();
    const mended = "package main\n\n#config: replicas: 2\n#components: web: spec: container: \n";
    page.notify("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: mended.replace(/\n#comp.*/, "") }],
    });
    await clean;
    expect(page.problems(uri)).toEqual([]);
    const preview = await page.request("opm/preview", { uri: "file:///w/module.cue" });
    expect(preview.text).toContain("kind: Deployment");
    page.notify("textDocument/didChange", { textDocument: { uri, version: 3 }, contentChanges: [{ text: mended }] });
    const position = { line: 3, character: 35 };
    const list = await page.request("textDocument/completion", { textDocument: { uri }, position });
    expect(list.items.map((item: Answer) => item.label)).toContain("imagePullPolicy");
  });

  test("files that the page writes and takes away", async () => {
    const page = new Page({});
    await page.request("initialize", { workspaceFolders: folders, capabilities: {}, initializationOptions: options });
    const uri = "file:///w/a.cue";
    const changes: readonly [Readonly<Record<string, string | null>>, RegExp | undefined][] = [
      [{}, /reference "y" not found/],
      [{ "/w/b.cue": "package a\ny: 1\n" }, undefined],
      [{ "/w/b.cue": null }, /reference "y" not found/],
    ];
    const text = "package a\nx: y\n";
    for (const [files, problem] of changes) {
      const checked = page.checked();
      if (Object.keys(files).length === 0)
        page.notify("textDocument/didOpen", { textDocument: { uri, languageId: "cue", version: 1, text } });
      else page.notify("opm/files", { files });
      await checked;
      expect(page.problems(uri)).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
    }
  });
});
