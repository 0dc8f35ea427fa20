// The releases of a package rendered at once, for tests.
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentChoice } from "../../values/index.ts";
import type { SettingFlags } from "../0-config/settings.ts";
import type { PipelineHost } from "../host.ts";
import { renderRelease } from "../render-release.ts";
import type { ReleaseResult, ReleaseTask } from "../render-release.ts";
import { openWorkspace } from "../session.ts";
import { Trace } from "../trace.ts";
import { openReleases } from "./open-releases.ts";

export interface ReleasesRequest {
  /** The folder of the package, absolute. */
  readonly path: string;
  /** Fields; none means all. */
  readonly names?: readonly string[];
  readonly config?: string;
  readonly flags?: SettingFlags;
  /** What a relative path of the platform is relative to. */
  readonly cwd?: string;
  readonly environments?: EnvironmentChoice;
  readonly task?: Pick<ReleaseTask, "strict" | "reveal" | "values">;
}

interface ReleasesResult {
  readonly releases: readonly { readonly field: string; readonly result: ReleaseResult }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
}

/** Renders the releases of a package, all that can be, whatever is wrong with others. */
export async function renderReleases(host: PipelineHost, request: ReleasesRequest): Promise<ReleasesResult> {
  const trace = new Trace(() => host.clock());
  const workspace = await openWorkspace(host, request, trace);
  const diagnostics: Diagnostic[] = [...workspace.diagnostics];
  const releases: { field: string; result: ReleaseResult }[] = [];
  if (workspace.value === undefined) return { releases, diagnostics, trace };
  const opened = await openReleases(workspace.value, request, trace);
  diagnostics.push(...opened.diagnostics);
  const jobs = opened.value ?? [];
  for (const { field, session, task } of jobs) {
    const result = await renderRelease(session, task, "execute", trace);
    diagnostics.push(...result.diagnostics.map((d) => named(d, field, jobs.length)));
    releases.push({ field, result });
  }
  return { releases, diagnostics, trace };
}

function named(d: Diagnostic, field: string, count: number): Diagnostic {
  return count < 2 ? d : { ...d, notes: [...(d.notes ?? []), `in the release ${field}`] };
}
