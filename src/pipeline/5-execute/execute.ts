import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CueProgram } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import type { JobWorkers } from "../host.ts";
import { JobCompiler } from "./compile-job.ts";
import type { DecodedObject } from "./decode-output.ts";
import { batchOf, isPortable } from "./job-batch.ts";
import { runJob } from "./job.ts";
import type { JobResult } from "./job.ts";
import type { Manifest } from "./manifest.ts";
import type { PreparedJob, Preparations } from "./prepare.ts";
import { textLeaks } from "./text-leaks.ts";
import { sortManifests } from "./weight.ts";

/** The package clause of a transformer's text. */
const TRANSFORMER_PACKAGE = "opm_transformer";

/** What phase 5 returns: everything that could be rendered, in the order of applying, and all that went wrong. */
export interface Execution {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * From this number of jobs on, a second thread wins more than it costs: it must load the program, compile the
 * transformers and warm up first. On two busy cores 400 jobs (100 components) took longer with a worker and 1,600 jobs
 * shorter; the number between them is a guess, to be measured again on a quiet machine.
 */
export const WORKER_THRESHOLD = 1000;

/**
 * Phase 5: every job on its own context, from the texts of its transformer and its component; in several threads where
 * there is enough to do. Errors are collected; one job that fails stops no other.
 */
export async function execute(
  program: CueProgram,
  { jobs, secrets, literals }: Preparations,
  workers?: JobWorkers,
  threshold = WORKER_THRESHOLD,
): Promise<Execution> {
  const texts = new Map<string, string>();
  for (const { transformer, source } of jobs) if (!texts.has(transformer)) texts.set(transformer, await source.text());
  const compiler = new JobCompiler(program);
  const results = new Array<JobResult | null>(jobs.length).fill(null);
  const away = workers === undefined || jobs.length < threshold ? [] : sendAway(jobs, texts, workers, results);
  const sent = new Set(away.flatMap(({ indices }) => indices));
  for (const [i, job] of jobs.entries())
    if (!sent.has(i)) results[i] = await runOne(program, compiler, job, texts.get(job.transformer)!);
  await Promise.all(away.map(({ done }) => done));
  // What a worker could not do is done here, where errors have places.
  for (const [i, job] of jobs.entries())
    results[i] ??= await runOne(program, compiler, job, texts.get(job.transformer)!);
  const manifests = jobs.flatMap((job, i) => results[i]!.objects.map((object) => manifestOf(job, object)));
  return {
    manifests: sortManifests(manifests),
    diagnostics: [
      ...secrets.diagnostics,
      ...results.flatMap((result) => result!.diagnostics),
      ...sameIdentities(manifests),
      ...textLeaks(manifests, literals),
    ],
  };
}

/** Every n-th job to each worker, so that all have some of each kind; this thread keeps its share. */
function sendAway(
  jobs: readonly PreparedJob[],
  texts: ReadonlyMap<string, string>,
  workers: JobWorkers,
  results: (JobResult | null)[],
): { readonly indices: readonly number[]; readonly done: Promise<void> }[] {
  const threads = workers.count + 1;
  return Array.from({ length: workers.count }, (_, worker) => {
    const indices = [...jobs.keys()].filter((i) => i % threads === worker + 1 && isPortable(jobs[i]!));
    const batch = batchOf(
      indices.map((i) => jobs[i]!),
      texts,
    );
    const done = workers.run(batch).then((answers) => {
      answers?.forEach((answer, k) => (results[indices[k]!] = answer));
    });
    return { indices, done };
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

async function runOne(program: CueProgram, compiler: JobCompiler, job: PreparedJob, text: string): Promise<JobResult> {
  const instance = program.package(TRANSFORMER_PACKAGE, text);
  const result = runJob(program, job, compiler.compile(job, { instance, path: "" }));
  if (!hasErrors(result.diagnostics)) return result;
  // Once more where the transformer was written, so that errors show its own lines.
  const original = await job.source.original();
  if (original.value === undefined) return result;
  return runJob(program, job, compiler.compile(job, original.value));
}

/** Two objects that the cluster could not tell apart, with the origins of both. */
function sameIdentities(manifests: readonly Manifest[]): Diagnostic[] {
  const seen = new Map<string, Manifest>();
  const found: Diagnostic[] = [];
  for (const manifest of manifests) {
    const { group, kind, namespace, name } = manifest.identity;
    const key = JSON.stringify([group, kind, namespace, name]);
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, manifest);
      continue;
    }
    found.push({
      code: PIPELINE_CODE.sameResource,
      severity: "error",
      message: `two objects are ${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`,
      args: { kind, namespace, name },
      notes: [`one from ${originText(other)}`, `the other from ${originText(manifest)}`],
      hint: "give one of them another name",
    });
  }
  return found;
}

function originText({ component, policy, transformer, key }: Manifest): string {
  const subject =
    component !== "" ? `component ${component}` : policy !== undefined ? `policy ${policy}` : "the release";
  return `${subject}${key === undefined ? "" : `, key ${key}`}, rendered by ${transformer}`;
}
