import { configMarkdown } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import { secretSlots, viewOf } from "../../values/index.ts";
import type { SecretSlot } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderCommand } from "./mod-render.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { neutralise } from "../print/neutralise.ts";

/** `opm mod docs [path]`: what a module's users can set, as Markdown or JSON Schema. */
export async function run(context: CommandContext): Promise<number> {
  const result = await renderCommand(context, "module");
  const { module, cue } = result;
  if (module === undefined || cue === undefined || hasErrors(result.diagnostics)) return exitCode.validation;
  const config = module.cue.get().root.field("#config");
  if (config !== undefined) hideLiterals(context, secretSlots(viewOf(config)));
  if (context.options["output"] !== "json-schema") {
    context.io.stdout(neutralise(configMarkdown(cue, module, config)));
    return exitCode.ok;
  }
  const title = module.metadata.name;
  const schema = config && config.toJsonSchema({ title, indent: "  " });
  // A module whose #config is wrong was refused before.
  context.io.stdout(schema?.ok === true ? `${schema.value}\n` : "{}\n");
  return exitCode.ok;
}

/** A schema may say what a secret is, or may be: its documentation does not. */
export function hideLiterals(context: CommandContext, slots: readonly SecretSlot[]): void {
  const secrets = new SecretInputs(context);
  for (const { path, literals = [] } of slots) for (const { text } of literals) secrets.opaque(text, path.join("."));
  secrets.known();
}
