import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { tidyModule } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";

/** `opm mod tidy [path]`: the dependencies that the module's imports need, and no others. */
export async function run(context: CommandContext): Promise<number> {
  const { io } = context;
  const { config, diagnostics } = await configCommand(context);
  if (config === undefined || hasErrors(diagnostics)) return exitCode.validation;
  const { files, registry } = config.cue.get().context.program;
  const root = resolve(io.cwd, context.args[0] ?? ".");
  const { value, diagnostics: found } = await tidyModule(files, root, registry);
  context.report(found);
  if (value === undefined) return exitCode.validation;
  for (const path of value.added) io.stdout(`+ ${path}\n`);
  for (const path of value.removed) io.stdout(`- ${path}\n`);
  if (!value.changed) return exitCode.ok;
  if (context.options["check"] === true) return exitCode.general;
  writeWholeFile(`${root}/cue.mod/module.cue`, value.text);
  return exitCode.ok;
}
