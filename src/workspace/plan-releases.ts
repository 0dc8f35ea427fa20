// Every release that a command is about, before anything is rendered.
import { findFolders, jobName, nameJobs, noFolder, nothingBelow } from "../matrix/index.ts";
import { platformRules } from "../pipeline/index.ts";
import type { PlatformRules, ReleaseJob, Trace, Workspace } from "../pipeline/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { folderReleases } from "./folder-releases.ts";
import type { ReleasesRequest } from "./folder-releases.ts";
import type { PackageTarget } from "./open-target.ts";

export interface NamedJob extends ReleaseJob {
  /** `staging/blog`: unique, the folder of its output. */
  readonly id: string;
}

export interface PlannedReleases {
  readonly jobs: readonly NamedJob[];
  /** Platforms among the folders: nothing is released there, and they have rules of their own. */
  readonly platforms: readonly PlatformRules[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What a path stands for: a module for each chosen environment, releases and bundles of a package, or all of these in
 * the folders below. By folder, then release, then environment; what is wrong with one folder keeps no other from being
 * planned.
 */
export async function planReleases(
  workspace: Workspace,
  request: ReleasesRequest & { readonly withPlatforms?: boolean },
  trace: Trace,
): Promise<PlannedReleases> {
  const { files } = workspace.config.cue.get().context.program;
  const diagnostics: Diagnostic[] = [];
  const jobs: ReleaseJob[] = [];
  const platforms: PlatformRules[] = [];
  const folders = findFolders(files, request.path);
  const withPlatforms = request.withPlatforms === true && (request.names?.length ?? 0) === 0;
  // Beside what is released there may be platforms and libraries; only who names such a folder is told.
  const mayBeEmpty = ({ holdsPlatform }: PackageTarget): boolean =>
    folders.length > 1 || (withPlatforms && holdsPlatform);
  for (const path of folders) {
    const opened = await folderReleases(workspace, { ...request, path }, mayBeEmpty, trace);
    diagnostics.push(...opened.diagnostics);
    jobs.push(...(opened.value ?? []));
    if (!withPlatforms || opened.holdsPlatform !== true) continue;
    const rules = await platformRules(workspace, path);
    diagnostics.push(...rules.diagnostics);
    if (rules.value !== undefined) platforms.push(rules.value);
  }
  if (jobs.length === 0 && platforms.length === 0 && diagnostics.length === 0)
    diagnostics.push(folders.length === 0 ? noFolder(request.path) : nothingBelow(request.path));
  const { ids, diagnostics: clashes } = nameJobs(jobs.map(jobName), request.layout);
  return {
    jobs: jobs.flatMap((job, i) => (ids[i] === undefined ? [] : [{ ...job, id: ids[i] }])),
    platforms,
    diagnostics: [...diagnostics, ...clashes],
  };
}
