import { loadProvider } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { configCommand } from "./config-load.ts";

/** `opm provider list`. */
export async function run(context: CommandContext): Promise<number> {
  const { config, diagnostics } = await configCommand(context);
  if (config === undefined || hasErrors(diagnostics)) return exitCode.validation;
  const { context: cue, provider } = config.cue.get();
  const broken: Diagnostic[] = [];
  // An entry that is no provider is found when it is chosen; who lists them wants to know before.
  for (const name of config.providers) broken.push(...(await loadProvider(cue, name, provider(name))).diagnostics);
  context.report(relativePlaces(broken, context.io.cwd));
  if (context.options["output"] === "json") context.io.stdout(`${JSON.stringify(config.providers, null, 2)}\n`);
  else for (const name of config.providers) context.io.stdout(`${name}\n`);
  return hasErrors(broken) ? exitCode.validation : exitCode.ok;
}
