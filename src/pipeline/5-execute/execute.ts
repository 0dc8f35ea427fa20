import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CueProgram } from "../cue-access.ts";
import type { JobWorkers } from "../host.ts";
import { checkReferences } from "./check-references.ts";
import { TypeCheck } from "./check-types.ts";
import type { LoadTypes } from "./check-types.ts";
import type { DecodedObject } from "./decode-output.ts";
import { batchOf, isPortable } from "./job-batch.ts";
import type { JobMemory } from "./job-memory.ts";
import { runJob } from "./job.ts";
import type { JobResult } from "./job.ts";
import type { Manifest } from "./manifest.ts";
import type { PreparedJob, Preparations } from "./prepare.ts";
import { withSelectors } from "./given-selectors.ts";
import { withReleaseNames } from "./release-names.ts";
import { sameIdentities } from "./same-identities.ts";
import { textLeaks } from "./text-leaks.ts";
import { sortManifests } from "./weight.ts";

/** The package clause of a transformer's text. */
const TRANSFORMER_PACKAGE = "opm_transformer";

/** What phase 5 returns: everything that could be rendered, in the order of applying, and all that went wrong. */
interface Execution {
  readonly manifests: readonly Manifest[];
  /** Transformers that match and print nothing, with what they say why. */
  readonly silent: readonly SilentJob[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface SilentJob {
  readonly component: string;
  readonly transformer: string;
  readonly why: string;
}

/**
 * From this number of jobs on, another thread wins more than it costs: it must load the program, compile the
 * transformers and warm up first, and V8 optimises the code of this thread on another core meanwhile. On two cores 800
 * jobs (200 components) took 7 % longer with it, 1,600 as long as without, 4,000 14 % less.
 */
const WORKER_THRESHOLD = 1600;

/** Small enough that no thread waits long for another's last one, large enough that sending them costs nothing. */
const CHUNK = 12;

interface ExecuteOptions {
  /** Packages of the catalog, for the types of objects. */
  readonly types: LoadTypes;
  readonly workers?: JobWorkers;
  /** Of earlier renders. */
  readonly memory?: JobMemory;
  readonly threshold?: number;
}

/**
 * Phase 5: every job on its own context, from the texts of its transformer and its component; in several threads where
 * there is enough to do. Errors are collected; one job that fails stops no other.
 */
export async function execute(
  program: CueProgram,
  { jobs, secrets, literals, selectors, releaseName }: Preparations,
  { types, workers, memory, threshold = WORKER_THRESHOLD }: ExecuteOptions,
): Promise<Execution> {
  const texts = new Map<string, string>();
  for (const { transformer, source } of jobs) if (!texts.has(transformer)) texts.set(transformer, await source.text());
  const runner = new JobRunner(program, types);
  const results = new Array<JobResult | null>(jobs.length).fill(null);
  const keys = memory === undefined ? [] : jobs.map((job) => memory.keyOf(job, texts.get(job.transformer)!));
  const known = keys.map((key) => key !== undefined && memory!.get(key));
  const queue = new JobQueue(jobs);
  const threads = workers === undefined || jobs.length < threshold ? [] : helpers(workers, queue, texts, results);
  for (let i = queue.first(); i !== undefined; i = queue.first()) {
    results[i] = known[i] || runner.run(jobs[i]!, texts.get(jobs[i]!.transformer)!);
    if (threads.length > 0) await workers!.turn?.();
  }
  await Promise.all(threads);
  // What a worker could not do, or what is wrong, is done again here, where errors have places.
  for (const [i, job] of jobs.entries()) {
    results[i] = known[i] || (await runner.checked(job, results[i]));
    if (memory !== undefined && keys[i] !== undefined) memory.put(keys[i], results[i]);
  }
  const rendered = withSelectors(
    jobs.flatMap((job, i) => results[i]!.objects.map((object) => manifestOf(job, object))),
    selectors.value ?? new Map(),
  );
  const manifests = releaseName === undefined ? rendered : withReleaseNames(rendered, releaseName);
  const diagnostics = [
    ...secrets.diagnostics,
    ...selectors.diagnostics,
    ...results.flatMap((result) => result!.diagnostics),
    ...sameIdentities(manifests, jobs),
    ...textLeaks(manifests, literals),
  ];
  return {
    manifests: sortManifests(manifests),
    silent: jobs.flatMap(({ component, transformer }, i) => {
      const why = results[i]!.nothing;
      return why === undefined ? [] : [{ component, transformer, why }];
    }),
    // What did not render is missing for others too.
    diagnostics: hasErrors(diagnostics) ? diagnostics : [...diagnostics, ...checkReferences(manifests, jobs)],
  };
}

/** Jobs that nobody has begun. This thread takes them from the front, others from the back. */
class JobQueue {
  readonly jobs: readonly PreparedJob[];
  readonly #left: number[];
  #next = 0;

  constructor(jobs: readonly PreparedJob[]) {
    this.jobs = jobs;
    this.#left = [...jobs.keys()];
  }

  first(): number | undefined {
    return this.#next < this.#left.length ? this.#left[this.#next++] : undefined;
  }

  /** Some that may leave this thread. */
  last(count: number): number[] {
    const taken: number[] = [];
    for (let at = this.#left.length - 1; at >= this.#next && taken.length < count; at--)
      if (isPortable(this.jobs[this.#left[at]!]!)) taken.push(...this.#left.splice(at, 1));
    return taken;
  }
}

/** Each worker takes jobs until there are none. */
function helpers(
  workers: JobWorkers,
  queue: JobQueue,
  texts: ReadonlyMap<string, string>,
  results: (JobResult | null)[],
): Promise<void>[] {
  return Array.from({ length: workers.count }, async () => {
    for (let taken = queue.last(CHUNK); taken.length > 0; taken = queue.last(CHUNK)) {
      const batch = batchOf(
        taken.map((i) => queue.jobs[i]!),
        texts,
      );
      const answers = await workers.run(batch);
      if (answers === null) return;
      answers.forEach((answer, k) => (results[taken[k]!] = answer));
    }
  });
}

function manifestOf(job: PreparedJob, { object, identity, key }: DecodedObject): Manifest {
  return {
    object,
    identity,
    component: job.component,
    ...(job.policy !== undefined && { policy: job.policy }),
    transformer: job.transformer,
    ...(key !== undefined && { key }),
  };
}

/** Runs jobs in this thread. */
class JobRunner {
  readonly #program: CueProgram;
  readonly #types: TypeCheck;

  constructor(program: CueProgram, load: LoadTypes) {
    this.#program = program;
    this.#types = new TypeCheck(program, load);
  }

  /** From the transformer's text, which says nothing about types and has no lines of its own. */
  run(job: PreparedJob, text: string): JobResult {
    const instance = this.#program.package(TRANSFORMER_PACKAGE, text);
    return runJob(this.#program, job, { instance, path: "" });
  }

  /** The result, if nothing is wrong with it; else what comes of the transformer where it was written. */
  async checked(job: PreparedJob, result: JobResult | null | undefined): Promise<JobResult> {
    if (result && !hasErrors(result.diagnostics) && (await this.#types.passes(result.objects))) return result;
    const original = await job.source.original();
    const again = original.value === undefined ? undefined : runJob(this.#program, job, original.value);
    const best = again ?? result ?? { objects: [], diagnostics: original.diagnostics };
    if (hasErrors(best.diagnostics)) return best;
    return { ...best, diagnostics: [...best.diagnostics, ...(await this.#types.errors(job, best.objects))] };
  }
}
