// The language server from the page's side: documents follow the editor, questions become promises.
import { signal } from "@preact/signals";
import type { LanguageStart } from "../engine/language-worker.ts";
import type { Project } from "../engine/project.ts";

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Edit {
  readonly range: Range;
  readonly newText: string;
}

export interface Completion {
  readonly label: string;
  readonly detail?: string;
  readonly documentation?: { readonly value: string };
  readonly sortText?: string;
  readonly filterText?: string;
  readonly textEdit?: Edit;
  readonly additionalTextEdits?: readonly Edit[];
}

export interface Problem {
  readonly range: Range;
  /** 1 is an error, 2 a warning. */
  readonly severity?: number;
  readonly message: string;
  readonly code?: string | number;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

/** Problems that the server told, by file. */
export const problems = signal<ReadonlyMap<string, readonly Problem[]>>(new Map());

type Answer = { readonly id?: number; readonly result?: unknown; readonly method?: string; readonly params?: unknown };

export class LanguageClient {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #versions = new Map<string, number>();
  readonly #started: Promise<unknown>;
  #last = 0;

  constructor(worker: Worker, catalog: ArrayBuffer, { files, modules, path }: Project) {
    const { port1, port2 } = new MessageChannel();
    const start: LanguageStart = { catalog, files, port: port2, ...(modules && { modules }) };
    worker.postMessage(start, [port2]);
    this.#worker = worker;
    this.#port = port1;
    port1.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.#receive(data));
    port1.start();
    this.#started = this.#request("initialize", {
      workspaceFolders: [{ uri: uriOf(path), name: "page" }],
      capabilities: {},
      initializationOptions: { pause: 120 },
    }).then(() => this.#notify("initialized", {}));
  }

  /** The text is asked for when the server is there: somebody may be typing already. */
  async open(file: string, text: () => string): Promise<void> {
    await this.#started;
    this.#versions.set(file, 1);
    const textDocument = { uri: uriOf(file), languageId: file.split(".").at(-1), version: 1, text: text() };
    this.#notify("textDocument/didOpen", { textDocument });
  }

  change(file: string, text: string): void {
    const version = (this.#versions.get(file) ?? 0) + 1;
    // Not open yet.
    if (version === 1) return;
    this.#versions.set(file, version);
    this.#notify("textDocument/didChange", {
      textDocument: { uri: uriOf(file), version },
      contentChanges: [{ text }],
    });
  }

  /** What was typed stays, as a file. */
  close(file: string, text: string): void {
    if (!this.#versions.delete(file)) return;
    this.#notify("opm/files", { files: { [file]: text } });
    this.#notify("textDocument/didClose", { textDocument: { uri: uriOf(file) } });
  }

  /** Files that were changed elsewhere. */
  files(changed: Readonly<Record<string, string>>): void {
    this.#notify("opm/files", { files: changed });
  }

  end(): void {
    this.#worker.terminate();
    problems.value = new Map();
  }

  async completion(file: string, position: Position): Promise<readonly Completion[]> {
    const found = (await this.#at("completion", file, position)) as { items: Completion[] } | Completion[] | null;
    return found === null ? [] : Array.isArray(found) ? found : found.items;
  }

  async hover(file: string, position: Position): Promise<string | undefined> {
    const found = (await this.#at("hover", file, position)) as { contents: string | { value: string } } | null;
    if (found === null) return undefined;
    return typeof found.contents === "string" ? found.contents : found.contents.value;
  }

  async definition(file: string, position: Position): Promise<Location | undefined> {
    const found = (await this.#at("definition", file, position)) as Location | Location[] | null;
    return Array.isArray(found) ? found[0] : (found ?? undefined);
  }

  /** The text of a file that is none of the project's: the catalog's, another module's. */
  async source(uri: string): Promise<string | undefined> {
    const found = (await this.#request("opm/source", { uri })) as string | { text?: string } | null;
    return typeof found === "string" ? found : found?.text;
  }

  async format(file: string): Promise<readonly Edit[]> {
    const options = { tabSize: 4, insertSpaces: false };
    const textDocument = { uri: uriOf(file) };
    return ((await this.#request("textDocument/formatting", { textDocument, options })) ?? []) as Edit[];
  }

  async #at(what: string, file: string, position: Position): Promise<unknown> {
    await this.#started;
    return this.#request(`textDocument/${what}`, { textDocument: { uri: uriOf(file) }, position });
  }

  #request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#last;
    this.#port.postMessage({ jsonrpc: "2.0", id, method, params });
    return new Promise((done) => this.#waiting.set(id, done));
  }

  #notify(method: string, params: unknown): void {
    this.#port.postMessage({ jsonrpc: "2.0", method, params });
  }

  #receive({ id, result, method, params }: Answer): void {
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { uri: string; diagnostics: Problem[] };
      problems.value = new Map(problems.value).set(fileOf(uri), diagnostics);
    } else if (method !== undefined && id !== undefined) {
      // It asks for settings; there are none.
      this.#port.postMessage({ jsonrpc: "2.0", id, result: null });
    } else if (id !== undefined) {
      this.#waiting.get(id)?.(result ?? null);
      this.#waiting.delete(id);
    }
  }
}

const uriOf = (file: string): string =>
  `file://${file.startsWith("/") ? "" : "/"}${file.split("/").map(encodeURIComponent).join("/")}`;

export const fileOf = (uri: string): string =>
  decodeURIComponent(uri.replace(/^file:\/\//, "").replace(/^opm-source:\/+/, ""));

let start: ((project: Project) => LanguageClient) | undefined;
let client: LanguageClient | undefined;
let of: string | undefined;

/** How the server is started; that is done with the first file that somebody opens. */
export function languageSource(from: (project: Project) => LanguageClient): void {
  start = from;
}

/** The server for a project; another project gets another. */
export function languageFor(project: Project): LanguageClient | undefined {
  if (start !== undefined && (client === undefined || of !== project.path)) {
    of = project.path;
    client?.end();
    client = start(project);
  }
  return client;
}

/** Files changed on the disk. */
export function tellLanguage(changed: Readonly<Record<string, string>>): void {
  client?.files(changed);
}
