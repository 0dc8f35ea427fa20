import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** How a task ended: by itself, or because it took too long, too much memory, or its process died. */
export type Ending = "done" | "timeout" | "memory" | "died";

export interface Limits {
  readonly seconds: number;
  readonly megabytes: number;
}

export const defaultLimits: Limits = { seconds: 10, megabytes: 1024 };

const workerFlag = "--worker=";
const outOfMemory = 134;

/** The kind of worker that this process was started as, if it was. */
export function workerKind(): string | undefined {
  return process.argv[2]?.startsWith(workerFlag) ? process.argv[2].slice(workerFlag.length) : undefined;
}

/**
 * Runs tasks in processes of their own, which run this very program with `--worker=KIND`. A task that goes on for too
 * long is killed with its process, keeps what it handed over by then, and the next one gets a new process.
 */
export async function runTasks<Part>(
  kind: string,
  tasks: readonly string[],
  jobs: number,
  limits: Limits,
  finish: (index: number, parts: Part[], ending: Ending) => void,
  program: string = fileURLToPath(import.meta.url),
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    let worker: Worker<Part> | undefined;
    while (next < tasks.length) {
      const index = next++;
      worker ??= new Worker<Part>(program, kind, limits);
      const { parts, ending } = await worker.run(tasks[index] as string);
      if (ending !== "done") worker = undefined;
      finish(index, parts, ending);
    }
    worker?.stop();
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, lane));
}

class Worker<Part> {
  readonly #child: ChildProcess;
  readonly #limits: Limits;
  readonly #ready: Promise<void>;
  #onLine: (line: string) => void = () => {};
  #onExit: (code: number | null) => void = () => {};

  constructor(program: string, kind: string, limits: Limits) {
    this.#limits = limits;
    const flags = [`--max-old-space-size=${limits.megabytes}`];
    this.#child = spawn(process.execPath, [...flags, program, workerFlag + kind], {
      // V8 prints a page when the memory is used up; what matters is the exit code.
      stdio: ["pipe", "pipe", process.env["OPM_DEBUG"] ? "inherit" : "ignore"],
    });
    this.#child.on("exit", (code) => this.#onExit(code));
    this.#child.stdin?.on("error", () => {});
    this.#ready = new Promise((resolve) => {
      this.#onLine = () => resolve();
      this.#onExit = () => resolve();
    });
    createInterface({ input: this.#child.stdout! }).on("line", (line) => this.#onLine(line));
  }

  async run(task: string): Promise<{ parts: Part[]; ending: Ending }> {
    await this.#ready;
    const parts: Part[] = [];
    return new Promise((resolve) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        this.#child.kill("SIGKILL");
      }, this.#limits.seconds * 1000);
      const end = (ending: Ending): void => {
        clearTimeout(timer);
        resolve({ parts, ending });
      };
      this.#onExit = (code) => end(late ? "timeout" : code === outOfMemory || code === null ? "memory" : "died");
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return end("died");
      this.#onLine = (line) => {
        const message = JSON.parse(line) as { part: Part } | { done: true };
        if ("part" in message) parts.push(message.part);
        else end("done");
      };
      this.#child.stdin!.write(`${JSON.stringify(task)}\n`);
    });
  }

  stop(): void {
    this.#onExit = () => {};
    this.#child.stdin!.end();
  }
}

/** A worker's whole life: tasks come in as lines, parts go out at once, whatever happens afterwards. */
export async function serveTasks<Part>(
  handle: (task: string, emit: (part: Part) => void) => Promise<void>,
): Promise<void> {
  const send = (message: object): void => writeAll(`${JSON.stringify(message)}\n`);
  console.log = console.error;
  send({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    await handle(JSON.parse(line) as string, (part) => send({ part }));
    send({ done: true });
  }
}

function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}
