import { releaseNamespace } from "../pipeline/index.ts";
import type { ReleaseJob } from "../pipeline/index.ts";
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { DEFAULT_LAYOUT, layoutPath } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { MATRIX_CODE } from "./matrix-code.ts";

/** What tells jobs apart. */
export interface JobName {
  readonly name: string;
  readonly field: string;
  readonly environment?: string;
  /** The context of its cluster. */
  readonly cluster?: string;
  readonly namespace?: string;
  /** Where the release is written, for messages. */
  readonly folder: string;
}

export function jobName({ field, session, task }: ReleaseJob): JobName {
  const { environment } = task;
  const namespace =
    task.namespace ?? releaseNamespace(session.config, session.module, environment) ?? environment?.namespace;
  return {
    name: task.releaseName ?? field,
    field,
    folder: session.module.path,
    ...(environment && { environment: environment.name }),
    ...(environment?.cluster && { cluster: environment.cluster.kubeContext }),
    ...(namespace !== undefined && { namespace }),
  };
}

/** An id for each job, such as `staging/blog`; none for one whose name is taken, which is told. */
export function nameJobs(
  jobs: readonly JobName[],
  layout: Layout = DEFAULT_LAYOUT,
): {
  readonly ids: readonly (string | undefined)[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const idOf = (job: JobName, name = job.name): string => layoutPath(layout, job, name);
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(idOf(job), (counts.get(idOf(job)) ?? 0) + 1);
  const taken = new Map<string, JobName>();
  const diagnostics: Diagnostic[] = [];
  const ids = jobs.map((job) => {
    // Releases of one name in several namespaces are told apart by their fields.
    const id = counts.get(idOf(job)) === 1 ? idOf(job) : idOf(job, job.field);
    const other = taken.get(id);
    if (other !== undefined) {
      diagnostics.push(sameName(id, other, job));
      return undefined;
    }
    taken.set(id, job);
    return id;
  });
  return { ids, diagnostics };
}

function sameName(id: string, ...jobs: readonly JobName[]): Diagnostic {
  return {
    ...tell(MATRIX_CODE.sameFolder, "two releases are named {id}", { id }),
    severity: "error",
    notes: jobs.map(({ field, folder }) => `${field} in ${folder}`),
    hint: advise(MATRIX_CODE.sameFolder, "give one of them another name; --layout decides which folders there are"),
  };
}
