import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { matchLines } from "../print/match-plan.ts";
import { openReleasesOf } from "../session/open-command.ts";
import { renderOpened } from "../session/rendered-releases.ts";
import { wantsMatrix } from "./matrix-build.ts";
import { run as runReleases } from "./release-vet.ts";

/** `opm mod vet [path]`: everything that build does, without printing manifests. */
export async function run(context: CommandContext): Promise<number> {
  if (wantsMatrix(context)) return runReleases(context);
  const opened = await openReleasesOf(context, { rendering: true });
  if (opened.jobs.length > 1) return runReleases(context);
  const { releases, failed } = await renderOpened(context, opened);
  const [release] = releases;
  if (release !== undefined && context.options["verbose"] === true) context.io.stderr(matchLines(release.result));
  if (failed || release === undefined) return exitCode.validation;
  const { io } = context;
  const { manifests } = release.result;
  for (const { identity } of manifests) {
    const { kind, namespace, name } = identity;
    io.stdout(`${`r:${kind}/${namespace === "" ? "" : `${namespace}/`}${name}`.padEnd(47)} ✓ valid\n`);
  }
  io.stdout("✔ Values satisfy #config\n");
  const what = release.job.authored === undefined ? "Module" : `Release ${release.job.id}`;
  io.stdout(`✔ ${what} valid (${manifests.length} resource${manifests.length === 1 ? "" : "s"})\n`);
  return exitCode.ok;
}
