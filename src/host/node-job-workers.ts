// Threads for jobs of the pipeline.
import { availableParallelism } from "node:os";
import type { JobAnswer, JobBatch, JobWorkers } from "../pipeline/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const most = 4;

/** Undefined where there is one processor, or no bundle that a thread could load. `OPM_WORKERS` sets the number. */
export function nodeJobWorkers(env: Environment): JobWorkers | undefined {
  const program = typeof __filename === "string" && /program-[0-9a-f]+\.cjs$/.test(__filename) ? __filename : undefined;
  const asked = Number(env["OPM_WORKERS"] ?? Number.NaN);
  const count = Number.isInteger(asked) && asked >= 0 ? asked : Math.min(availableParallelism() - 1, most);
  if (program === undefined || count === 0) return undefined;
  return { count, run: (batch) => runInWorker(program, batch) };
}

async function runInWorker(program: string, batch: JobBatch): Promise<readonly (JobAnswer | null)[] | null> {
  const { Worker } = await import("node:worker_threads");
  return new Promise((resolve) => {
    const worker = new Worker(`require(${JSON.stringify(program)})["job-worker"]().serve()`, {
      eval: true,
      workerData: batch,
      resourceLimits: { stackSizeMb: 8 },
    });
    worker.once("message", (answers: readonly (JobAnswer | null)[]) => {
      resolve(answers);
      void worker.terminate();
    });
    // Whatever kills a worker, its jobs are done elsewhere.
    worker.once("error", () => resolve(null));
    worker.once("exit", () => resolve(null));
  });
}
