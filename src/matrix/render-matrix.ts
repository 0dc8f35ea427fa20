import { Trace, openGround, renderRelease } from "../pipeline/index.ts";
import type { PipelineHost, ReleaseResult, SessionRequest } from "../pipeline/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { planMatrix } from "./plan-matrix.ts";
import type { MatrixJob, MatrixRequest } from "./plan-matrix.ts";
import { shardOf } from "./shard.ts";
import type { Shard } from "./shard.ts";

interface RenderMatrix extends MatrixRequest, Pick<SessionRequest, "config" | "flags" | "cwd" | "tags"> {
  readonly shard?: Shard;
}

interface MatrixEvents {
  /** Before a job begins. */
  begin?(job: MatrixJob, done: number, all: number): void;
  /** With its result; what is not kept here is forgotten. */
  end(job: MatrixJob, result: ReleaseResult): void | Promise<void>;
}

interface MatrixSummary {
  readonly jobs: number;
  /** What is not about one release. */
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
}

/** Renders every release of a shard, one after the other. */
export async function renderMatrix(
  host: PipelineHost,
  request: RenderMatrix,
  events: MatrixEvents,
): Promise<MatrixSummary> {
  const trace = new Trace(() => host.clock(), { keep: false });
  const ground = await openGround(host, request, trace);
  if (ground.value === undefined) return { jobs: 0, diagnostics: ground.diagnostics, trace };
  const planned = await planMatrix(ground.value, request, trace);
  const jobs = shardOf(planned.value ?? [], request.shard);
  let done = 0;
  for (const job of jobs) {
    events.begin?.(job, done, jobs.length);
    const result = await renderRelease(job.session, job.task, "execute", trace);
    await events.end(job, result);
    done++;
  }
  return { jobs: jobs.length, diagnostics: [...ground.diagnostics, ...planned.diagnostics], trace };
}
