import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { configCommand } from "./config-load.ts";

/** `opm config show`: every setting, where it comes from and what it shadows. */
export async function run(context: CommandContext): Promise<number> {
  const { config, diagnostics } = await configCommand(context);
  if (config === undefined || hasErrors(diagnostics)) return exitCode.validation;
  const { io } = context;
  if (context.options["output"] === "json") {
    io.stdout(`${JSON.stringify(config, null, 2)}\n`);
    return exitCode.ok;
  }
  const { path, repository } = config;
  if (repository !== undefined) io.stdout(`repository: ${repository}\n`);
  io.stdout(`file: ${path ?? (repository === undefined ? "none: everything is built in" : "none")}\n`);
  io.stdout(`providers: ${config.providers.join(", ")}\n`);
  for (const [name, setting] of Object.entries(config.settings)) {
    const file = setting.file !== undefined && setting.file === repository ? ` of the repository` : "";
    io.stdout(`${name}: ${setting.value}  (${setting.source}${file}: ${setting.from})\n`);
    for (const { value, source, from } of setting.shadowed) io.stdout(`  shadows ${value}  (${source}: ${from})\n`);
  }
  return exitCode.ok;
}
