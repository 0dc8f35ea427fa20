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
  const threads: Promise<Thread>[] = [];
  const begin = (): void => {
    while (threads.length < count) threads.push(startThread(program));
  };
  return {
    count,
    begin,
    async run(batch) {
      begin();
      const free = threads.shift()!;
      const thread = await free;
      const answers = await thread.run(batch);
      // One that has died is not asked again.
      threads.push(answers === null ? startThread(program) : free);
      return answers;
    },
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

interface Thread {
  run(batch: JobBatch): Promise<readonly (JobAnswer | null)[] | null>;
}

async function startThread(program: string): Promise<Thread> {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(`require(${JSON.stringify(program)})["job-worker"]().serve()`, {
    eval: true,
    // V8's flags are those of the process; of Node's own, a thread takes none that concern its start.
    execArgv: [],
    resourceLimits: { stackSizeMb: 8 },
  });
  // The process does not wait for a thread that has nothing to do.
  worker.unref();
  let dead = false;
  let answered: (answers: readonly (JobAnswer | null)[] | null) => void = () => {};
  worker.on("message", (answers: readonly (JobAnswer | null)[]) => answered(answers));
  // Whatever kills a worker, its jobs are done elsewhere.
  const died = (): void => {
    dead = true;
    answered(null);
  };
  worker.once("error", died);
  worker.once("exit", died);
  return {
    run: (batch) =>
      new Promise((resolve) => {
        if (dead) return resolve(null);
        worker.ref();
        answered = (answers) => {
          worker.unref();
          resolve(answers);
        };
        worker.postMessage(batch);
      }),
  };
}
