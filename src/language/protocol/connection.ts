// JSON-RPC 2.0 over any channel that carries messages: streams, a Worker's ports, a test.

export type Message = Readonly<Record<string, unknown>> & { readonly jsonrpc?: string };

export const RpcError = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  notInitialized: -32002,
  requestFailed: -32803,
  cancelled: -32800,
  contentModified: -32801,
} as const;

/** A request that is answered with an error. */
export class ResponseError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** An answer that comes when it is there: other messages are handled meanwhile. */
export class Later {
  readonly answer: Promise<unknown>;

  constructor(answer: Promise<unknown>) {
    this.answer = answer;
    // Whoever sends it looks at what went wrong.
    answer.catch(() => {});
  }
}

type RequestHandler = (params: never, signal: AbortSignal) => unknown;
type NotificationHandler = (params: never) => unknown;

/**
 * Messages are handled one after another, in the order in which they came, because a request is about the documents as
 * they were when it was sent. Only cancelling overtakes, and what is answered later (`Later`) is waited for by nobody.
 */
export class Connection {
  readonly #send: (message: Message) => void;
  /** Lets messages come in that wait at the door. */
  readonly #turn: () => Promise<void>;
  readonly #requests = new Map<string, RequestHandler>();
  readonly #notifications = new Map<string, NotificationHandler>();
  readonly #queue: Message[] = [];
  readonly #running = new Map<string | number, AbortController>();
  readonly #asked = new Map<number, (message: Message) => void>();
  #next = 1;
  #busy = false;
  /** Counts requests: work that can wait does so while they come. */
  requests = 0;
  /** Called when a handler throws something that is no ResponseError: a bug of ours. */
  onCrash: (error: unknown, method: string) => void = () => {};
  /** Called when a notification has been handled. */
  onHandled: (method: string) => void = () => {};
  /** May refuse a request before it is handled. */
  admit: (method: string) => ResponseError | undefined = () => undefined;

  constructor(send: (message: Message) => void, turn: () => Promise<void>) {
    this.#send = send;
    this.#turn = turn;
  }

  onRequest(method: string, handler: RequestHandler): void {
    this.#requests.set(method, handler);
  }

  onNotification(method: string, handler: NotificationHandler): void {
    this.#notifications.set(method, handler);
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Asks the other side. Resolves to undefined if it refuses. */
  ask(method: string, params: unknown): Promise<unknown> {
    return this.request(method, params).catch(() => undefined);
  }

  /** Asks the other side; its errors are thrown. */
  request(method: string, params: unknown): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, (answer) => {
        const error = answer["error"] as { code: number; message: string } | undefined;
        if (error === undefined) resolve(answer["result"]);
        else reject(new ResponseError(error.code, error.message));
      });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** The other side is gone: nothing that was asked will be answered. */
  abandon(why: string): void {
    const error = { code: RpcError.requestFailed, message: why };
    for (const answer of this.#asked.values()) answer({ jsonrpc: "2.0", error });
    this.#asked.clear();
  }

  receive(message: Message): void {
    const { method, id } = message;
    if (typeof method !== "string") {
      if (typeof id === "number") this.#asked.get(id)?.(message);
      if (typeof id === "number") this.#asked.delete(id);
      else if (!("result" in message) && !("error" in message))
        this.#fail(null, new ResponseError(RpcError.invalidRequest, "not a message"));
      return;
    }
    if (method === "$/cancelRequest") {
      this.#cancel((message["params"] as { id?: string | number } | undefined)?.id);
      return;
    }
    if (isId(id)) {
      this.requests++;
      this.#running.set(id, new AbortController());
    }
    this.#queue.push(message);
    void this.#work();
  }

  #cancel(id: string | number | undefined): void {
    if (id === undefined) return;
    this.#running.get(id)?.abort();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let message = this.#queue.shift(); message !== undefined; message = this.#queue.shift()) {
      // What is typed faster than it is answered gets cancelled by the client: let that arrive first.
      if (isId(message["id"])) await this.#turn();
      await this.#handle(message);
    }
    this.#busy = false;
  }

  async #handle(message: Message): Promise<void> {
    const method = message["method"] as string;
    const { id } = message;
    const params = (message["params"] ?? {}) as never;
    if (!isId(id)) {
      try {
        await this.#notifications.get(method)?.(params);
      } catch (error) {
        this.onCrash(error, method);
      }
      this.onHandled(method);
      return;
    }
    const signal = this.#running.get(id)!.signal;
    try {
      const refused = this.admit(method);
      if (refused !== undefined) throw refused;
      const handler = this.#requests.get(method);
      if (handler === undefined) throw new ResponseError(RpcError.methodNotFound, `no method ${method}`);
      if (signal.aborted) throw new ResponseError(RpcError.cancelled, "cancelled");
      const result = await handler(params, signal);
      if (result instanceof Later) void this.#finish(id, method, result.answer, signal);
      else await this.#finish(id, method, Promise.resolve(result), signal);
    } catch (error) {
      await this.#finish(id, method, Promise.reject(error as Error), signal);
    }
  }

  async #finish(id: string | number, method: string, answer: Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      const result = await answer;
      if (signal.aborted) throw new ResponseError(RpcError.cancelled, "cancelled");
      this.#send({ jsonrpc: "2.0", id, result: result ?? null });
    } catch (error) {
      if (!(error instanceof ResponseError)) this.onCrash(error, method);
      this.#fail(id, error);
    } finally {
      this.#running.delete(id);
    }
  }

  #fail(id: string | number | null, error: unknown): void {
    const known = error instanceof ResponseError;
    // A bug's own words may quote a document, and documents hold secrets.
    const message = known ? error.message : "the server failed to answer; this is a bug of opm";
    this.#send({ jsonrpc: "2.0", id, error: { code: known ? error.code : RpcError.internal, message } });
  }
}

const isId = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number";
