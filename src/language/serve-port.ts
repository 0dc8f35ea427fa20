// The server in a browser's Worker: files in memory, messages by a port.
import { MemoryFiles } from "../cue/index.ts";
import type { Files, Registry } from "../cue/index.ts";
import { PackageCache } from "../pipeline/index.ts";
import type { CatalogRegistry } from "../pipeline/index.ts";
import type { LanguageHost } from "./analysis/host.ts";
import type { Thread } from "./background/thread.ts";
import type { Message } from "./protocol/connection.ts";
import { LanguageServer } from "./server.ts";
import { uriOfPath } from "./text/uri.ts";

/** A `MessagePort`, the global scope of a Worker, or anything like them. */
interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Of a `MessagePort`. */
  start?(): void;
}

interface PortOptions {
  /** `packedCatalog` makes one of the file `catalog.pack`. */
  readonly catalog: CatalogRegistry;
  /** Files that are there from the beginning, by absolute path. */
  readonly files?: Readonly<Record<string, string>>;
  /** What is parsed and compiled already, to be shared with others in the same thread. */
  readonly packages?: PackageCache;
  /** Modules that are no part of the catalog; without one there are none. */
  readonly registry?: Registry;
  /** A Worker for what takes long; without one it is done between messages. */
  thread?(): Thread;
  readonly version?: string;
  onCrash?(error: unknown, method: string): void;
}

/** Files that somebody else writes: `null` takes one away. */
const FILES_METHOD = "opm/files";

/**
 * Serves one client. Messages are objects, or texts of JSON if that is what the client sends. Beside the protocol's own
 * there is the notification `opm/files {files: {PATH: TEXT | null}}`, which changes files that are not open.
 */
export function servePort(port: Port, options: PortOptions): void {
  const files = new VirtualFiles(options.files ?? {});
  const { onCrash } = options;
  let asText = false;
  const send = (message: Message): void => port.postMessage(asText ? JSON.stringify(message) : message);
  const server = new LanguageServer(webHost(files, options), send, {
    version: options.version ?? "",
    ...(onCrash && { onCrash: (error, method) => onCrash(error, method) }),
  });
  const receive = (message: Message): void => {
    if (message["method"] !== FILES_METHOD) return server.receive(message);
    const { files: given } = message["params"] as { files: Readonly<Record<string, string | null>> };
    const paths = Object.keys(given);
    for (const path of paths) files.put(path, given[path]!);
    const changes = paths.map((path) => ({ uri: uriOfPath(path), type: 2 }));
    server.receive({ jsonrpc: "2.0", method: "workspace/didChangeWatchedFiles", params: { changes } });
  };
  port.addEventListener("message", ({ data }) => {
    asText = typeof data === "string";
    receive((typeof data === "string" ? JSON.parse(data) : data) as Message);
  });
  port.start?.();
}

function webHost(files: Files, { catalog, packages, registry, thread }: PortOptions): LanguageHost {
  const derived = new Map<string, string>();
  return {
    files,
    env: {},
    catalog,
    // A page reaches no registry: it has the catalog, its files, and what it was given.
    registry: () => registry ?? catalog,
    packages: packages ?? new PackageCache(),
    cache: { get: (key) => derived.get(key), put: (key, text) => void derived.set(key, text) },
    clock: () => performance.now(),
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    turn: nextTask,
    ...(thread && { thread }),
  };
}

/** Browsers make timers of 0 wait for 4 milliseconds; a message to oneself comes at once. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const come = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener("message", come, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** Files in memory that can be taken away again. */
class VirtualFiles implements Files {
  readonly #texts: Map<string, string>;
  #memory: MemoryFiles;

  constructor(files: Readonly<Record<string, string>>) {
    this.#texts = new Map(Object.entries(files));
    this.#memory = new MemoryFiles(this.#texts);
  }

  put(path: string, text: string | null): void {
    if (text !== null) {
      this.#texts.set(path, text);
      this.#memory.write(path, text);
    } else if (this.#texts.delete(path)) this.#memory = new MemoryFiles(this.#texts);
  }

  readFile(path: string): ReturnType<Files["readFile"]> {
    return this.#memory.readFile(path);
  }

  readFolder(path: string): ReturnType<Files["readFolder"]> {
    return this.#memory.readFolder(path);
  }

  stat(path: string): ReturnType<Files["stat"]> {
    return this.#memory.stat(path);
  }
}
