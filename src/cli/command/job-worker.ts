// No command: what a worker thread loads. It stands here to be part of the program's bundle.
import { parentPort, workerData } from "node:worker_threads";
import { answerBatch } from "../../pipeline/index.ts";
import type { JobBatch } from "../../pipeline/index.ts";

/** Answers the one batch that the thread was started with. */
export function serve(): void {
  parentPort!.postMessage(answerBatch(workerData as JobBatch));
}
