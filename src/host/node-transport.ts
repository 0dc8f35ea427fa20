import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { HttpRequest, HttpResponse, HttpTransport } from "../registry/index.ts";

const idleTimeout = 60_000;
const defaultLimit = 16 << 20;

/** HTTP by Node. A silent server ends in a rejection after a minute. */
export const nodeTransport: HttpTransport = (request) =>
  new Promise((resolve, reject) => {
    const url = new URL(request.url);
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const headers: Record<string, string> = { ...request.headers };
    if (request.body !== undefined) headers["content-length"] = String(request.body.length);
    const outgoing = send(url, { method: request.method, headers, timeout: idleTimeout }, (incoming) => {
      collect(request, incoming).then(resolve, reject);
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("timed out")));
    outgoing.on("error", (error) => reject(new Error(describe(error, url))));
    outgoing.end(request.body);
  });

function collect(request: HttpRequest, incoming: IncomingMessage): Promise<HttpResponse> {
  const limit = request.maxBytes ?? defaultLimit;
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      length += chunk.length;
      // Error pages may be longer than the content that was asked for.
      if (length > limit && (incoming.statusCode ?? 0) < 300)
        incoming.destroy(new Error(`response is longer than ${limit} bytes`));
      else if (length <= Math.max(limit, defaultLimit)) chunks.push(chunk);
    });
    incoming.on("error", reject);
    incoming.on("aborted", () => reject(new Error("connection closed early")));
    incoming.on("end", () => {
      const headers = new Map<string, string>();
      for (const [name, value] of Object.entries(incoming.headers)) {
        if (value !== undefined) headers.set(name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value);
      }
      resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks) });
    });
  });
}

function describe(error: Error, url: URL): string {
  const code = (error as { code?: unknown }).code;
  if (code === "ECONNREFUSED") return `dial tcp ${url.host}: connect: connection refused`;
  if (code === "ENOTFOUND") return `dial tcp: lookup ${url.hostname}: no such host`;
  return error.message === "" ? String(code) : error.message;
}
