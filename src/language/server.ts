// The language server: messages in, messages out. It knows no streams and no Node.js.
import type { LanguageHost } from "./analysis/host.ts";
import { SecretGuard, SecretInEdit } from "./analysis/secret-guard.ts";
import { Workspace } from "./analysis/workspace.ts";
import { Checker } from "./check/checker.ts";
import type { FurtherCheck } from "./check/checker.ts";
import { capabilities } from "./capabilities.ts";
import { registerFeatures } from "./features.ts";
import { releaseCheck } from "./check/release-check.ts";
import { valuesFileCheck } from "./check/values-file-check.ts";
import { registerCommands } from "./commands.ts";
import { releaseFacts } from "./feature/release-facts.ts";
import { Releases } from "./analysis/releases.ts";
import { Connection, ResponseError, RpcError } from "./protocol/connection.ts";
import type { Message } from "./protocol/connection.ts";
import type { ContentChange, DocumentParams } from "./protocol/types.ts";
import { pathOfUri } from "./text/uri.ts";
import { Settings } from "./settings.ts";

export interface ServerOptions {
  readonly version: string;
  /** Called when the client says that it is done: with 0 if it said so properly. */
  onExit?(code: number): void;
  /** Told of bugs of ours, without the text of documents. */
  onCrash?(error: unknown, method: string): void;
}

interface OpenParams {
  readonly textDocument: { uri: string; languageId?: string; version?: number; text: string };
}

interface ChangeParams {
  readonly textDocument: { uri: string; version?: number | null };
  readonly contentChanges: readonly ContentChange[];
}

interface InitializeParams {
  readonly processId?: number | null;
  readonly rootUri?: string | null;
  readonly workspaceFolders?: readonly { uri: string }[] | null;
  readonly initializationOptions?: unknown;
  readonly capabilities?: ClientCapabilities;
}

export interface ClientCapabilities {
  readonly workspace?: {
    readonly configuration?: boolean;
    readonly didChangeWatchedFiles?: { readonly dynamicRegistration?: boolean };
    readonly inlayHint?: { readonly refreshSupport?: boolean };
    readonly codeLens?: { readonly refreshSupport?: boolean };
  };
  readonly textDocument?: {
    readonly completion?: { readonly completionItem?: { readonly snippetSupport?: boolean } };
  };
}

/** Milliseconds without a request after which the editor counts as idle. */
const QUIET = 150;
const LONGEST_WAIT = 3000;

export class LanguageServer {
  readonly workspace: Workspace;
  readonly connection: Connection;
  readonly checker: Checker;
  readonly settings = new Settings();
  /** Knows the secrets of all files that were looked at. */
  readonly guard = new SecretGuard();
  readonly releases: Releases;
  #state: "new" | "running" | "shut" = "new";
  client: ClientCapabilities = {};

  constructor(host: LanguageHost, send: (message: Message) => void, options: ServerOptions) {
    this.workspace = new Workspace(host);
    this.releases = new Releases(this.workspace, this.settings, this.guard);
    this.connection = new Connection(
      (message) => this.#safely(send, message),
      () => host.turn(),
    );
    this.connection.onCrash = (error, method) => options.onCrash?.(error, method);
    this.connection.admit = (method) => this.#admit(method);
    const publish = (uri: string, version: number, diagnostics: readonly unknown[]): void =>
      this.connection.notify("textDocument/publishDiagnostics", { uri, version, diagnostics });
    const further: FurtherCheck[] = [
      releaseCheck(this.workspace, this.releases, () => this.settings.releases),
      valuesFileCheck(this.workspace, this.releases, this.guard),
    ];
    this.checker = new Checker(this.workspace, publish, further, (diagnostics, analysis) => {
      this.guard.learn(analysis);
      return diagnostics;
    });
    this.#lifecycle(options);
    this.#documents();
    registerFeatures(this);
    registerCommands(this);
    this.checker.idle = () => this.#idle(host);
    this.checker.onDone = () => this.connection.notify("opm/checked", {});
  }

  receive(message: Message): void {
    this.connection.receive(message);
  }

  /** Nothing leaves that holds a secret. An answer whose edits would is refused. */
  #safely(send: (message: Message) => void, message: Message): void {
    let safe: Message;
    try {
      safe = this.guard.cleaned(message);
    } catch (error) {
      if (!(error instanceof SecretInEdit)) throw error;
      const text = "the edit would carry a secret, which never leaves the server";
      safe = { jsonrpc: "2.0", id: message["id"], error: { code: RpcError.requestFailed, message: text } };
    }
    send(safe);
  }

  /** Waits until no request came for a while, but not for ever. */
  async #idle({ pause }: LanguageHost): Promise<void> {
    if (pause === undefined) return;
    for (let waited = 0; waited < LONGEST_WAIT; waited += QUIET) {
      const before = this.connection.requests;
      await pause(QUIET);
      if (this.connection.requests === before) return;
    }
  }

  get takesSnippets(): boolean {
    return this.client.textDocument?.completion?.completionItem?.snippetSupport === true;
  }

  /** Hints and lenses are for another environment now. */
  refresh(): void {
    const { inlayHint, codeLens } = this.client.workspace ?? {};
    if (inlayHint?.refreshSupport === true) void this.connection.ask("workspace/inlayHint/refresh", undefined);
    if (codeLens?.refreshSupport === true) void this.connection.ask("workspace/codeLens/refresh", undefined);
  }

  /** What is known of a value, as Markdown. */
  async explain(file: string, path: string): Promise<string> {
    const steps = path.split(".");
    return releaseFacts(this.workspace, this.releases, this.guard, file, steps);
  }

  #admit(method: string): ResponseError | undefined {
    if (this.#state === "new" && method !== "initialize")
      return new ResponseError(RpcError.notInitialized, "initialize comes first");
    if (this.#state === "shut") return new ResponseError(RpcError.invalidRequest, "the server is shut down");
    return undefined;
  }

  #lifecycle({ version, onExit }: ServerOptions): void {
    const { connection } = this;
    connection.onRequest("initialize", (params: InitializeParams) => {
      if (this.#state !== "new") throw new ResponseError(RpcError.invalidRequest, "initialize comes once");
      this.#state = "running";
      this.client = params.capabilities ?? {};
      this.#configure(params.initializationOptions);
      const folders = params.workspaceFolders?.map(({ uri }) => uri) ?? (params.rootUri ? [params.rootUri] : []);
      for (const uri of folders) this.workspace.folders.add(pathOfUri(uri));
      return { capabilities, serverInfo: { name: "opm", version } };
    });
    connection.onNotification("initialized", () => {
      if (this.client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
        void connection.ask("client/registerCapability", { registrations: [watching] });
      if (this.client.workspace?.configuration === true) void this.#askSettings();
    });
    connection.onRequest("shutdown", () => {
      this.#state = "shut";
      return null;
    });
    connection.onNotification("exit", () => onExit?.(this.#state === "shut" ? 0 : 1));
    connection.onNotification("workspace/didChangeConfiguration", (params: { settings?: unknown }) => {
      if (this.client.workspace?.configuration === true) return this.#askSettings();
      this.#configure((params.settings as { opm?: unknown } | null | undefined)?.opm);
      this.checker.schedule();
    });
    connection.onNotification(
      "workspace/didChangeWorkspaceFolders",
      ({ event }: { event: { added: readonly { uri: string }[]; removed: readonly { uri: string }[] } }) => {
        for (const { uri } of event.removed) this.workspace.folders.delete(pathOfUri(uri));
        for (const { uri } of event.added) this.workspace.folders.add(pathOfUri(uri));
        this.checker.schedule();
      },
    );
    connection.onNotification("$/setTrace", () => {});
  }

  async #askSettings(): Promise<void> {
    const answer = await this.connection.ask("workspace/configuration", { items: [{ section: "opm" }] });
    this.#configure(Array.isArray(answer) ? answer[0] : undefined);
    this.checker.schedule();
  }

  #configure(given: unknown): void {
    this.settings.update(given);
    this.checker.settings = { pause: this.settings.pause, budget: this.settings.budget };
  }

  #documents(): void {
    const { connection, workspace, checker } = this;
    connection.onNotification("textDocument/didOpen", ({ textDocument: d }: OpenParams) => {
      workspace.open(d.uri, pathOfUri(d.uri), d.languageId ?? "", d.version ?? 0, d.text);
    });
    connection.onNotification("textDocument/didChange", ({ textDocument, contentChanges }: ChangeParams) => {
      const document = workspace.documents.get(pathOfUri(textDocument.uri));
      if (document === undefined) return;
      document.update(contentChanges, textDocument.version ?? document.version + 1);
      workspace.changed(document.path);
    });
    connection.onNotification("textDocument/didClose", ({ textDocument }: DocumentParams) => {
      const path = pathOfUri(textDocument.uri);
      const document = workspace.documents.get(path);
      if (document === undefined) return;
      workspace.close(path);
      checker.forget(document.uri, path);
    });
    connection.onNotification("textDocument/didSave", () => {});
    connection.onNotification(
      "workspace/didChangeWatchedFiles",
      ({ changes }: { changes: readonly { uri: string }[] }) => {
        for (const { uri } of changes) {
          const path = pathOfUri(uri);
          // What is open is known better.
          if (!workspace.documents.has(path)) workspace.changed(path);
        }
      },
    );
  }
}

const watching = {
  id: "opm-files",
  method: "workspace/didChangeWatchedFiles",
  registerOptions: { watchers: [{ globPattern: "**/*.{cue,yaml,yml,json,toml,tera}" }] },
};
