// Everything of a folder that the page shows: the releases of a module to its environments, or those of a package.
import { openBundles, waves } from "../bundle/index.ts";
import type { OpenedBundle } from "../bundle/index.ts";
import { nameJobs, jobName } from "../matrix/index.ts";
import { chosenEnvironments, openWorkspace, openModule, openReleases, packageKinds } from "../pipeline/index.ts";
import type {
  Config,
  Workspace,
  Module,
  PipelineHost,
  ReleaseJob,
  RenderRequest,
  Session,
  Trace,
} from "../pipeline/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { EnvironmentChoice, Environments } from "../values/index.ts";
import type { BundlePicture } from "./picture.ts";

export interface ViewRequest extends Omit<RenderRequest, "environment"> {
  readonly environments?: EnvironmentChoice;
}

interface ViewJob extends ReleaseJob {
  readonly id: string;
}

export interface OpenedJobs {
  readonly kind: "module" | "package";
  readonly config?: Config;
  /** Of a module's folder. */
  readonly module?: Module;
  readonly jobs: readonly ViewJob[];
  readonly bundles: readonly OpenedBundle[];
  /** Of all sessions. */
  readonly environments: Environments;
  readonly diagnostics: readonly Diagnostic[];
}

export async function openJobs(host: PipelineHost, request: ViewRequest, trace: Trace): Promise<OpenedJobs> {
  const opened = await openWorkspace(host, request, trace);
  const { config } = opened;
  const nothing = { kind: "module", jobs: [], bundles: [], environments: new Map() } as const;
  if (config === undefined) return { ...nothing, diagnostics: opened.diagnostics };
  // Phase 1 comes before phase 2.
  await opened.value?.provider();
  const found = await openModule(config, opened.value, request.path, trace);
  const { session, module } = found;
  if (session !== undefined && module !== undefined) {
    const chosen = moduleJobs(session, request);
    return {
      ...nothing,
      config,
      module,
      jobs: chosen.value ?? [],
      environments: session.environments,
      diagnostics: [...opened.diagnostics, ...found.diagnostics, ...chosen.diagnostics],
    };
  }
  if (found.isOther !== true || opened.value === undefined)
    return {
      ...nothing,
      config,
      ...(module && { module }),
      diagnostics: [...opened.diagnostics, ...found.diagnostics],
    };
  const parts = await packageJobs(opened.value, request, trace);
  return { ...parts, config, diagnostics: [...opened.diagnostics, ...parts.diagnostics] };
}

function moduleJobs(session: Session, { environments, ...task }: ViewRequest): Outcome<readonly ViewJob[]> {
  const all = [...session.environments.values()].some(({ abstract }) => !abstract);
  const chosen = chosenEnvironments(session, environments ?? { all });
  const field = session.module.metadata.name;
  return {
    value: (chosen.value ?? []).map((environment) => ({
      id: environment?.name ?? field,
      field,
      session,
      task: { ...task, ...(environment && { environment }) },
    })),
    diagnostics: chosen.diagnostics,
  };
}

/** Releases as they are declared: one without an environment of its own goes to those that are asked for. */
async function packageJobs(workspace: Workspace, request: ViewRequest, trace: Trace): Promise<OpenedJobs> {
  const { environments, ...task } = request;
  const kinds = await packageKinds(workspace, request.path, trace);
  const diagnostics: Diagnostic[] = [...kinds.diagnostics];
  const fields = kinds.value?.fields ?? [];
  const names = (...wanted: string[]): string[] =>
    fields.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name);
  const opening = { path: request.path, task, ...(environments && { environments }) };
  const keep = <T>(outcome: Outcome<readonly T[]>): readonly T[] => {
    diagnostics.push(...outcome.diagnostics);
    return outcome.value ?? [];
  };
  const hasBundles = names("Bundle", "BundleRelease").length > 0;
  const bundles = hasBundles ? keep(await openBundles(workspace, opening, trace)) : [];
  const releases = names("ModuleRelease");
  // What is set by hand is of the bundle, whose form is shown, as `opm bundle build` takes it.
  const beside = hasBundles && task.values !== undefined ? { ...task, values: { ...task.values, sets: [] } } : task;
  const declared =
    kinds.value !== undefined && (releases.length > 0 || !hasBundles)
      ? keep(await openReleases(workspace, { ...opening, task: beside, names: releases }, trace))
      : [];
  const jobs = [...bundles.flatMap((bundle) => bundle.jobs), ...declared];
  // Two of one name are told when they are built; here each is itself.
  const ids = nameJobs(jobs.map((job) => ({ ...jobName(job), name: job.field }))).ids;
  const named = jobs.map((job, i) => ({ ...job, id: ids[i] ?? `${job.field}#${i}` }));
  return {
    kind: "package",
    jobs: named,
    bundles,
    environments: new Map(named.flatMap(({ session }) => [...session.environments])),
    diagnostics,
  };
}

/** The bundles with the ids of their releases. */
export function bundlePictures({ bundles, jobs }: OpenedJobs): BundlePicture[] {
  let at = 0;
  return bundles.map(({ name, fqn, environment, jobs: own }) => {
    const instances = own.map((job) => ({
      name: job.name,
      after: job.after,
      release: jobs[at++]!.id,
      module: job.session.module.metadata.name,
    }));
    return { name, fqn, ...(environment && { environment: environment.name }), waves: waves(instances) };
  });
}
