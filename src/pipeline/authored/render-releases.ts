import type { Diagnostic } from "../../source/index.ts";
import { loadConfig } from "../0-config/load-config.ts";
import type { SettingFlags } from "../0-config/settings.ts";
import { explainImports } from "../2-module/import-hint.ts";
import type { PipelineHost } from "../host.ts";
import { renderRelease } from "../render-release.ts";
import type { ReleaseResult, ReleaseTask } from "../render-release.ts";
import { releaseSession } from "../session.ts";
import { Trace } from "../trace.ts";
import { findReleases } from "./find-releases.ts";

export interface ReleasesRequest {
  /** The folder of the package, absolute. */
  readonly path: string;
  /** Fields; none means all. */
  readonly names?: readonly string[];
  readonly config?: string;
  readonly flags?: SettingFlags;
  readonly task?: Pick<ReleaseTask, "strict" | "reveal" | "values">;
}

export interface ReleasesResult {
  readonly releases: readonly { readonly field: string; readonly result: ReleaseResult }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
}

/** Renders the releases of a package, all that can be, whatever is wrong with others. */
export async function renderReleases(host: PipelineHost, request: ReleasesRequest): Promise<ReleasesResult> {
  const trace = new Trace(() => host.clock());
  const diagnostics: Diagnostic[] = [];
  const releases: { field: string; result: ReleaseResult }[] = [];
  const done = (): ReleasesResult => ({ releases, diagnostics, trace });
  const config = await trace.phase(0, () => loadConfig(host, { flags: {}, ...request }));
  diagnostics.push(...config.diagnostics);
  if (config.value === undefined) return done();
  const { context: cue } = config.value.cue.get();
  const loaded = await trace.phase(2, () => cue.program.load({ args: ["."], cwd: request.path }));
  diagnostics.push(...explainImports(loaded.diagnostics));
  if (loaded.value === undefined) return done();
  const found = findReleases(cue, loaded.value, request.names ?? []);
  diagnostics.push(...found.diagnostics);
  for (const release of found.value ?? []) {
    const session = releaseSession(config.value, release.module, trace);
    const result = await renderRelease(
      session,
      {
        ...request.task,
        releaseName: release.name,
        ...(release.namespace !== undefined && { namespace: release.namespace }),
        ...(release.environment && { environment: release.environment }),
        values: { ...request.task?.values, given: release.values === undefined ? [] : [release.values] },
      },
      "execute",
      trace,
    );
    diagnostics.push(...result.diagnostics.map((d) => named(d, release.field, (found.value ?? []).length)));
    releases.push({ field: release.field, result });
  }
  return done();
}

function named(d: Diagnostic, field: string, count: number): Diagnostic {
  return count < 2 ? d : { ...d, notes: [...(d.notes ?? []), `in the release ${field}`] };
}

