// A page on the loopback address, for one person: who does not know the token, or comes from another site, gets nothing.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface PageServer {
  /** With the token in it. */
  readonly address: string;
  /** Sends an event to every open page. */
  send(event: string, data: string): void;
  close(): Promise<void>;
}

interface PageServerOptions {
  readonly port: number;
  /** The page as it is now. */
  page(): string;
  /** Answers what the page asks, as plain data; without it the server only shows. */
  answer?(question: unknown): Promise<unknown>;
  /** Milliseconds that a request may take to arrive. */
  readonly patience?: number;
}

/** A whole project with its files; nothing that a person types is longer. */
const LONGEST_QUESTION = 8 * 1024 * 1024;
/** Questions at once: a page asks one after the other. */
const MOST_QUESTIONS = 8;

/** Pages that are open at once; more are refused, so that nobody can exhaust us by opening connections. */
const MOST_LISTENERS = 32;

/** Rejects where the port cannot be had. */
export async function servePage({ port, page, answer, patience = 10_000 }: PageServerOptions): Promise<PageServer> {
  const token = randomBytes(24).toString("base64url");
  const listeners = new Set<ServerResponse>();
  let own = "";
  let asked = 0;
  const server = createServer(
    {
      requestTimeout: patience,
      headersTimeout: patience / 2,
      connectionsCheckingInterval: patience / 10,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      const refusal = refused(request, own, token);
      if (refusal !== undefined) return end(response, refusal.status, refusal.text);
      const { pathname } = new URL(request.url!, own);
      if (pathname === "/ask" && request.method === "POST" && answer !== undefined) {
        if (asked >= MOST_QUESTIONS) return end(response, 503, "too many questions at once\n");
        asked++;
        void reply(request, response, answer).finally(() => asked--);
        return;
      }
      if (request.method !== "GET") return end(response, 405, "this is only shown\n");
      if (pathname === "/") return end(response, 200, page(), "text/html; charset=utf-8");
      if (pathname !== "/events") return end(response, 404, "there is nothing here\n");
      if (listeners.size >= MOST_LISTENERS) return end(response, 503, "too many pages are open\n");
      response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
      response.write(": hello\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
    },
  );
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", done);
  });
  const bound = server.address() as { port: number };
  own = `http://127.0.0.1:${bound.port}`;
  return {
    address: `${own}/?token=${token}`,
    send(event, data) {
      const text = data
        .split("\n")
        .map((line) => `data: ${line}\n`)
        .join("");
      for (const response of listeners) response.write(`event: ${event}\n${text}\n`);
    },
    close() {
      for (const response of listeners) response.end();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const headers = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

function end(response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, "content-type": type, ...(status >= 400 && { connection: "close" }) });
  response.end(text);
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (question: unknown) => Promise<unknown>,
): Promise<void> {
  const question = await body(request);
  if (question === undefined) return end(response, 413, "the question is too long\n");
  try {
    end(response, 200, JSON.stringify(await answer(JSON.parse(question))), "application/json");
  } catch (error) {
    const isJson = !(error instanceof SyntaxError);
    end(response, isJson ? 500 : 400, isJson ? "this could not be answered\n" : "the question is no JSON\n");
  }
}

/** Undefined if it is longer than any question, or ends before its end; the rest of it is not waited for. */
async function body(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > LONGEST_QUESTION) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts).toString("utf8");
}

interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** Why a request is not answered. A name that somebody points at this machine is not our own: that is DNS rebinding. */
function refused(
  { method, url = "", headers: sent }: IncomingMessage,
  own: string,
  token: string,
): Refusal | undefined {
  if (sent.host !== own.slice("http://".length)) return { status: 421, text: "this server has another name\n" };
  if (sent.origin !== undefined && sent.origin !== own)
    return { status: 403, text: "requests of other sites are refused\n" };
  const site = sent["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site")
    return { status: 403, text: "requests of other sites are refused\n" };
  if (method !== "GET" && method !== "POST") return { status: 405, text: "this server only shows\n" };
  // A form of another site could send a text; JSON it cannot send without asking first.
  if (method === "POST" && (sent["content-type"] !== "application/json" || sent.origin !== own))
    return { status: 415, text: "questions are JSON, and come from the page\n" };
  // More than a page ever sends.
  if (url.length > 4096) return { status: 414, text: "the address is too long\n" };
  let given: string | null;
  try {
    given = new URL(url, own).searchParams.get("token");
  } catch {
    return { status: 400, text: "this is no address\n" };
  }
  return sameText(given ?? "", token)
    ? undefined
    : { status: 403, text: "the token is missing: use the address that opm printed\n" };
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
