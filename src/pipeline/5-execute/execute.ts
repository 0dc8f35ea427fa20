import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CueProgram } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { JobCompiler } from "./compile-job.ts";
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
 * Phase 5: every job on its own context, from the texts of its transformer and its component. Errors are collected; one
 * job that fails stops no other.
 */
export async function execute(program: CueProgram, { jobs, secrets, literals }: Preparations): Promise<Execution> {
  const manifests: Manifest[] = [];
  const diagnostics: Diagnostic[] = [...secrets.diagnostics];
  const compiler = new JobCompiler(program);
  for (const job of jobs) {
    const result = await runOne(program, compiler, job);
    diagnostics.push(...result.diagnostics);
    for (const { object, identity, key } of result.objects)
      manifests.push({
        object,
        identity,
        component: job.component,
        ...(job.policy !== undefined && { policy: job.policy }),
        transformer: job.transformer,
        ...(key !== undefined && { key }),
      });
  }
  const leaks = textLeaks(manifests, literals);
  return { manifests: sortManifests(manifests), diagnostics: [...diagnostics, ...sameIdentities(manifests), ...leaks] };
}

async function runOne(program: CueProgram, compiler: JobCompiler, job: PreparedJob): Promise<JobResult> {
  const instance = program.package(TRANSFORMER_PACKAGE, await job.source.text());
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
  const subject = component !== "" ? `component ${component}` : policy !== undefined ? `policy ${policy}` : "the release";
  return `${subject}${key === undefined ? "" : `, key ${key}`}, rendered by ${transformer}`;
}
