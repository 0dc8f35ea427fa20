import { request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { HttpRequest, HttpResponse, HttpTransport } from "../registry/index.ts";
import { proxyAuthorization, proxyFor } from "./node-proxy.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** In milliseconds. A server that sends a byte now and then renews `idle` alone; the whole ends all the same. */
interface Patience {
  /** For a name, a connection, a proxy and TLS together. */
  readonly connect: number;
  /** From the end of the request to the end of the answer's headers. */
  readonly header: number;
  /** Between two pieces of a body. */
  readonly idle: number;
  /** Of a request that brings no deadline of its own. */
  readonly whole: number;
}

const defaultPatience: Patience = { connect: 15_000, header: 30_000, idle: 30_000, whole: 120_000 };
const defaultLimit = 16 << 20;
/** Of an answer that is no success there is a sentence to read, not content. */
const errorLimit = 64 << 10;

/** HTTP by Node, through the proxy that the environment names. Whatever a server does, there is an end. */
export function makeNodeTransport(env: Environment, patience: Patience = defaultPatience): HttpTransport {
  return async (request) => {
    const deadline = request.deadline ?? Date.now() + patience.whole;
    const url = new URL(request.url);
    const proxy = proxyFor(url, env);
    const through = proxy === undefined ? undefined : await connectThrough(proxy, url, patience.connect);
    try {
      try {
        return await exchange(request, url, through, deadline, patience);
      } catch (error) {
        // A server closes connections that were idle while something was rendered: that says nothing about this request.
        if (!(error instanceof StaleConnection) || !mayRepeat(request) || through !== undefined) throw error;
        return await exchange(request, url, through, deadline, patience);
      }
    } catch (error) {
      throw new Error(describe(error as Error, through === undefined ? url : proxy!), { cause: error });
    }
  };
}

export const nodeTransport: HttpTransport = (request) => makeNodeTransport(process.env)(request);

/** A connection of an earlier request was closed before this one was answered. */
class StaleConnection extends Error {}

const mayRepeat = ({ method, body }: HttpRequest): boolean =>
  ["GET", "HEAD", "PUT", "DELETE"].includes(method) || body === undefined || body.length === 0;

function exchange(
  request: HttpRequest,
  url: URL,
  through: RequestOptions | undefined,
  deadline: number,
  patience: Patience,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { ...request.headers, ...(through?.headers as Record<string, string>) };
    if (request.body !== undefined) headers["content-length"] = String(request.body.length);
    const send = (through?.protocol ?? url.protocol) === "https:" ? httpsRequest : httpRequest;
    const outgoing = send(url, { ...through, method: request.method, headers });
    const timers = new Timers(outgoing);
    const fail = (error: Error): void => {
      timers.stop();
      outgoing.destroy();
      reject(error);
    };
    timers.set("whole", deadline - Date.now(), "the request takes too long");
    timers.set("step", patience.connect, "timed out while connecting");
    outgoing.on("socket", (socket: Socket) => {
      const connected = (): void => timers.set("step", undefined, "");
      if (!socket.connecting) connected();
      else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", connected);
    });
    // The end of an upload is for the deadline of the whole; then it is the server's turn.
    outgoing.on("finish", () => timers.set("step", patience.header, "timed out while waiting for an answer"));
    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      fail(
        outgoing.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "")
          ? new StaleConnection(error.message, { cause: error })
          : error,
      ),
    );
    outgoing.on("response", (incoming) => {
      collect(request, incoming, () => timers.set("step", patience.idle, "timed out in the middle of an answer")).then(
        (response) => {
          timers.stop();
          resolve(response);
        },
        fail,
      );
    });
    outgoing.end(request.body);
  });
}

/** Deadlines of one request; reaching one destroys it with its reason. */
class Timers {
  readonly #request: ClientRequest;
  readonly #running = new Map<string, NodeJS.Timeout>();

  constructor(request: ClientRequest) {
    this.#request = request;
  }

  set(name: string, milliseconds: number | undefined, reason: string): void {
    clearTimeout(this.#running.get(name));
    if (milliseconds === undefined) return;
    const end = (): void => void this.#request.destroy(new Error(reason));
    this.#running.set(name, setTimeout(end, Math.max(0, milliseconds)));
  }

  stop(): void {
    for (const timer of this.#running.values()) clearTimeout(timer);
  }
}

function collect(request: HttpRequest, incoming: IncomingMessage, alive: () => void): Promise<HttpResponse> {
  const status = incoming.statusCode ?? 0;
  const good = status >= 200 && status < 300;
  const limit = good ? (request.maxBytes ?? defaultLimit) : errorLimit;
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const done = (): void => {
      const headers = new Map<string, string>();
      for (const [name, value] of Object.entries(incoming.headers)) {
        if (value !== undefined) headers.set(name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value);
      }
      resolve({ status, headers, body: Buffer.concat(chunks) });
    };
    alive();
    incoming.on("data", (chunk: Uint8Array) => {
      alive();
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else if (good) incoming.destroy(new Error(`response is longer than ${limit} bytes`));
      else {
        // Enough to say what is wrong.
        done();
        incoming.destroy();
      }
    });
    incoming.on("error", reject);
    incoming.on("aborted", () => reject(new Error("connection closed early")));
    incoming.on("end", done);
  });
}

/** A tunnel for HTTPS; for plain HTTP the proxy is asked for the whole address. */
function connectThrough(proxy: URL, url: URL, patience: number): Promise<RequestOptions> {
  const hostname = proxy.hostname.replace(/^\[|\]$/g, "");
  const at = { protocol: proxy.protocol, hostname, port: proxy.port || (proxy.protocol === "https:" ? 443 : 80) };
  const authorization = proxyAuthorization(proxy);
  if (url.protocol === "http:")
    return Promise.resolve({ ...at, path: url.href, headers: { host: url.host, ...authorization } });
  const send = proxy.protocol === "https:" ? httpsRequest : httpRequest;
  const target = `${url.hostname}:${url.port || "443"}`;
  return new Promise((resolve, reject) => {
    const asking = send({ ...at, method: "CONNECT", path: target, headers: { host: target, ...authorization } });
    const timer = setTimeout(() => asking.destroy(new Error("timed out while connecting to the proxy")), patience);
    asking.on("error", (error) => {
      clearTimeout(timer);
      reject(new Error(describe(error, proxy)));
    });
    asking.on("connect", (answer, socket) => {
      clearTimeout(timer);
      if (answer.statusCode !== 200) {
        socket.destroy();
        reject(new Error(`the proxy ${proxy.host} answers ${answer.statusCode}`));
        return;
      }
      const servername = url.hostname;
      resolve({ agent: false, createConnection: () => tlsConnect({ socket, servername }) } as RequestOptions);
    });
    asking.end();
  });
}

function describe(error: Error, url: URL): string {
  const code = (error as { code?: unknown }).code;
  if (code === "ECONNREFUSED") return `dial tcp ${url.host}: connect: connection refused`;
  if (code === "ENOTFOUND") return `dial tcp: lookup ${url.hostname}: no such host`;
  return error.message === "" ? String(code) : error.message;
}
