import { shardOf } from "../matrix/index.ts";
import type { Shard } from "../matrix/index.ts";
import { renderRelease } from "../pipeline/index.ts";
import type { ReleaseResult, Trace, Workspace } from "../pipeline/index.ts";
import type { Diagnostic } from "../source/index.ts";
import type { ReleasesRequest } from "./folder-releases.ts";
import { planReleases } from "./plan-releases.ts";
import type { NamedJob } from "./plan-releases.ts";

interface ReleaseEvents {
  /** Before a job begins. */
  begin?(job: NamedJob, done: number, all: number): void;
  /** With its result; what is not kept here is forgotten. */
  end(job: NamedJob, result: ReleaseResult): void | Promise<void>;
}

/** Renders every release of a shard, one after the other. What is returned is not about one release. */
export async function renderReleases(
  workspace: Workspace,
  request: ReleasesRequest & { readonly shard?: Shard },
  trace: Trace,
  events: ReleaseEvents,
): Promise<readonly Diagnostic[]> {
  const planned = await planReleases(workspace, request, trace);
  const jobs = shardOf(planned.jobs, request.shard);
  for (const [done, job] of jobs.entries()) {
    events.begin?.(job, done, jobs.length);
    const result = await renderRelease(job.session, job.task, "execute", trace);
    await events.end(job, result);
  }
  return planned.diagnostics;
}
