import { diffValues, selectEnvironments } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { knownEnvironments } from "../session/known-environments.ts";
import { isDataFormat, printData } from "./values-common.ts";
import { changeData, changesText } from "./values-diff.ts";

/** `opm env diff A B [path]`: two environments, their targets and their values, with all that they inherit. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const [a = "", b = "", folder] = context.args;
  const { environments, isSecret, report } = await knownEnvironments(context, folder);
  if (environments === undefined) return exitCode.validation;
  const known = new Map([...environments].map(([name, e]) => [name, { ...e, abstract: false }]));
  const sides = [a, b].map((name) => selectEnvironments(known, { names: [name] }));
  report(sides.flatMap((side) => side.diagnostics));
  const [before, after] = sides.map((side) => side.value?.[0]);
  if (before === undefined || after === undefined)
    return known.has(a) && known.has(b) ? exitCode.validation : exitCode.notFound;
  const changes = diffValues(before.values, after.values, isSecret);
  const targets = targetChanges(before, after);
  if (isDataFormat(options["output"])) {
    const values = changes.map((c) => changeData(c, io.cwd));
    io.stdout(printData({ targets, values }, options["output"]));
    return exitCode.ok;
  }
  for (const t of targets) io.stdout(neutralise(`~ ${t.field}: ${t.before || "—"} → ${t.after || "—"}\n`));
  if (targets.length > 0 && changes.length > 0) io.stdout("\n");
  io.stdout(changesText(changes, context));
  return exitCode.ok;
}

function targetChanges(
  a: EnvironmentDefinition,
  b: EnvironmentDefinition,
): { field: string; before: string; after: string }[] {
  const facts = (e: EnvironmentDefinition): Map<string, string> =>
    new Map([
      ["namespace", e.namespace ?? ""],
      ["cluster.kubeContext", e.cluster?.kubeContext ?? ""],
      ["cluster.kubeConfig", e.cluster?.kubeConfig ?? ""],
      ["group", e.group ?? ""],
      ["rollout.order", e.rollout.order === undefined ? "" : String(e.rollout.order)],
      ["rollout.approval", e.rollout.approval === undefined ? "" : String(e.rollout.approval)],
      ...[...e.labels].map(([k, v]): [string, string] => [`labels.${k}`, v]),
      ...[...e.annotations].map(([k, v]): [string, string] => [`annotations.${k}`, v]),
    ]);
  const [left, right] = [facts(a), facts(b)];
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((field) => ({ field, before: left.get(field) ?? "", after: right.get(field) ?? "" }))
    .filter((change) => change.before !== change.after);
}
