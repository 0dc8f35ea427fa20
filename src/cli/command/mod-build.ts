import { join } from "node:path";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { outputFolder } from "../print/manifest-folder.ts";
import { printManifests, refusedFilters } from "../print/chosen-manifests.ts";
import { secretChoice } from "../print/manifest-output.ts";
import { matchLines } from "../print/match-plan.ts";
import { matrixBuild, wantsMatrix } from "./matrix-build.ts";
import { list, renderCommand } from "./mod-render.ts";

/** `opm mod build [path]`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  if (wantsMatrix(context)) return (await matrixBuild(context, context.args[0] ?? ".", [])).exit;
  if (refusedFilters(context)) return exitCode.general;
  const choice = await secretChoice(context);
  if (choice === undefined) return exitCode.general;
  const folder = outputFolder(context);
  const refused = folder?.refused();
  if (refused !== undefined) return refused;
  const result = await renderCommand(context);
  if (options["verbose"] === true) io.stderr(matchLines(result));
  if (hasErrors(result.diagnostics)) return exitCode.validation;
  if (folder === undefined) {
    if (!printManifests(context, result.manifests, choice)) return exitCode.notFound;
  } else {
    // One environment is written as several are: each in its own folder.
    const environment = list(options["environment"])[0];
    const name = result.release?.metadata.name;
    const parts = environment === undefined || name === undefined ? [] : [environment, name];
    const names = await folder.write(parts, result.manifests, choice, { environment });
    if (names === undefined) return exitCode.general;
    if (environment !== undefined) folder.removeGone({ names: [environment] });
    io.stderr(`${names.length} files in ${join(folder.path, ...parts)}\n`);
  }
  return exitCode.ok;
}
