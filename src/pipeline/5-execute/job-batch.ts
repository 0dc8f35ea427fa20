// Jobs on their way to another thread and back: data out, objects in.
import type { StructTree } from "../../cue/index.ts";
import { noRegistry, MemoryFiles } from "../../cue/load/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { CueProgram } from "../cue-access.ts";
import type { DecodedObject } from "./decode-output.ts";
import { runJob } from "./job.ts";
import type { Job } from "./job.ts";
import { withoutPlaces } from "./job-input.ts";
import type { JobInput } from "./job-input.ts";

/** Some jobs as plain data. What several of them share is there once. */
export interface JobBatch {
  /** Text by FQN. */
  readonly transformers: ReadonlyMap<string, string>;
  readonly inputs: readonly StructTree[];
  readonly jobs: readonly BatchJob[];
}

interface BatchJob {
  readonly transformer: string;
  readonly subject: string;
  /** Indices. */
  readonly inputs: readonly number[];
}

export interface JobAnswer {
  readonly objects: readonly DecodedObject[];
  /** Warnings: they have no places. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a job may leave this thread: secrets never do. */
export function isPortable({ inputs }: Job): boolean {
  return inputs.every(({ marked }) => marked.length === 0);
}

export function batchOf(jobs: readonly Job[], texts: ReadonlyMap<string, string>): JobBatch {
  const inputs: StructTree[] = [];
  const indices = new Map<JobInput, number>();
  const indexOf = (input: JobInput): number => {
    let index = indices.get(input);
    if (index === undefined) {
      index = inputs.push(withoutPlaces(input.tree) as StructTree) - 1;
      indices.set(input, index);
    }
    return index;
  };
  const used = new Set(jobs.map((job) => job.transformer));
  return {
    transformers: new Map([...texts].filter(([fqn]) => used.has(fqn))),
    jobs: jobs.map(({ transformer, subject, inputs: own }) => ({ transformer, subject, inputs: own.map(indexOf) })),
    inputs,
  };
}

const NO_SECRETS: Job["secrets"] = { names: new Set(), given: new Map() };

/**
 * Runs batches, each job on a context of its own; transformers are compiled once. A job with an error is answered by
 * null: the thread that knows the sources runs it again, to tell the error with its places.
 */
export class BatchRunner {
  readonly #program = new CueProgram(new MemoryFiles(), noRegistry);

  answer(batch: JobBatch): (JobAnswer | null)[] {
    const inputs = batch.inputs.map((tree): JobInput => ({ tree, marked: [] }));
    return batch.jobs.map(({ transformer, subject, inputs: own }) => {
      const job = { transformer, subject, inputs: own.map((index) => inputs[index]!), secrets: NO_SECRETS };
      const instance = this.#program.package("opm_transformer", batch.transformers.get(transformer)!);
      const { objects, diagnostics } = runJob(this.#program, job, { instance, path: "" });
      return hasErrors(diagnostics) ? null : { objects, diagnostics };
    });
  }
}
