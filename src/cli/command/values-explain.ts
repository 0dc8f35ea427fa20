import { hasErrors, linesOf } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { explain, leavesOf, nearestName, parsePath, pathText } from "../../values/index.ts";
import type { Explanation, ValueNode } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { chosenFor, commandSession } from "./module-session.ts";
import { isSecretIn, mergedValues, printData, shortPlace } from "./values-common.ts";

/** `opm values explain PATH [path]`: from the winning value down to the module's default. */
export async function run(context: CommandContext): Promise<number> {
  const [wanted = "", folder] = context.args;
  const parsed = parsePath(wanted.replace(/^(?:values|#config)\./, ""));
  if ("message" in parsed) {
    const file = { name: "PATH", text: wanted };
    const places = [{ file, span: { start: parsed.offset, end: parsed.offset + 1 } }];
    context.report([
      { severity: "error", message: parsed.message, places, hint: "write a path such as web.replicas or hosts[0]" },
    ]);
    return exitCode.general;
  }
  const command = await commandSession(context, folder);
  const { session } = command;
  if (session === undefined || hasErrors(command.diagnostics)) return exitCode.validation;
  const environments = chosenFor(context, command, session);
  if (environments === undefined) return exitCode.validation;
  for (const environment of environments) {
    const values = await mergedValues(command, session, environment, false);
    if (values === undefined) return exitCode.validation;
    const explanation = explain(values.tree, parsed.path, isSecretIn(values));
    if (explanation === undefined) {
      command.report([unknownPath(pathText(parsed.path), values.tree)]);
      return exitCode.notFound;
    }
    if (environments.length > 1) context.io.stdout(`# ${environment!.name}\n`);
    context.io.stdout(show(explanation, context));
  }
  return exitCode.ok;
}

function show({ path, steps, bounds }: Explanation, { options, io }: CommandContext): string {
  if (options["output"] === "json" || options["output"] === "yaml") {
    const at = (place: Explanation["steps"][number]["place"]): object => {
      const { line, column } = place.span.start < 0 ? { line: 0, column: 0 } : linesOf(place).at(place.span.start);
      return { file: shortPlace({ ...place, span: { start: -1, end: -1 } }, io.cwd), line, column };
    };
    return printData(
      {
        path,
        steps: steps.map(({ place, ...step }) => ({ ...step, ...at(place) })),
        bounds: bounds.map(({ text, place }) => ({ text, ...at(place) })),
      },
      options["output"],
    );
  }
  const width = Math.max(...steps.map((step) => step.value.length));
  const lines = steps.map((step, i) => {
    const mark = i === 0 ? "●" : i === steps.length - 1 ? "└" : "├";
    const lock = step.locked ? ", locked" : "";
    return `${mark} ${step.value.padEnd(width)}  ${step.source}${lock}  ${shortPlace(step.place, io.cwd)}`;
  });
  for (const { text, place } of bounds) lines.push(`  must be ${text.trim()}  platform  ${shortPlace(place, io.cwd)}`);
  return `${[path, ...lines].map(neutralise).join("\n")}\n`;
}

function unknownPath(path: string, tree: ValueNode): Diagnostic {
  const names = [...leavesOf(tree)].map((leaf) => pathText(leaf.path));
  const near = nearestName(path, names);
  return {
    severity: "error",
    message: `nothing sets ${path}`,
    args: { path },
    ...(near !== null && { hint: `did you mean ${near}?` }),
  };
}
