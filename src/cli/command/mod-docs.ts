import { configMarkdown } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod docs [path]`: what a module's users can set, as Markdown or JSON Schema. */
export async function run(context: CommandContext): Promise<number> {
  const result = await renderCommand(context, "module");
  const { module, cue } = result;
  if (module === undefined || cue === undefined || hasErrors(result.diagnostics)) return exitCode.validation;
  const config = cue.field(module.cue.get().root, "#config");
  if (context.options["output"] !== "json-schema") {
    context.io.stdout(configMarkdown(cue, module, config));
    return exitCode.ok;
  }
  const title = module.metadata.name;
  const schema = config && cue.value(config).toJsonSchema({ title, indent: "  " });
  // A module whose #config is wrong was refused before.
  context.io.stdout(schema?.ok === true ? `${schema.value}\n` : "{}\n");
  return exitCode.ok;
}
