// For tests: a client that talks to a server in memory, and files as text with a mark where the cursor is.
import { join } from "node:path";
import { MemoryFiles } from "../src/cue/index.ts";
import type { Files } from "../src/cue/index.ts";
import { nodeCatalog } from "../src/host/node-catalog.ts";
import { nodeFiles } from "../src/host/node-files.ts";
import { CatalogRegistry, PackageCache } from "../src/pipeline/index.ts";
import { EditorLines, LanguageServer, pathOfUri, serveBackground, uriOfPath } from "../src/language/index.ts";
import type { LanguageHost, LspDiagnostic, Message, Position, Thread } from "../src/language/index.ts";

export const CURSOR = "▮";

/** Whatever the server answers: tests say what they expect. */
export type Answer = ReturnType<typeof JSON.parse>;

/** Memory over a folder of the disk: tests change files that are not there. */
class ChangingFiles extends MemoryFiles {
  readonly gone = new Set<string>();

  override readFile(path: string): ReturnType<Files["readFile"]> {
    return this.gone.has(path) ? { fault: "absent", text: "no such file or directory" } : super.readFile(path);
  }

  override readFolder(path: string): ReturnType<Files["readFolder"]> {
    const entries = super.readFolder(path);
    return "fault" in entries ? entries : entries.filter(({ name }) => !this.gone.has(`${path}/${name}`));
  }

  override stat(path: string): ReturnType<Files["stat"]> {
    return this.gone.has(path) ? { fault: "absent", text: "no such file or directory" } : super.stat(path);
  }
}

/** The catalog with a key, so that what is derived from it is derived once for all clients. */
const root = join(process.cwd(), "catalog");
const catalog = new CatalogRegistry({ ...nodeCatalog().index, hash: "test" }, nodeFiles, root);
const packages = new PackageCache();
const texts = new Map<string, string>();
const derived = { get: (key: string) => texts.get(key), put: (key: string, text: string) => void texts.set(key, text) };

export interface ClientOptions {
  readonly initializationOptions?: object;
  readonly capabilities?: unknown;
  readonly folders?: readonly string[];
  /** The disk instead of memory. */
  readonly disk?: boolean;
  /** What takes long has a workspace of its own, which hears of everything by messages. */
  readonly threaded?: boolean;
}

/** As a thread is, but for the thread: whatever passes is copied, and comes later. */
class ThreadInMemory implements Thread {
  readonly changes = new Int32Array(new SharedArrayBuffer(4));
  readonly #serve: (message: Message) => void;
  #receive: (message: Message) => void = () => {};
  #died: () => void = () => {};
  #isDead = false;

  constructor(host: LanguageHost) {
    const post = (message: Message): void => this.#later(message, (copy) => this.#receive(copy));
    this.#serve = serveBackground(host, post, this.changes);
  }

  #later(message: Message, pass: (copy: Message) => void): void {
    const copy = structuredClone(message);
    setImmediate(() => {
      if (!this.#isDead) pass(copy);
    });
  }

  post(message: Message): void {
    this.#later(message, this.#serve);
  }

  listen(receive: (message: Message) => void, died: () => void): void {
    this.#receive = receive;
    this.#died = died;
  }

  end(): void {
    this.#isDead = true;
  }

  die(): void {
    this.end();
    this.#died();
  }
}

export class TestClient {
  /** The thread that answers now, if there is one. */
  thread: ThreadInMemory | undefined;
  readonly files: ChangingFiles;
  readonly server: LanguageServer;
  /** All that the server sent. */
  readonly sent: Message[] = [];
  readonly crashes: unknown[] = [];
  #id = 0;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly diagnostics = new Map<string, readonly LspDiagnostic[]>();
  readonly #versions = new Map<string, number>();
  readonly #texts = new Map<string, string>();
  /** What the server asked of this client. */
  readonly asked: Message[] = [];

  private constructor(files: Readonly<Record<string, string>>, options: ClientOptions) {
    this.files = new ChangingFiles(Object.entries(files));
    const host: LanguageHost = {
      files: options.disk === true ? nodeFiles : this.files,
      env: {},
      catalog,
      registry: () => catalog,
      packages,
      cache: derived,
      clock: () => performance.now(),
      // Tests say when the pause is over.
      later: () => () => {},
      turn: () => new Promise((resolve) => setImmediate(resolve)),
      catalogFile: (name) => catalog.pathOf(name),
    };
    const thread = (): Thread => (this.thread = new ThreadInMemory(host));
    this.server = new LanguageServer(
      options.threaded === true ? { ...host, thread } : host,
      (message) => this.#receive(message),
      {
        version: "test",
        onCrash: (error) => this.crashes.push(error),
      },
    );
  }

  /** One that has not said anything yet. */
  static fresh(files: Readonly<Record<string, string>>): TestClient {
    return new TestClient(files, {});
  }

  static async start(files: Readonly<Record<string, string>> = {}, options: ClientOptions = {}): Promise<TestClient> {
    const client = new TestClient(files, options);
    await client.request("initialize", {
      processId: null,
      rootUri: null,
      workspaceFolders: (options.folders ?? ["/w"]).map((path) => ({ uri: uriOfPath(path), name: path })),
      capabilities: options.capabilities ?? {
        textDocument: { completion: { completionItem: { snippetSupport: true } } },
      },
      // No test depends on how busy the machine is.
      initializationOptions: { budget: 500_000, ...options.initializationOptions },
    });
    client.notify("initialized", {});
    return client;
  }

  #receive(message: Message): void {
    // As it would be on a wire.
    const copy = JSON.parse(JSON.stringify(message)) as Message;
    this.sent.push(copy);
    if (copy["method"] === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = copy["params"] as { uri: string; diagnostics: LspDiagnostic[] };
      this.diagnostics.set(pathOfUri(uri), diagnostics);
    } else if (typeof copy["method"] === "string" && copy["id"] !== undefined) {
      this.asked.push(copy);
      this.server.receive({ jsonrpc: "2.0", id: copy["id"], result: null });
    } else if (typeof copy["id"] === "number") this.#answers.get(copy["id"])?.(copy);
  }

  notify(method: string, params: unknown): void {
    this.server.receive({ jsonrpc: "2.0", method, params });
  }

  /** The answer as it came: with `result` or `error`. */
  raw(method: string, params: unknown): { id: number; answer: Promise<Message> } {
    const id = ++this.#id;
    const answer = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.server.receive({ jsonrpc: "2.0", id, method, params });
    return { id, answer };
  }

  async request<T = Answer>(method: string, params: unknown): Promise<T> {
    const answer = await this.raw(method, params).answer;
    if (this.crashes.length > 0) throw this.crashes[0];
    if ("error" in answer) throw new Error(JSON.stringify(answer["error"]));
    return answer["result"] as T;
  }

  /** Opens a document; a cursor mark in it goes away, and is where requests are about. */
  open(path: string, text = new TextDecoder().decode(this.files.readFile(path) as Uint8Array)): Cursor {
    const offset = text.indexOf(CURSOR);
    const plain = text.replaceAll(CURSOR, "");
    this.#versions.set(path, 1);
    this.#texts.set(path, plain);
    const languageId = /\.(\w+)$/.exec(path)?.[1] ?? "";
    this.notify("textDocument/didOpen", {
      textDocument: { uri: uriOfPath(path), languageId, version: 1, text: plain },
    });
    return new Cursor(this, path, new EditorLines(plain).positionAt(Math.max(0, offset)));
  }

  textOf(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  /** Replaces all of an open document. */
  change(path: string, text: string): Cursor {
    const offset = text.indexOf(CURSOR);
    const plain = text.replaceAll(CURSOR, "");
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    this.#texts.set(path, plain);
    this.notify("textDocument/didChange", {
      textDocument: { uri: uriOfPath(path), version },
      contentChanges: [{ text: plain }],
    });
    return new Cursor(this, path, new EditorLines(plain).positionAt(Math.max(0, offset)));
  }

  /** Types over a range. */
  edit(path: string, start: number, end: number, by: string): void {
    const lines = new EditorLines(this.textOf(path));
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    this.notify("textDocument/didChange", {
      textDocument: { uri: uriOfPath(path), version },
      contentChanges: [{ range: lines.rangeOf(start, end), text: by }],
    });
    this.#texts.set(path, lines.text.slice(0, start) + by + lines.text.slice(end));
  }

  close(path: string): void {
    this.notify("textDocument/didClose", { textDocument: { uri: uriOfPath(path) } });
  }

  /** Changes a file on the disk behind the editor's back, as its watcher tells. */
  write(path: string, text: string | undefined): void {
    if (text === undefined) this.files.gone.add(path);
    else {
      this.files.gone.delete(path);
      this.files.write(path, text);
    }
    this.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOfPath(path), type: 2 }] });
  }

  /** The pause is over: everything that is wrong has been told when this resolves. */
  async settle(): Promise<void> {
    await this.request("workspace/symbol", { query: "\u0000" }).catch(() => {});
    await this.server.slow.check();
    if (this.crashes.length > 0) throw this.crashes[0];
  }

  /** Diagnostics as `line:column message`, first lines alone. */
  problems(path: string): string[] {
    return (this.diagnostics.get(path) ?? []).map(
      ({ range, message }) => `${range.start.line + 1}:${range.start.character + 1} ${message.split("\n")[0]}`,
    );
  }
}

/** A place in an open document, and what is asked there. */
export class Cursor {
  readonly client: TestClient;
  readonly path: string;
  readonly position: Position;

  constructor(client: TestClient, path: string, position: Position) {
    this.client = client;
    this.path = path;
    this.position = position;
  }

  ask<T = Answer>(method: string, more: object = {}): Promise<T> {
    const { position } = this;
    return this.client.request<T>(`textDocument/${method}`, {
      textDocument: { uri: uriOfPath(this.path) },
      position,
      ...more,
    });
  }

  async completions(): Promise<string[]> {
    const list = await this.ask<{ items: { label: string; sortText?: string }[] } | null>("completion");
    return (list?.items ?? [])
      .toSorted((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1))
      .map(({ label }) => label);
  }

  async hover(): Promise<string> {
    return (await this.ask<{ contents: { value: string } } | null>("hover"))?.contents.value ?? "";
  }
}

/** The example in a folder of the repository, as files below /w. */
export function exampleFiles(name: string): Record<string, string> {
  const out: Record<string, string> = {};
  const folderOf = join(process.cwd(), "examples", name);
  const walk = (folder: string, to: string): void => {
    const entries = nodeFiles.readFolder(folder);
    if ("fault" in entries) return;
    for (const { name: entry, kind } of entries)
      if (kind === "folder") walk(`${folder}/${entry}`, `${to}/${entry}`);
      else out[`${to}/${entry}`] = new TextDecoder().decode(nodeFiles.readFile(`${folder}/${entry}`) as Uint8Array);
  };
  walk(folderOf, "/w");
  return out;
}

/** Applies edits as an editor does: all at once, from the end. */
export function applied(
  text: string,
  edits: readonly { range: { start: Position; end: Position }; newText: string }[],
): string {
  const lines = new EditorLines(text);
  const spans = edits
    .map(({ range, newText }, i) => ({
      start: lines.offsetAt(range.start),
      end: lines.offsetAt(range.end),
      newText,
      i,
    }))
    .sort((a, b) => b.start - a.start || b.end - a.end || b.i - a.i);
  let out = text;
  for (const { start, end, newText } of spans) out = out.slice(0, start) + newText + out.slice(end);
  return out;
}
