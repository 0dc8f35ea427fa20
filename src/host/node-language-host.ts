// What the language server needs of this machine, and its messages on the standard streams.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { FrameReader, LanguageServer, frame } from "../language/index.ts";
import type { LanguageHost } from "../language/index.ts";
import { nodeIo } from "./node-io.ts";
import { nodeLanguageThread } from "./node-language-thread.ts";
import { nodePipelineHost } from "./node-pipeline-host.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function nodeLanguageHost(env: Environment, clock: () => number): LanguageHost {
  // Threads would be started for every render of a preview, and a keystroke ends most of those.
  const { workers: _, ...host } = nodePipelineHost(env, clock);
  const pages = messagePages(typeof __dirname === "string" ? __dirname : process.cwd());
  return {
    ...host,
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    catalogFile: (name) => host.catalog.pathOf(name),
    ...(pages !== undefined && { messagePages: pathToFileURL(pages).href }),
  };
}

/** Serves one client on stdin and stdout until it says `exit` or goes away. */
export function serveStdio(env: Environment, version: string, clock: () => number): Promise<number> {
  const io = nodeIo();
  const thread = nodeLanguageThread();
  const host: LanguageHost = { ...nodeLanguageHost(env, clock), ...(thread && { thread }) };
  return new Promise((resolve) => {
    const server = new LanguageServer(host, (message) => io.stdout(frame(message)), {
      version,
      onExit: resolve,
      onCrash: (error, method) =>
        io.stderr(`opm lsp: ${method} failed: ${(error as Partial<Error> | undefined)?.stack ?? "unknown"}\n`),
    });
    const reader = new FrameReader(
      (message) => server.receive(message),
      (why) => io.stderr(`opm lsp: ${why}\n`),
    );
    process.stdin.on("data", (bytes: Uint8Array) => reader.feed(bytes));
    process.stdin.on("end", () => resolve(1));
    process.stdin.on("error", () => resolve(1));
  });
}

/** The folder with the pages about messages, in a clone and in the package. */
function messagePages(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const pages = join(folder, "docs", "message");
    if (existsSync(pages)) return pages;
    if (dirname(folder) === folder) return undefined;
  }
}
