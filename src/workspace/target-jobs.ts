// Everything of a target that is released: modules, releases, instances of bundles; and platforms, which are not.
import { openBundles } from "../bundle/index.ts";
import { planMatrix } from "../matrix/index.ts";
import { packageKinds, platformRules } from "../pipeline/index.ts";
import type { Ground, PackageKinds, PlatformRules, ReleaseJob, ReleaseTask, Trace } from "../pipeline/index.ts";
import type { Diagnostic, Outcome } from "../source/index.ts";
import type { EnvironmentChoice } from "../values/index.ts";

export interface NamedJob extends ReleaseJob {
  /** `staging/blog`, `shop.api`. */
  readonly id: string;
}

export interface FoundJobs {
  readonly jobs: NamedJob[];
  readonly platforms: PlatformRules[];
  readonly diagnostics: Diagnostic[];
}

interface JobsRequest {
  readonly ground: Ground;
  readonly environments: EnvironmentChoice;
  readonly names: readonly string[];
  readonly task: ReleaseTask;
  readonly trace: Trace;
}

/** What is found is added to `found`. */
export async function targetJobs(opening: JobsRequest, path: string, found: FoundJobs): Promise<void> {
  const { ground, environments, names, task, trace } = opening;
  const keep = <T>(outcome: Outcome<T>): T | undefined => {
    found.diagnostics.push(...outcome.diagnostics);
    return outcome.value;
  };
  const request = { path, environments, task };
  const { files } = ground.config.cue.get().context.program;
  if (files.stat(path) !== "folder") return void keep(await planMatrix(ground, request, trace));
  const kinds = keep(await packageKinds(ground, path, trace));
  if (kinds === undefined) return;
  const bundles = namesOf(kinds, names, ["Bundle", "BundleRelease"]);
  const others = names.filter((name) => !bundles.includes(name));
  const releases = namesOf(kinds, names, ["ModuleRelease"]);
  const holdsPlatform =
    kinds.fields.some(({ kind }) => kind === "ModuleCatalog") ||
    (kinds.isPlatform && !kinds.isModule && !kinds.fields.some(({ kind }) => kind !== "Environment"));
  if (kinds.isModule || releases.length > 0 || others.length > 0 || (bundles.length === 0 && !holdsPlatform)) {
    const planned = keep(
      await planMatrix(ground, { ...request, names: kinds.isModule ? names : [...releases, ...others] }, trace),
    );
    found.jobs.push(...(planned ?? []));
  }
  if (!kinds.isModule && bundles.length > 0) {
    const opened = keep(await openBundles(ground, { ...request, names: names.length === 0 ? [] : bundles }, trace));
    for (const { environment, jobs } of opened ?? [])
      found.jobs.push(
        ...jobs.map((job) => ({ ...job, id: environment ? `${environment.name}/${job.field}` : job.field })),
      );
  }
  if (holdsPlatform && names.length === 0) {
    const rules = keep(await platformRules(ground, path));
    if (rules !== undefined) found.platforms.push(rules);
  }
}

function namesOf({ fields }: PackageKinds, names: readonly string[], kinds: readonly string[]): string[] {
  return fields
    .filter(({ name, kind }) => kinds.includes(kind) && (names.length === 0 || names.includes(name)))
    .map(({ name }) => name);
}
