import { join, resolve } from "node:path";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { printableObjects, writeFolder, writeStream } from "../print/manifest-output.ts";
import { releasesCommand } from "./release-render.ts";

/** `opm release build DIR [NAME…]`: what can be rendered is, whatever is wrong with the rest. */
export async function run(context: CommandContext): Promise<number> {
  const { releases, diagnostics } = await releasesCommand(context);
  const exit = hasErrors(diagnostics) ? exitCode.validation : exitCode.ok;
  const good = releases.filter(({ result }) => !hasErrors(result.diagnostics));
  const outDir = context.options["outDir"];
  if (typeof outDir !== "string") {
    if (exit === exitCode.ok)
      writeStream(context, printableObjects(context, good.flatMap(({ result }) => result.manifests)));
    return exit;
  }
  for (const { field, result } of good) {
    const folder = join(resolve(context.io.cwd, outDir), field);
    const objects = printableObjects(context, result.manifests);
    const names = writeFolder(context, folder, result.manifests, objects);
    context.io.stderr(`${field}: ${names.length} files in ${folder}\n`);
  }
  return exit;
}
