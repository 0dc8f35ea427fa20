// The side of the server: asks a thread what takes long, and starts another one if it dies.
import type { Workspace } from "../analysis/workspace.ts";
import { Connection, ResponseError, RpcError } from "../protocol/connection.ts";
import type { Message } from "../protocol/connection.ts";
import type { Settings } from "../settings.ts";
import { uriOfPath } from "../text/uri.ts";
import { SLOW_ANSWERS } from "./slow-answers.ts";
import type { SlowAnswers } from "./slow-answers.ts";
import { COUNTED, FOLLOWED, ON_THREAD } from "./thread.ts";
import type { Thread } from "./thread.ts";

/** After so many deaths nobody is asked any more. */
const MOST_DEATHS = 3;

interface BackgroundOptions {
  start(): Thread;
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** A notification for the client. */
  tell(method: string, params: unknown): void;
  learned(text: string): void;
  crashed(error: unknown, method: string): void;
}

export class BackgroundThread {
  readonly #options: BackgroundOptions;
  #thread: Thread | undefined;
  #connection: Connection | undefined;
  #deaths = 0;
  readonly answers: SlowAnswers;

  constructor(options: BackgroundOptions) {
    this.#options = options;
    const answers: Partial<Record<keyof SlowAnswers, (...args: readonly unknown[]) => Promise<unknown>>> = {};
    for (const method of SLOW_ANSWERS) answers[method] = (...args) => this.#ask(method, args);
    this.answers = answers as unknown as SlowAnswers;
  }

  /** Passes on what both sides follow. The first document starts the thread: until then there is nothing to do. */
  follow(message: Message): void {
    const method = message["method"] as string;
    if (!FOLLOWED.has(method)) return;
    if (this.#thread === undefined) {
      if (method !== "textDocument/didOpen" || this.#deaths > MOST_DEATHS) return;
      this.#begin();
    }
    this.#pass(message);
  }

  settingsChanged(): void {
    this.#connection?.notify(ON_THREAD.settings, { ...this.#options.settings });
  }

  end(): void {
    this.#thread?.end();
    this.#thread = undefined;
    this.#connection = undefined;
  }

  #pass(message: Message): void {
    const { changes } = this.#thread!;
    if (changes !== undefined && COUNTED.has(message["method"] as string)) Atomics.add(changes, 0, 1);
    this.#thread!.post(message);
  }

  async #ask(method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#thread === undefined && this.#deaths <= MOST_DEATHS) this.#begin();
    const connection = this.#connection;
    if (connection === undefined) throw new ResponseError(RpcError.requestFailed, "the part that evaluates has failed");
    return connection.request(method, args);
  }

  /** Starts a thread and tells it all that is known. */
  #begin(): void {
    const thread = this.#options.start();
    const connection = new Connection(
      (message) => thread.post(message),
      () => Promise.resolve(),
    );
    this.#thread = thread;
    this.#connection = connection;
    connection.onNotification(ON_THREAD.secret, ({ text }: { text: string }) => this.#options.learned(text));
    connection.onNotification(ON_THREAD.crash, ({ stack, method }: { stack: string; method: string }) =>
      this.#options.crashed({ stack }, method),
    );
    for (const method of ["textDocument/publishDiagnostics", "opm/checked"])
      connection.onNotification(method, (params: unknown) => this.#options.tell(method, params));
    thread.listen(
      (message) => connection.receive(message),
      () => this.#died(thread, connection),
    );
    const { workspace } = this.#options;
    const added = [...workspace.folders].map((path) => ({ uri: uriOfPath(path) }));
    connection.notify(ON_THREAD.settings, { ...this.#options.settings });
    connection.notify("workspace/didChangeWorkspaceFolders", { event: { added, removed: [] } });
    for (const { uri, languageId, version, text } of workspace.documents.values())
      this.#pass({
        jsonrpc: "2.0",
        method: "textDocument/didOpen",
        params: { textDocument: { uri, languageId, version, text } },
      });
  }

  #died(thread: Thread, connection: Connection): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#connection = undefined;
    this.#deaths++;
    connection.abandon("the part that evaluates has failed");
    if (this.#deaths > MOST_DEATHS) this.#options.crashed({ stack: "it died too often" }, "background");
    else if (this.#options.workspace.documents.size > 0) this.#begin();
  }
}
