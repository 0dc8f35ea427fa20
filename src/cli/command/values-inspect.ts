import { shownValues } from "../../pipeline/index.ts";
import type { ReleaseValues } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import { inspectValues, leavesOf, sourceName, writeCue } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { cueText, isSecretIn, placeData, printParts, shortPlace, typedValue } from "./values-common.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";

/** `opm values inspect [path]`: every effective value with its origin. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const opened = await valuesTargets(context, context.args[0]);
  if (hasErrors(opened.diagnostics)) return exitCode.validation;
  const several = opened.targets.length > 1;
  const parts: { name: string; data: unknown }[] = [];
  const texts: string[] = [];
  let wrong = false;
  for (const target of opened.targets) {
    const merged = await targetValues(opened, target, false);
    const values = merged && shownValues(target.session.module, merged);
    if (values === undefined) wrong = true;
    else if (options["output"] === "json" || options["output"] === "yaml")
      parts.push({ name: target.name, data: rowsOf(values, io.cwd) });
    else if (options["output"] === "cue") texts.push(annotated(values, io.cwd, several ? target.name : undefined));
    else texts.push((several ? `# ${target.name}\n` : "") + tableOf(values, io.cwd));
  }
  if (parts.length > 0) io.stdout(printParts(parts, options["output"] as "json" | "yaml"));
  io.stdout(texts.join(""));
  return wrong ? exitCode.validation : exitCode.ok;
}

function rowsOf(values: ReleaseValues, cwd: string): object[] {
  const leaves = [...leavesOf(values.tree)];
  const isSecret = isSecretIn(values);
  return inspectValues(leaves, isSecret).map(({ place, ...row }, i) => ({
    ...row,
    value: typedValue(leaves[i]!.node, isSecret, leaves[i]!.path),
    tier: leaves[i]!.node.origin.tier,
    ...placeData(place, cwd),
  }));
}

function tableOf(values: ReleaseValues, cwd: string): string {
  return tableText(
    ["FIELD", "VALUE", "FROM", "PLACE"],
    inspectValues(leavesOf(values.tree), isSecretIn(values)).map((row) => [
      row.path,
      row.value,
      row.locked ? `${row.source}, locked` : row.source,
      shortPlace(row.place, cwd),
    ]),
  );
}

// CUE that can be read again, with the origin of each line behind it.
function annotated({ tree }: ReleaseValues, cwd: string, name: string | undefined): string {
  const { text, origins } = writeCue(tree, { under: "values", defaults: true });
  const lines = text.split("\n").map((line, i) => {
    const origin = origins[i];
    const isLeaf = origin !== undefined && !/[{}[\]],?$/.test(line);
    return isLeaf ? `${line} // ${sourceName(origin)} ${shortPlace(origin, cwd)}` : line;
  });
  return cueText(lines.join("\n"), name);
}
