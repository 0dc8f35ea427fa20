// Every release that a command is about, before anything is rendered.
import { PIPELINE_CODE, chosenEnvironments, openModule, openReleases } from "../pipeline/index.ts";
import type { Ground, ReleaseJob, ReleaseTask, Trace } from "../pipeline/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { EnvironmentChoice } from "../values/index.ts";
import { findFolders } from "./find-folders.ts";
import { MATRIX_CODE } from "./matrix-code.ts";

export interface MatrixRequest {
  /** Absolute. */
  readonly path: string;
  /** Fields of releases; none means all. */
  readonly names?: readonly string[];
  readonly environments: EnvironmentChoice;
  readonly task?: ReleaseTask;
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
    const opened = await folderJobs(ground, { ...request, path }, trace);
    // Beside what is released there may be platforms and libraries; only who names such a folder is told.
    const errors = opened.diagnostics.filter(({ severity }) => severity === "error");
    if (folders.length > 1 && errors.length > 0 && errors.every(({ code }) => code === PIPELINE_CODE.noRelease)) {
      const bundles = errors.filter(({ args }) => args?.["bundle"] === true);
      diagnostics.push(...bundles.map((d): Diagnostic => ({ ...d, severity: "warning" })));
      continue;
    }
    diagnostics.push(...opened.diagnostics);
    jobs.push(...(opened.value ?? []));
  }
  if (folders.length === 0) diagnostics.push(noFolder(request.path));
  else if (jobs.length === 0 && diagnostics.length === 0) diagnostics.push(nothingBelow(request.path));
  return { value: named(jobs, diagnostics), diagnostics };
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

function nothingBelow(path: string): Diagnostic {
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
    const other = opened.module === undefined && opened.diagnostics.some((d) => d.code === PIPELINE_CODE.notModule);
    if (!other) return { diagnostics: opened.diagnostics };
  }
  return openReleases(ground, { path, names, environments, task }, trace);
}

function named(jobs: readonly ReleaseJob[], diagnostics: Diagnostic[]): MatrixJob[] {
  const idOf = ({ task, field }: ReleaseJob, name = task.releaseName ?? field): string =>
    task.environment === undefined ? name : `${task.environment.name}/${name}`;
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(idOf(job), (counts.get(idOf(job)) ?? 0) + 1);
  const taken = new Map<string, ReleaseJob>();
  const out: MatrixJob[] = [];
  for (const job of jobs) {
    // Releases of one name in several namespaces are told apart by their fields.
    const id = counts.get(idOf(job)) === 1 ? idOf(job) : idOf(job, job.field);
    const other = taken.get(id);
    if (other === undefined) {
      taken.set(id, job);
      out.push({ ...job, id });
    } else diagnostics.push(sameName(id, other, job));
  }
  return out;
}

function sameName(id: string, ...jobs: readonly ReleaseJob[]): Diagnostic {
  return {
    code: MATRIX_CODE.sameFolder,
    severity: "error",
    message: `two releases are named ${id}`,
    args: { id },
    notes: jobs.map((job) => `${job.field} in ${job.session.module.path}`),
    hint: "give one of them another name",
  };
}
