import { releaseSource } from "../../pipeline/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderedReleases } from "../session/rendered-releases.ts";

/** `opm mod eval [path]`: the release as CUE, secrets masked. */
export async function run(context: CommandContext): Promise<number> {
  const { releases, failed } = await renderedReleases(context, "release");
  if (failed || releases.length === 0) return exitCode.validation;
  // Several texts of CUE are several files.
  for (const { job, result } of releases)
    context.io.stdout((releases.length > 1 ? `// ${job.id}\n` : "") + releaseSource(result.cue!, result.release!));
  return exitCode.ok;
}
