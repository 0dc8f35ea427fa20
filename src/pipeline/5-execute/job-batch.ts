// Jobs on their way to another thread and back: texts out, objects in.
import { noRegistry, MemoryFiles } from "../../cue/load/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { CueProgram } from "../cue-access.ts";
import { JobCompiler } from "./compile-job.ts";
import type { DecodedObject } from "./decode-output.ts";
import { runJob } from "./job.ts";
import type { Job, JobPackage } from "./job.ts";

/** Some jobs as plain data. What several of them share is there once. */
export interface JobBatch {
  /** Text by FQN. */
  readonly transformers: ReadonlyMap<string, string>;
  readonly packages: readonly { readonly path: string; readonly packageName: string; readonly text: string }[];
  readonly jobs: readonly BatchJob[];
}

interface BatchJob {
  readonly transformer: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** Index of each package by the name that the lines use. */
  readonly packages: ReadonlyMap<string, number>;
}

export interface JobAnswer {
  readonly objects: readonly DecodedObject[];
  /** Warnings: they have no places. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a job may leave this thread: secrets never do. */
export function isPortable(job: Job): boolean {
  for (const { source } of job.packages.values()) if (source.marks.size > 0) return false;
  return true;
}

export function batchOf(jobs: readonly Job[], texts: ReadonlyMap<string, string>): JobBatch {
  const packages: JobBatch["packages"][number][] = [];
  const indices = new Map<JobPackage, number>();
  const indexOf = (p: JobPackage): number => {
    let index = indices.get(p);
    if (index === undefined) {
      index = packages.push({ path: p.path, packageName: p.packageName, text: p.source.text }) - 1;
      indices.set(p, index);
    }
    return index;
  };
  const used = new Set(jobs.map((job) => job.transformer));
  return {
    transformers: new Map([...texts].filter(([fqn]) => used.has(fqn))),
    jobs: jobs.map(({ transformer, subject, lines, packages: own }) => ({
      transformer,
      subject,
      lines,
      packages: new Map([...own].map(([name, p]) => [name, indexOf(p)])),
    })),
    packages,
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
    const compiler = new JobCompiler(this.#program);
    const packages = batch.packages.map(({ path, packageName, text }): JobPackage => ({
      path,
      packageName,
      source: { text, origins: [], paths: [], marks: new Map() },
    }));
    return batch.jobs.map(({ transformer, subject, lines, packages: own }) => {
      const job: Omit<Job, "source"> = {
        transformer,
        subject,
        lines,
        packages: new Map([...own].map(([name, index]) => [name, packages[index]!])),
        secrets: NO_SECRETS,
      };
      const instance = this.#program.package("opm_transformer", batch.transformers.get(transformer)!);
      const { objects, diagnostics } = runJob(this.#program, job, compiler.compile(job, { instance, path: "" }));
      return hasErrors(diagnostics) ? null : { objects, diagnostics };
    });
  }
}
