import { join } from "node:path";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { outputFolder, printableObjects, secretChoice, writeFolder, writeStream } from "../print/manifest-output.ts";
import { releasesCommand } from "./release-render.ts";

/** `opm release build DIR [NAME…]`: what can be rendered is, whatever is wrong with the rest. */
export async function run(context: CommandContext): Promise<number> {
  const choice = await secretChoice(context);
  if (choice === undefined) return exitCode.general;
  const { releases, diagnostics } = await releasesCommand(context);
  const exit = hasErrors(diagnostics) ? exitCode.validation : exitCode.ok;
  const good = releases.filter(({ result }) => !hasErrors(result.diagnostics));
  const outDir = outputFolder(context);
  if (outDir === undefined) {
    if (exit === exitCode.ok)
      writeStream(context, printableObjects(context, good.flatMap(({ result }) => result.manifests), choice));
    return exit;
  }
  for (const { field, result } of good) {
    const folder = join(outDir, field);
    const names = await writeFolder(context, folder, result.manifests, choice);
    if (names === undefined) return exitCode.general;
    context.io.stderr(`${field}: ${names.length} files in ${folder}\n`);
  }
  return exit;
}
