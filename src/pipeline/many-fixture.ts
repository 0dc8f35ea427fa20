// Several releases of one module at once, for tests: what commands put together of a session and its releases.
import type { Diagnostic } from "../source/index.ts";
import type { EnvironmentChoice } from "../values/index.ts";
import type { PipelineHost } from "./host.ts";
import type { RenderRequest } from "./pipeline.ts";
import { renderRelease } from "./render-release.ts";
import type { ReleaseResult } from "./render-release.ts";
import { chosenEnvironments, openSession } from "./session.ts";
import { Trace } from "./trace.ts";

export interface ManyRequest extends Omit<RenderRequest, "environment"> {
  readonly environments: EnvironmentChoice;
}

export async function renderMany(
  host: PipelineHost,
  request: ManyRequest,
): Promise<{ readonly releases: readonly ReleaseResult[]; readonly diagnostics: readonly Diagnostic[] }> {
  const trace = new Trace(() => host.clock());
  const { session, diagnostics: opened } = await openSession(host, { ...request, rendering: true }, trace);
  if (session === undefined) return { releases: [], diagnostics: opened };
  const chosen = chosenEnvironments(session, request.environments);
  const releases: ReleaseResult[] = [];
  for (const environment of chosen.value ?? [])
    releases.push(await renderRelease(session, { ...request, ...(environment && { environment }) }, "execute", trace));
  return { releases, diagnostics: [...opened, ...chosen.diagnostics] };
}
