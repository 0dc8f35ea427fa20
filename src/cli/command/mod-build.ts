import { resolve } from "node:path";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { printableObjects, writeFolder, writeStream } from "../print/manifest-output.ts";
import { matchLines } from "../print/match-plan.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod build [path]`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const result = await renderCommand(context);
  if (options["verbose"] === true) io.stderr(matchLines(result));
  if (hasErrors(result.diagnostics)) return exitCode.validation;
  const objects = printableObjects(context, result.manifests);
  if (options["split"] !== true && options["outDir"] === undefined) writeStream(context, objects);
  else {
    const folder = resolve(io.cwd, String(options["outDir"] ?? "manifests"));
    writeFolder(context, folder, result.manifests, objects);
    io.stderr(`${objects.length} files in ${folder}\n`);
  }
  return exitCode.ok;
}
