import { inspectValues, leavesOf, lineage, selectEnvironments } from "../../values/index.ts";
import type { EnvironmentDefinition, Path } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { knownEnvironments } from "../session/known-environments.ts";
import { isDataFormat, plainValues, printData, shortPlace } from "./values-common.ts";

/** `opm env show NAME [path]`: one environment with all that it inherits. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const [name = "", folder] = context.args;
  const { environments, isSecret, report } = await knownEnvironments(context, folder);
  if (environments === undefined) return exitCode.validation;
  const abstract = environments.get(name)?.abstract === true;
  // One that is only there to be extended can be looked at all the same.
  const known = abstract
    ? new Map([...environments, [name, { ...environments.get(name)!, abstract: false }]])
    : environments;
  const chosen = selectEnvironments(known, { names: [name] });
  report(chosen.diagnostics);
  const environment = chosen.value![0];
  if (environment === undefined) return environments.has(name) ? exitCode.validation : exitCode.notFound;
  const shown = abstract ? { ...environment, abstract } : environment;
  if (isDataFormat(options["output"])) {
    io.stdout(printData(environmentData(shown, isSecret), options["output"]));
    return exitCode.ok;
  }
  const { place } = environment;
  const chain = lineage(name, environments).value?.map((e) => e.name) ?? [];
  const facts: [string, string][] = [
    ["name", name + (abstract ? " (abstract)" : "")],
    ["declared", place === undefined ? "" : shortPlace(place, io.cwd)],
    ["builds on", chain.slice(0, -1).join(" → ")],
    ["namespace", environment.namespace ?? ""],
    ["context", environment.cluster?.kubeContext ?? ""],
    ["kubeconfig", environment.cluster?.kubeConfig ?? ""],
    ["group", environment.group ?? ""],
    ["order", environment.rollout.order === undefined ? "" : String(environment.rollout.order)],
    ["approval", environment.rollout.approval === true ? "yes" : ""],
    ["labels", [...environment.labels].map(([k, v]) => `${k}=${v}`).join(", ")],
    ["annotations", [...environment.annotations].map(([k, v]) => `${k}=${v}`).join(", ")],
  ];
  io.stdout(
    facts
      .filter(([, text]) => text !== "")
      .map(([key, text]) => `${key.padEnd(12)}${text}\n`)
      .join(""),
  );
  if (environment.values !== undefined) {
    const rows = inspectValues(leavesOf(environment.values), isSecret);
    io.stdout(
      `\n${tableText(
        ["FIELD", "VALUE", "FROM", "PLACE"],
        rows.map((r) => [r.path, r.value, r.source, shortPlace(r.place, io.cwd)]),
      )}`,
    );
  }
  return exitCode.ok;
}

export function environmentData(e: EnvironmentDefinition, isSecret: (path: Path) => boolean): object {
  return {
    name: e.name,
    ...(e.abstract && { abstract: true }),
    ...(e.extends.length > 0 && { extends: e.extends }),
    ...(e.namespace !== undefined && { namespace: e.namespace }),
    ...(e.cluster && { cluster: e.cluster }),
    ...(e.group !== undefined && { group: e.group }),
    ...(Object.keys(e.rollout).length > 0 && { rollout: e.rollout }),
    ...(e.labels.size > 0 && { labels: e.labels }),
    ...(e.annotations.size > 0 && { annotations: e.annotations }),
    ...(e.values && { values: plainValues(e.values, isSecret) }),
  };
}
