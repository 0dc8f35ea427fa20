// A registry on this machine, for tests of commands.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { OciMemory } from "../../registry/index.ts";

export interface ServedRegistry {
  /** `localhost:PORT`. */
  readonly host: string;
  close(): void;
}

/** `answer` comes before the registry, for what is no registry. */
export async function serveRegistry(
  options: { readonly referrers?: boolean } = {},
  answer?: (method: string, path: string, body: Buffer) => { status: number; body?: Buffer } | undefined,
): Promise<ServedRegistry> {
  const memory = new OciMemory(options);
  let host = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const own = answer?.(request.method!, request.url!, Buffer.concat(chunks));
      if (own !== undefined) {
        response.writeHead(own.status);
        response.end(own.body);
        return;
      }
      void memory
        .handle({
          method: request.method as "GET",
          url: `http://${host}${request.url}`,
          headers: request.headers as Record<string, string>,
          body: new Uint8Array(Buffer.concat(chunks)),
        })
        .then(({ status, headers, body }) => {
          response.writeHead(status, Object.fromEntries(headers));
          response.end(body);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `localhost:${(server.address() as AddressInfo).port}`;
  return { host, close: () => void server.close() };
}

/** Another program that judges, if it is there. */
export const judge = (name: string): string | undefined =>
  ["/usr/local/bin", ...(process.env["PATH"] ?? "").split(":")]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
