import { chosenEnvironments, checkValues } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { commandSession, environmentChoice } from "./module-session.ts";
import { mergedValues } from "./values-common.ts";

/** `opm values validate [path]`: the merged values against `#config`, complete and final. */
export async function run(context: CommandContext): Promise<number> {
  const command = await commandSession(context, context.args[0]);
  const { session, secrets } = command;
  if (session === undefined || hasErrors(command.diagnostics)) return exitCode.validation;
  const chosen = chosenEnvironments(session, environmentChoice(context));
  command.report(chosen.diagnostics);
  let wrong = hasErrors(chosen.diagnostics);
  for (const environment of chosen.value!) {
    const values = await mergedValues(command, session, environment, true);
    const diagnostics =
      values === undefined
        ? []
        : checkValues(session.cue, session.module, values, { complete: true, reveal: secrets.reveal });
    command.report(diagnostics);
    const target = environment === undefined ? "" : ` for ${environment.name}`;
    if (values === undefined || hasErrors(diagnostics)) wrong = true;
    else context.io.stdout(`✔ values satisfy #config of ${session.module.metadata.name}${target}\n`);
  }
  return wrong ? exitCode.validation : exitCode.ok;
}
