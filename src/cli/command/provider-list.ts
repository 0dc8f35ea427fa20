import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";

/** `opm provider list`. */
export async function run(context: CommandContext): Promise<number> {
  const { config, diagnostics } = await configCommand(context);
  if (config === undefined || hasErrors(diagnostics)) return exitCode.validation;
  if (context.options["output"] === "json") context.io.stdout(`${JSON.stringify(config.providers, null, 2)}\n`);
  else for (const name of config.providers) context.io.stdout(`${name}\n`);
  return exitCode.ok;
}
