import type { Diagnostic } from "../../source/index.ts";
import type { CueProgram } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { runJob } from "./job.ts";
import type { Manifest } from "./manifest.ts";
import type { Preparations } from "./prepare.ts";
import { textLeaks } from "./text-leaks.ts";
import { sortManifests } from "./weight.ts";

/** What phase 5 returns: everything that could be rendered, in the order of applying, and all that went wrong. */
export interface Execution {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Phase 5: every job on its own context. Errors are collected; one job that fails stops no other. */
export function execute(program: CueProgram, { jobs, secrets, literals }: Preparations): Execution {
  const manifests: Manifest[] = [];
  const diagnostics: Diagnostic[] = [...secrets.diagnostics];
  for (const job of jobs) {
    const result = runJob(program, job);
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
