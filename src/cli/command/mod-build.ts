import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import {
  outputFolder,
  printableObjects,
  refusedFolder,
  secretChoice,
  writeFolder,
  writeStream,
} from "../print/manifest-output.ts";
import { matchLines } from "../print/match-plan.ts";
import { matrixBuild, wantsMatrix } from "./matrix-build.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod build [path]`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  if (wantsMatrix(context)) return (await matrixBuild(context, context.args[0] ?? ".", [])).exit;
  const choice = await secretChoice(context);
  if (choice === undefined) return exitCode.general;
  const refused = refusedFolder(context);
  if (refused !== undefined) return refused;
  const result = await renderCommand(context);
  if (options["verbose"] === true) io.stderr(matchLines(result));
  if (hasErrors(result.diagnostics)) return exitCode.validation;
  const folder = outputFolder(context);
  if (folder === undefined) writeStream(context, printableObjects(context, result.manifests, choice));
  else {
    const names = await writeFolder(context, folder, result.manifests, choice);
    if (names === undefined) return exitCode.general;
    io.stderr(`${names.length} files in ${folder}\n`);
  }
  return exitCode.ok;
}
