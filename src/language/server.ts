// The language server: messages in, messages out. It knows no streams and no Node.js.
import type { LanguageHost } from "./analysis/host.ts";
import { SecretGuard, SecretInEdit } from "./analysis/secret-guard.ts";
import { Workspace } from "./analysis/workspace.ts";
import { BackgroundThread } from "./background/background-thread.ts";
import type { SlowAnswers } from "./background/slow-answers.ts";
import { Workbench } from "./background/workbench.ts";
import { capabilities } from "./capabilities.ts";
import { registerCommands } from "./commands.ts";
import { followDocuments } from "./documents.ts";
import { registerFeatures } from "./features.ts";
import { Connection, ResponseError, RpcError } from "./protocol/connection.ts";
import type { Message } from "./protocol/connection.ts";
import { pathOfUri } from "./text/uri.ts";
import { Settings } from "./settings.ts";

interface ServerOptions {
  readonly version: string;
  /** Called when the client says that it is done: with 0 if it said so properly. */
  onExit?(code: number): void;
  /** Told of bugs of ours, without the text of documents. */
  onCrash?(error: unknown, method: string): void;
}

interface InitializeParams {
  readonly processId?: number | null;
  readonly rootUri?: string | null;
  readonly workspaceFolders?: readonly { uri: string }[] | null;
  readonly initializationOptions?: unknown;
  readonly capabilities?: ClientCapabilities;
}

interface ClientCapabilities {
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
  /** Diagnostics, and all that needs a release: of a thread of its own, where the host has one. */
  readonly slow: SlowAnswers;
  readonly #thread: BackgroundThread | undefined;
  readonly settings = new Settings();
  /** Knows the secrets of all files that were looked at. */
  readonly guard = new SecretGuard();
  #state: "new" | "running" | "shut" = "new";
  client: ClientCapabilities = {};

  constructor(host: LanguageHost, send: (message: Message) => void, options: ServerOptions) {
    this.workspace = new Workspace(host);
    this.workspace.onAnalysed = (analysis) => this.guard.watch(analysis);
    this.connection = new Connection(
      (message) => this.#safely(send, message),
      () => host.turn(),
    );
    this.connection.onCrash = (error, method) => options.onCrash?.(error, method);
    this.connection.admit = (method) => this.#admit(method);
    const tell = (method: string, params: unknown): void => this.connection.notify(method, params);
    const closed: { forget?(uri: string, path: string): void } = {};
    if (host.thread === undefined) {
      const workbench = new Workbench(this.workspace, this.settings, this.guard, tell);
      workbench.checker.idle = () => this.#idle(host);
      workbench.checker.onCrash = (error) => options.onCrash?.(error, "check");
      closed.forget = (uri, path) => workbench.checker.forget(uri, path);
      this.slow = workbench;
    } else {
      this.#thread = new BackgroundThread({
        start: () => host.thread!(),
        workspace: this.workspace,
        settings: this.settings,
        tell: (method, params) => this.#fromThread(method, params),
        learned: (text) => this.guard.add(text),
        crashed: (error, method) => options.onCrash?.(error, method),
      });
      this.slow = this.#thread.answers;
    }
    this.#lifecycle(options);
    followDocuments(this.connection, this.workspace, {
      closed: ({ uri, path }) => closed.forget?.(uri, path),
      folders: () => void this.slow.checkLater(),
    });
    registerFeatures(this);
    registerCommands(this);
  }

  receive(message: Message): void {
    this.#thread?.follow(message);
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
    connection.onNotification("exit", () => {
      this.#thread?.end();
      onExit?.(this.#state === "shut" ? 0 : 1);
    });
    connection.onNotification("workspace/didChangeConfiguration", (params: { settings?: unknown }) => {
      if (this.client.workspace?.configuration === true) return this.#askSettings();
      this.#configure((params.settings as { opm?: unknown } | null | undefined)?.opm);
    });
    connection.onNotification("$/setTrace", () => {});
  }

  async #askSettings(): Promise<void> {
    const answer = await this.connection.ask("workspace/configuration", { items: [{ section: "opm" }] });
    this.#configure(Array.isArray(answer) ? answer[0] : undefined);
  }

  settingsChanged(): void {
    this.workspace.budget = this.settings.budget;
    if (this.#thread !== undefined) this.#thread.settingsChanged();
    else void this.slow.checkLater();
  }

  #configure(given: unknown): void {
    this.settings.update(given);
    this.settingsChanged();
  }

  /** What another thread found is about texts that may have changed since. */
  #fromThread(method: string, params: unknown): void {
    const { uri, version, diagnostics } = params as {
      uri?: string;
      version?: number;
      diagnostics?: readonly unknown[];
    };
    const document = uri === undefined ? undefined : this.workspace.documents.get(pathOfUri(uri));
    const isNews = document === undefined ? diagnostics?.length === 0 : document.version <= (version ?? 0);
    if (uri === undefined || isNews) this.connection.notify(method, params);
  }
}

const watching = {
  id: "opm-files",
  method: "workspace/didChangeWatchedFiles",
  registerOptions: { watchers: [{ globPattern: "**/*.{cue,yaml,yml,json,toml,tera}" }] },
};
