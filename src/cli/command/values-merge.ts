import type { ReleaseValues } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import { inspectValues, leavesOf, writeCue } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { chosenFor, commandSession } from "./module-session.ts";
import { isSecretIn, mergedValues, plainValues, printData } from "./values-common.ts";

/** `opm values merge [path]`: the effective values and nothing else. */
export async function run(context: CommandContext): Promise<number> {
  const command = await commandSession(context, context.args[0]);
  const { session } = command;
  if (session === undefined || hasErrors(command.diagnostics)) return exitCode.validation;
  const environments = chosenFor(context, command, session);
  if (environments === undefined) return exitCode.validation;
  const texts: string[] = [];
  for (const environment of environments) {
    const values = await mergedValues(command, session, environment, true);
    if (values === undefined) return exitCode.validation;
    texts.push(show(values, context.options["output"]));
  }
  context.io.stdout(
    texts.join(context.options["output"] === undefined || context.options["output"] === "yaml" ? "---\n" : ""),
  );
  return exitCode.ok;
}

function show(values: ReleaseValues, format: unknown): string {
  const isSecret = isSecretIn(values);
  switch (format) {
    case "cue":
      return writeCue(values.tree, { under: "values", defaults: true }).text;
    case "table":
      return tableText(
        ["FIELD", "VALUE"],
        inspectValues(leavesOf(values.tree), isSecret).map((r) => [r.path, r.value]),
      );
    default:
      return printData(plainValues(values.tree, isSecret), format === "json" ? "json" : "yaml");
  }
}
