// A thread for what takes the language server long.
import { Worker, parentPort, workerData } from "node:worker_threads";
import { serveBackground } from "../language/index.ts";
import type { LanguageHost, Message, Thread } from "../language/index.ts";

/** How to start a thread; undefined where there is no bundle that it could load. */
export function nodeLanguageThread(): (() => Thread) | undefined {
  const program = typeof __filename === "string" && /[a-z]+-[0-9a-f]+\.cjs$/.test(__filename) ? __filename : undefined;
  return program === undefined ? undefined : () => startThread(program);
}

function startThread(program: string): Thread {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(`require(${JSON.stringify(program)})["lsp-worker"]().serve()`, {
    eval: true,
    // V8's flags are those of the process; of Node's own, a thread takes none that concern its start.
    execArgv: [],
    workerData: shared,
    // The more V8 may take, the more garbage it lets lie: a thread that may take a gigabyte has a fifth less in the end.
    resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: 1024 },
  });
  return {
    changes: new Int32Array(shared),
    post: (message) => worker.postMessage(message),
    listen(receive, died) {
      worker.on("message", receive);
      worker.once("error", died);
      worker.once("exit", died);
    },
    end: () => void worker.terminate(),
  };
}

/** The other side: runs in the thread. */
export function serveThread(host: LanguageHost): void {
  const port = parentPort!;
  const receive = serveBackground(
    host,
    (message) => port.postMessage(message),
    new Int32Array(workerData as SharedArrayBuffer),
  );
  port.on("message", (message: Message) => receive(message));
}
