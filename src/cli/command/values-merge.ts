import type { ReleaseValues } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import { inspectValues, leavesOf, writeCue } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { cueText, isSecretIn, plainValues, printData, printParts } from "./values-common.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";

/** `opm values merge [path]`: the effective values and nothing else. */
export async function run(context: CommandContext): Promise<number> {
  const format_ = context.options["output"];
  const opened = await valuesTargets(context, context.args[0]);
  if (hasErrors(opened.diagnostics)) return exitCode.validation;
  const several = opened.targets.length > 1;
  const found: { name: string; values: ReleaseValues }[] = [];
  for (const target of opened.targets) {
    const values = await targetValues(opened, target, true);
    if (values !== undefined) found.push({ name: target.name, values });
  }
  if (found.length < opened.targets.length) return exitCode.validation;
  const data = (values: ReleaseValues): unknown => plainValues(values.tree, isSecretIn(values));
  const texts = (text: (values: ReleaseValues, name: string) => string): string[] =>
    found.map(({ name, values }) => (several && format_ !== "cue" ? `# ${name}\n` : "") + text(values, name));
  switch (format_) {
    case "json":
      context.io.stdout(
        printParts(
          found.map(({ name, values }) => ({ name, data: data(values) })),
          "json",
        ),
      );
      break;
    case "cue":
      context.io.stdout(texts((values, name) => cueOf(values, several ? name : undefined)).join(""));
      break;
    case "table":
      context.io.stdout(texts(tableOf).join(""));
      break;
    default:
      context.io.stdout(texts((values) => printData(data(values), "yaml")).join("---\n"));
  }
  return exitCode.ok;
}

function tableOf(values: ReleaseValues): string {
  return tableText(
    ["FIELD", "VALUE"],
    inspectValues(leavesOf(values.tree), isSecretIn(values)).map((r) => [r.path, r.value]),
  );
}

function cueOf({ tree }: ReleaseValues, name: string | undefined): string {
  const { text } = writeCue(tree, { under: "values", defaults: true });
  return cueText(text, name);
}
