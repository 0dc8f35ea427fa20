import { resolve } from "node:path";
import type { ReleaseValues } from "../../pipeline/index.ts";
import { hasErrors, valuesCode, tell, advise } from "../../source/index.ts";
import { selectEnvironments, diffValues, nearestName } from "../../values/index.ts";
import type { ValueChange, ValueNode } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { tableText } from "../print/table.ts";
import { readText } from "./mod-render.ts";
import { isSecretIn, printData, shortPlace, typedValue } from "./values-common.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";
import type { ValuesTargets } from "./values-targets.ts";

/** `opm values diff A B [path]`: two environments, two values files or two releases of a package, field by field. */
export async function run(context: CommandContext): Promise<number> {
  const [a = "", b = "", folder] = context.args;
  const opened = await valuesTargets(context, folder, {});
  if (hasErrors(opened.diagnostics)) return exitCode.validation;
  const before = await side(context, opened, a);
  const after = await side(context, opened, b);
  if (before === undefined || after === undefined) return exitCode.validation;
  const isSecret = isSecretIn(after);
  context.io.stdout(changesText(diffValues(before.tree, after.tree, isSecret), context));
  return exitCode.ok;
}

async function side(context: CommandContext, opened: ValuesTargets, name: string): Promise<ReleaseValues | undefined> {
  const { targets, report } = opened;
  const release = targets.find(({ field }) => field !== "" && field === name);
  if (release !== undefined) return targetValues(opened, release, false);
  const target = targets.find(({ session }) => session.environments.has(name)) ?? targets[0];
  const another = targets.find((one) => one !== target);
  if (target === undefined) return undefined;
  const { session, task } = target;
  const isEnvironment = session.environments.has(name);
  const path = resolve(context.io.cwd, name);
  const text = isEnvironment ? null : readText(path);
  if (!isEnvironment && text === null) {
    const names = [...session.environments.keys()];
    const fields = targets.flatMap(({ field }) => (field === "" ? [] : [field]));
    const near = nearestName(name, [...names, ...fields]);
    report([
      {
        ...tell(valuesCode.unclearSide, "{name} is neither an environment nor a file{more}", {
          name,
          more: fields.length === 0 ? "" : " nor a release",
        }),
        severity: "error",
        notes: [
          ...(names.length > 0 ? [`environments: ${names.join(", ")}`] : []),
          ...(fields.length > 0 ? [`releases: ${fields.join(", ")}`] : []),
        ],
        ...(near !== null && { hint: advise(valuesCode.unclearSide, "did you mean {near}?", { near }) }),
      },
    ]);
    return undefined;
  }
  if (another !== undefined) {
    report([
      {
        ...tell(valuesCode.unclearSide, "there are several releases, and {name} may be for any of them", { name }),
        severity: "error",
        notes: [`releases: ${targets.map(({ field }) => field).join(", ")}`],
        hint: advise(valuesCode.unclearSide, "--release NAME says which"),
      },
    ]);
    return undefined;
  }
  if (isEnvironment) {
    const chosen = selectEnvironments(session.environments, { names: [name] });
    report(chosen.diagnostics);
    const [environment] = chosen.value!;
    return environment && targetValues(opened, { ...target, task: { ...task, environment } }, false);
  }
  const files = [...(task.values?.files ?? []), { name: path, text: text! }];
  return targetValues(opened, { ...target, task: { ...task, values: { ...task.values, files } } }, false);
}

const SIGNS: Readonly<Record<ValueChange["change"], string>> = { added: "+", removed: "-", changed: "~" };

export function changesText(changes: readonly ValueChange[], { options, io }: CommandContext): string {
  const place = (node: ValueChange["before"]): string => (node === undefined ? "" : shortPlace(node.origin, io.cwd));
  switch (options["output"]) {
    case "json":
    case "yaml":
    case "cue":
      return printData(
        changes.map((c) => changeData(c, io.cwd)),
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

/** A change as data; a secret is `***`. */
export function changeData({ path, change, before, after, beforeText, afterText }: ValueChange, cwd: string): object {
  const value = (node: ValueNode, text: string): unknown => (text === "***" ? text : typedValue(node, () => false, []));
  return {
    path,
    change,
    ...(before && { before: value(before, beforeText), beforePlace: shortPlace(before.origin, cwd) }),
    ...(after && { after: value(after, afterText), afterPlace: shortPlace(after.origin, cwd) }),
  };
}
