// A language server in a process of its own, and a client that measures it.
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync } from "node:fs";
import { FrameReader, frame } from "../src/language/index.ts";
import type { Message } from "../src/language/index.ts";

export class LanguageProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  #id = 0;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #onDiagnostics: ((uri: string, count: number) => void) | undefined;

  constructor(command: string, args: readonly string[], cwd: string) {
    this.#child = spawn(command, [...args], { cwd, stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stderr.resume();
    const reader = new FrameReader((message) => this.#receive(message));
    this.#child.stdout.on("data", (bytes: Uint8Array) => reader.feed(bytes));
  }

  #receive(message: Message): void {
    const { id, method } = message;
    if (typeof method === "string" && id !== undefined) {
      // A client must answer, or some servers wait.
      const items = (message["params"] as { items?: unknown[] } | undefined)?.items;
      this.#send({ jsonrpc: "2.0", id, result: items === undefined ? null : items.map(() => null) });
    } else if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = message["params"] as { uri: string; diagnostics: unknown[] };
      this.#onDiagnostics?.(uri, diagnostics.length);
    } else if (typeof id === "number") this.#waiting.get(id)?.(message);
  }

  #send(message: Message): void {
    this.#child.stdin.write(frame(message));
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  request(method: string, params: unknown): Promise<Message> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Milliseconds until diagnostics of a document are published; undefined if none come in time. */
  diagnostics(uri: string, wanted: (count: number) => boolean, limit: number): Promise<number | undefined> {
    const from = performance.now();
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), limit);
      this.#onDiagnostics = (of, count) => {
        if (of !== uri || !wanted(count)) return;
        clearTimeout(timer);
        resolve(performance.now() - from);
      };
    });
  }

  /** Megabytes, on Linux. */
  get memory(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  /** Memory of the process and of those that it started. */
  async stop(): Promise<void> {
    await Promise.race([this.request("shutdown", null), new Promise((resolve) => setTimeout(resolve, 2000))]);
    this.notify("exit", null);
    this.#child.stdin.end();
    this.#child.kill();
  }
}
