import { chooseProvider, loadProvider } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { configCommand } from "./config-load.ts";

/** `opm config vet`: the file against its schema, and every provider. */
export async function run(context: CommandContext): Promise<number> {
  const { config, diagnostics } = await configCommand(context);
  if (config === undefined || hasErrors(diagnostics)) return exitCode.validation;
  const { context: cue, provider } = config.cue.get();
  const found: Diagnostic[] = config.settings.provider === undefined ? [] : [...chooseProvider(config).diagnostics];
  for (const name of config.providers) {
    found.push(...(await loadProvider(cue, name, provider(name))).diagnostics);
  }
  context.report(relativePlaces(found, context.io.cwd));
  if (hasErrors(found)) return exitCode.validation;
  const count = config.providers.length;
  context.io.stdout(
    `✔ Configuration valid (${count} provider${count === 1 ? "" : "s"}; ${[config.repository, config.path].filter((file) => file !== undefined).join(" over ") || "built in"})\n`,
  );
  return exitCode.ok;
}
