// No command: what a worker thread loads. It stands here to be part of the program's bundle.
import { parentPort } from "node:worker_threads";
import { BatchRunner } from "../../pipeline/index.ts";
import type { JobBatch } from "../../pipeline/index.ts";

/** Answers every batch that the thread is sent. */
export function serve(): void {
  const runner = new BatchRunner();
  parentPort!.on("message", (batch: JobBatch) => parentPort!.postMessage(runner.answer(batch)));
}
