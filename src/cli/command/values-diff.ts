import { resolve } from "node:path";
import type { ReleaseValues, Session } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import { selectEnvironments, diffValues, nearestName } from "../../values/index.ts";
import type { ValueChange } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { tableText } from "../print/table.ts";
import { readText } from "./mod-render.ts";
import { commandSession } from "./module-session.ts";
import type { CommandSession } from "./module-session.ts";
import { isSecretIn, mergedValues, printData, shortPlace } from "./values-common.ts";

/** `opm values diff A B [path]`: two environments or two values files, field by field. */
export async function run(context: CommandContext): Promise<number> {
  const [a = "", b = "", folder] = context.args;
  const command = await commandSession(context, folder);
  const { session } = command;
  if (session === undefined || hasErrors(command.diagnostics)) return exitCode.validation;
  const before = await side(context, command, session, a);
  const after = await side(context, command, session, b);
  if (before === undefined || after === undefined) return exitCode.validation;
  context.io.stdout(changesText(diffValues(before.tree, after.tree, isSecretIn(after)), context));
  return exitCode.ok;
}

async function side(
  context: CommandContext,
  command: CommandSession,
  session: Session,
  name: string,
): Promise<ReleaseValues | undefined> {
  if (session.environments.has(name)) {
    const chosen = selectEnvironments(session.environments, { names: [name] });
    command.report(chosen.diagnostics);
    return chosen.value![0] && mergedValues(command, session, chosen.value![0], false);
  }
  const path = resolve(context.io.cwd, name);
  const text = readText(path);
  if (text === null) {
    const names = [...session.environments.keys()];
    const near = nearestName(name, names);
    command.report([
      {
        severity: "error",
        message: `${name} is neither an environment nor a file`,
        ...(names.length > 0 && { notes: [`environments: ${names.join(", ")}`] }),
        ...(near !== null && { hint: `did you mean ${near}?` }),
      },
    ]);
    return undefined;
  }
  const { task } = command;
  const files = [...(task.values?.files ?? []), { name: path, text }];
  return mergedValues({ ...command, task: { ...task, values: { ...task.values, files } } }, session, undefined, false);
}

const SIGNS: Readonly<Record<ValueChange["change"], string>> = { added: "+", removed: "-", changed: "~" };

export function changesText(changes: readonly ValueChange[], { options, io }: CommandContext): string {
  const place = (node: ValueChange["before"]): string => (node === undefined ? "" : shortPlace(node.origin, io.cwd));
  switch (options["output"]) {
    case "json":
    case "yaml":
      return printData(
        changes.map((c) => ({
          path: c.path,
          change: c.change,
          ...(c.before && { before: c.beforeText, beforePlace: place(c.before) }),
          ...(c.after && { after: c.afterText, afterPlace: place(c.after) }),
        })),
        options["output"],
      );
    case "table":
      return tableText(
        ["", "FIELD", "BEFORE", "AFTER", "PLACE"],
        changes.map((c) => [SIGNS[c.change], c.path, c.beforeText, c.afterText, place(c.after ?? c.before)]),
      );
    default:
      return changes
        .map((c) => {
          const text = c.change === "changed" ? `${c.beforeText} → ${c.afterText}` : c.beforeText + c.afterText;
          return neutralise(`${SIGNS[c.change]} ${c.path}: ${text}  (${place(c.after ?? c.before)})\n`);
        })
        .join("");
  }
}
