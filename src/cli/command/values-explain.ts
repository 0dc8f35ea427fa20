import { commandLineCode, hasErrors, valuesCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { explainValue, shownValues } from "../../pipeline/index.ts";
import type { ValueExplanation } from "../../pipeline/index.ts";
import { leavesOf, nearestName, parsePath, pathText } from "../../values/index.ts";
import type { ValueNode } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { isDataFormat, isSecretIn, placeData, printParts, shortPlace, typedValue } from "./values-common.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";

/** `opm values explain PATH [path]`: from the winning value down to the module's default. */
export async function run(context: CommandContext): Promise<number> {
  const [wanted = "", folder] = context.args;
  const parsed = parsePath(wanted.replace(/^(?:values|#config)\./, ""));
  if ("message" in parsed) {
    const file = { name: "PATH", text: wanted };
    const places = [{ file, span: { start: parsed.offset, end: parsed.offset + 1 } }];
    context.report([
      {
        ...tell(commandLineCode.badArgument, "{problem}", { problem: parsed.message }),
        severity: "error",
        places,
        hint: advise(commandLineCode.badArgument, "write a path such as web.replicas or hosts[0]"),
      },
    ]);
    return exitCode.general;
  }
  const opened = await valuesTargets(context, folder);
  if (hasErrors(opened.diagnostics)) return exitCode.validation;
  const { io, options } = context;
  const found: { name: string; text: string; data: unknown }[] = [];
  const missing: { name: string; tree: ValueNode }[] = [];
  for (const target of opened.targets) {
    const merged = await targetValues(opened, target, false);
    if (merged === undefined) return exitCode.validation;
    const { module } = target.session;
    const values = shownValues(module, merged);
    const isSecret = isSecretIn(values);
    const explanation = explainValue(module, values, parsed.path, isSecret);
    if (explanation === undefined) missing.push({ name: target.name, tree: values.tree });
    else
      found.push({
        name: target.name,
        text: show(explanation, io.cwd),
        data: dataOf(explanation, (node) => typedValue(node, isSecret, parsed.path), io.cwd),
      });
  }
  // Of several releases, some may well be of other modules.
  if (found.length === 0) {
    if (missing.length > 0) opened.report([unknownPath(pathText(parsed.path), missing[0]!.tree)]);
    return exitCode.notFound;
  }
  if (isDataFormat(options["output"])) io.stdout(printParts(found, options["output"]));
  else for (const { name, text } of found) io.stdout((opened.targets.length > 1 ? `# ${name}\n` : "") + text);
  return exitCode.ok;
}

function dataOf(
  { path, steps, bounds, inputs }: ValueExplanation,
  value: (node: ValueNode) => unknown,
  cwd: string,
): object {
  return {
    path,
    steps: steps.map(({ place, node, ...step }) => ({ ...step, value: value(node), ...placeData(place, cwd) })),
    bounds: bounds.map(({ place, text, source }) => ({ text: text.trim(), source, ...placeData(place, cwd) })),
    ...(inputs.length > 0 && { inputs: inputs.map((input) => dataOf(input, value, cwd)) }),
  };
}

function show({ path, steps, bounds, inputs }: ValueExplanation, cwd: string): string {
  const width = Math.max(...steps.map((step) => step.value.length));
  const lines = steps.map((step, i) => {
    const mark = i === 0 ? "●" : i === steps.length - 1 ? "└" : "├";
    const lock = step.locked ? ", locked" : "";
    return `${mark} ${step.value.padEnd(width)}  ${step.source}${lock}  ${shortPlace(step.place, cwd)}`;
  });
  for (const { text, source, place } of bounds)
    lines.push(`  must be ${text.trim()}  ${source}  ${shortPlace(place, cwd)}`);
  const below = inputs.map((input) => show(input, cwd).replaceAll(/^(?=.)/gm, "  "));
  const made = below.length === 0 ? "" : `  made from\n${below.join("")}`;
  return `${[path, ...lines].map(neutralise).join("\n")}\n${made}`;
}

function unknownPath(path: string, tree: ValueNode): Diagnostic {
  const names = [...leavesOf(tree)].map((leaf) => pathText(leaf.path));
  const near = nearestName(path, names);
  return {
    ...tell(valuesCode.nothingSets, "nothing sets {path}", { path }),
    severity: "error",
    ...(near !== null && { hint: advise(valuesCode.nothingSets, "did you mean {near}?", { near }) }),
  };
}
