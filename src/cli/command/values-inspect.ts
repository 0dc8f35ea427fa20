import type { ReleaseValues } from "../../pipeline/index.ts";
import { hasErrors, linesOf } from "../../source/index.ts";
import { inspectValues, leavesOf, writeCue } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { chosenFor, commandSession } from "./module-session.ts";
import { isSecretIn, mergedValues, printData, shortPlace } from "./values-common.ts";

/** `opm values inspect [path]`: every effective value with its origin. */
export async function run(context: CommandContext): Promise<number> {
  const command = await commandSession(context, context.args[0]);
  const { session } = command;
  if (session === undefined || hasErrors(command.diagnostics)) return exitCode.validation;
  const environments = chosenFor(context, command, session);
  if (environments === undefined) return exitCode.validation;
  let wrong = false;
  for (const environment of environments) {
    const values = await mergedValues(command, session, environment, false);
    if (values === undefined) wrong = true;
    else {
      if (environments.length > 1) context.io.stdout(`# ${environment!.name}\n`);
      context.io.stdout(show(values, context));
    }
  }
  return wrong ? exitCode.validation : exitCode.ok;
}

function show(values: ReleaseValues, { options, io }: CommandContext): string {
  const rows = inspectValues(leavesOf(values.tree), isSecretIn(values));
  switch (options["output"]) {
    case "json":
    case "yaml":
      return printData(
        rows.map(({ place, ...row }) => {
          const { line, column } = place.span.start < 0 ? { line: 0, column: 0 } : linesOf(place).at(place.span.start);
          return { ...row, file: shortPlace({ ...place, span: { start: -1, end: -1 } }, io.cwd), line, column };
        }),
        options["output"],
      );
    case "cue":
      return annotated(values, io.cwd);
    default:
      return tableText(
        ["FIELD", "VALUE", "FROM", "PLACE"],
        rows.map((row) => [
          row.path,
          row.value,
          row.locked ? `${row.source}, locked` : row.source,
          shortPlace(row.place, io.cwd),
        ]),
      );
  }
}

// CUE that can be read again, with the origin of each line behind it.
function annotated({ tree }: ReleaseValues, cwd: string): string {
  const { text, origins } = writeCue(tree, { under: "values", defaults: true });
  return text
    .split("\n")
    .map((line, i) => {
      const origin = origins[i];
      const isLeaf = origin !== undefined && !/[{}[\]],?$/.test(line);
      return isLeaf ? `${line} // ${origin.source ?? origin.tier} ${shortPlace(origin, cwd)}` : line;
    })
    .join("\n");
}
