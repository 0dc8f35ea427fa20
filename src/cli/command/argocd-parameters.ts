import { hasErrors } from "../../source/index.ts";
import type { CommandContext, Given } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm argocd parameters`: the module's configuration as the form that Argo CD shows. */
export async function run(context: CommandContext): Promise<number> {
  const { io } = context;
  const result = await renderCommand(context, "module");
  const { module } = result;
  if (module === undefined || hasErrors(result.diagnostics)) return exitCode.validation;
  const config = module.cue.get().root.field("#config");
  const parameters = (config?.fields({ optional: true }) ?? [])
    .filter(({ isDefinition, isHidden }) => !isDefinition && !isHidden)
    .map(({ name, value, presence }) => {
      const kind = value.incompleteKind;
      const preset = value.hasDefault ? value.default().toJS() : undefined;
      const type = ["string", "number", "int", "bool"].includes(kind) ? kind : "json";
      return {
        name,
        title: name,
        tooltip: value
          .docs()
          .map((doc) => doc.text.trim())
          .join(" "),
        required: presence !== "optional" && !value.hasDefault && !value.isConcrete,
        itemType: type === "bool" ? "boolean" : type === "int" || type === "number" ? "number" : "string",
        ...(preset?.ok === true && {
          string: typeof preset.value === "string" ? preset.value : JSON.stringify(preset.value),
        }),
      };
    });
  io.stdout(
    `${JSON.stringify([{ name: "environment", title: "Environment", tooltip: "where it goes", itemType: "string" }, ...parameters], null, 2)}\n`,
  );
  return exitCode.ok;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What a user filled in: `ARGOCD_APP_PARAMETERS`, and `ARGOCD_ENV_OPM_ENVIRONMENT`. */
export function argoParameters(env: Environment): { environments: string[]; sets: Given[] } {
  const environments = (env["ARGOCD_ENV_OPM_ENVIRONMENT"] ?? "").split(/[ ,]+/).filter((name) => name !== "");
  const sets: Given[] = [];
  let given: unknown;
  try {
    given = JSON.parse(env["ARGOCD_APP_PARAMETERS"] || "[]");
  } catch {
    given = [];
  }
  for (const parameter of Array.isArray(given) ? (given as Readonly<Record<string, unknown>>[]) : []) {
    const { name, string, array, map } = parameter;
    if (typeof name !== "string") continue;
    if (name === "environment" && typeof string === "string") environments.push(string);
    else if (typeof string === "string") sets.push({ option: "set", value: `${name}=${string}` });
    else if (array !== undefined || map !== undefined)
      sets.push({ option: "set-json", value: `${name}=${JSON.stringify(array ?? map)}` });
  }
  return { environments, sets };
}
