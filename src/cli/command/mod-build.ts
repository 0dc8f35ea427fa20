import { join } from "node:path";
import { knownOrder } from "../../matrix/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { outputFolder } from "../print/manifest-folder.ts";
import { printManifests, refusedFilters } from "../print/chosen-manifests.ts";
import { secretChoice } from "../print/manifest-output.ts";
import { matchLines } from "../print/match-plan.ts";
import { matrixBuild, wantsMatrix } from "./matrix-build.ts";
import { openReleasesOf, releaseNames } from "../session/open-command.ts";
import { renderOpened } from "../session/rendered-releases.ts";

/** `opm mod build [path]`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const several = async (): Promise<number> =>
    (await matrixBuild(context, context.args[0] ?? ".", releaseNames(context))).exit;
  if (wantsMatrix(context)) return several();
  if (refusedFilters(context)) return exitCode.general;
  const choice = await secretChoice(context);
  if (choice === undefined) return exitCode.general;
  const folder = outputFolder(context);
  const refused = folder?.refused();
  if (refused !== undefined) return refused;
  const opened = await openReleasesOf(context, { rendering: true });
  if (opened.jobs.length > 1) return several();
  const { releases, failed } = await renderOpened(context, opened);
  const [release] = releases;
  if (release === undefined) return exitCode.validation;
  const { job, result } = release;
  if (options["verbose"] === true) io.stderr(matchLines(result));
  if (failed) return exitCode.validation;
  if (folder === undefined) {
    if (!printManifests(context, result.manifests, choice)) return exitCode.notFound;
  } else {
    // One is written as several are: each in its own folder; a module without environments is alone.
    const environment = job.task.environment?.name;
    const parts = environment === undefined && job.authored === undefined ? [] : job.id.split("/");
    const names = await folder.write(parts, result.manifests, choice, {
      environment,
      order: knownOrder(job, result.release),
    });
    if (names === undefined) return exitCode.general;
    if (environment !== undefined) folder.removeGone({ names: [environment] });
    io.stderr(`${names.length} files in ${join(folder.path, ...parts)}\n`);
  }
  return exitCode.ok;
}
