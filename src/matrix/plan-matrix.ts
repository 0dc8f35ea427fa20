// Every release that a command is about, before anything is rendered.
import { PIPELINE_CODE, chosenEnvironments, openModule, openReleases, releaseNamespace } from "../pipeline/index.ts";
import type { Ground, OpenedSession, ReleaseJob, ReleaseTask, Trace } from "../pipeline/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { EnvironmentChoice } from "../values/index.ts";
import { findFolders } from "./find-folders.ts";
import { DEFAULT_LAYOUT, layoutPath } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { MATRIX_CODE } from "./matrix-code.ts";

export interface MatrixRequest {
  /** Absolute. */
  readonly path: string;
  /** Fields of releases; none means all. */
  readonly names?: readonly string[];
  readonly environments: EnvironmentChoice;
  readonly task?: ReleaseTask;
  /** Of ids, and so of what is written. */
  readonly layout?: Layout;
}

export interface MatrixJob extends ReleaseJob {
  /** `staging/blog`: unique, the folder of its output. */
  readonly id: string;
}

/** Jobs by folder, then release, then environment. What is wrong with one folder keeps no other from being planned. */
export async function planMatrix(
  ground: Ground,
  request: MatrixRequest,
  trace: Trace,
): Promise<Outcome<readonly MatrixJob[]>> {
  const { files } = ground.config.cue.get().context.program;
  const diagnostics: Diagnostic[] = [];
  const jobs: ReleaseJob[] = [];
  const folders = findFolders(files, request.path);
  for (const path of folders) {
    const opened = await planFolder(ground, { ...request, path }, folders.length > 1, trace);
    diagnostics.push(...opened.diagnostics);
    jobs.push(...(opened.value ?? []));
  }
  if (jobs.length === 0 && diagnostics.length === 0)
    diagnostics.push(folders.length === 0 ? noFolder(request.path) : nothingBelow(request.path));
  const { ids, diagnostics: clashes } = nameJobs(jobs.map(jobName), request.layout);
  return {
    value: jobs.flatMap((job, i) => (ids[i] === undefined ? [] : [{ ...job, id: ids[i] }])),
    diagnostics: [...diagnostics, ...clashes],
  };
}

/** The jobs of one folder. `several`: it is one of many, among which there may be folders that release nothing. */
export async function planFolder(
  ground: Ground,
  request: MatrixRequest,
  several: boolean,
  trace: Trace,
): Promise<Outcome<readonly ReleaseJob[]>> {
  const opened = await folderJobs(ground, request, trace);
  // Beside what is released there may be platforms and libraries; only who names such a folder is told.
  const errors = opened.diagnostics.filter(({ severity }) => severity === "error");
  if (!several || errors.length === 0 || errors.some(({ code }) => code !== PIPELINE_CODE.noRelease)) return opened;
  const bundles = errors.filter(({ args }) => args?.["bundle"] === true);
  return { value: [], diagnostics: bundles.map((d): Diagnostic => ({ ...d, severity: "warning" })) };
}

/** What to say where `findFolders` finds nothing. */
export function noFolder(path: string): Diagnostic {
  return {
    code: MATRIX_CODE.noReleases,
    severity: "error",
    message: `there is no CUE in ${path} and the folders below it`,
    args: { path },
    hint: "give a module's folder, a package with releases, or a folder that holds some",
  };
}

/** What to say where nothing is released. */
export function nothingBelow(path: string): Diagnostic {
  return {
    code: MATRIX_CODE.noReleases,
    severity: "error",
    message: `there is no module and no release in the folders below ${path}`,
    args: { path },
    hint: "give a module's folder, a package with releases, or a folder that holds some",
  };
}

async function folderJobs(
  ground: Ground,
  request: MatrixRequest,
  trace: Trace,
): Promise<Outcome<readonly ReleaseJob[]>> {
  const { path, names = [], environments, task = {} } = request;
  let loaded: OpenedSession["other"];
  if (names.length === 0) {
    const opened = await openModule(ground.config, ground, path, trace);
    const { session } = opened;
    if (session !== undefined) {
      // A module without environments is released once, whatever is chosen for the others.
      const none = environments.all === true && session.environments.size === 0;
      const chosen = chosenEnvironments(session, none ? {} : environments);
      const field = session.module.metadata.name;
      const jobs = (chosen.value ?? []).map((environment): ReleaseJob => ({
        field,
        session,
        task: { ...task, releaseName: task.releaseName ?? field, ...(environment && { environment }) },
      }));
      return { value: jobs, diagnostics: [...opened.diagnostics, ...chosen.diagnostics] };
    }
    // A package that is no module may still declare releases.
    if (opened.isOther !== true) return { diagnostics: opened.diagnostics };
    loaded = opened.other;
  }
  return openReleases(ground, { path, names, environments, task, loaded }, trace);
}

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
    code: MATRIX_CODE.sameFolder,
    severity: "error",
    message: `two releases are named ${id}`,
    args: { id },
    notes: jobs.map(({ field, folder }) => `${field} in ${folder}`),
    hint: "give one of them another name; --layout decides which folders there are",
  };
}
