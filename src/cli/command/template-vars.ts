import { redacted, renderValue, TemplateContext, variablesOf } from "../../tera/index.ts";
import type { ResolvedVariable } from "../../tera/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { readText, readVariables } from "./template-source.ts";

/** opm template vars [FILE] [-m k=v] [--vars FILE] [-o text|json]: what a template would see, and why. */
export function run(context: CommandContext): number {
  const { io, args, options, report } = context;
  const given = readVariables(context);
  if (!given.ok) {
    report([given.problem]);
    return given.missing ? exitCode.notFound : exitCode.validation;
  }
  let variables = TemplateContext.withDefaults({ env: io.env }).mergeUserVars(given.value.vars).variables();
  let missing: string[] = [];
  if (args[0] !== undefined) {
    const source = readText(context, args[0]);
    if (!source.ok) {
      report([source.problem]);
      return source.missing ? exitCode.notFound : exitCode.general;
    }
    const uses = variablesOf(source.value.text);
    const all = uses.some((use) => use.name === "vars");
    const known = new Set(variables.map((variable) => variable.name));
    missing = uses.filter((use) => !known.has(use.name) && !namespaces.has(use.name)).map((use) => use.name);
    if (!all) variables = variables.filter((variable) => uses.some((use) => use.name === variable.name));
  }
  if (options["output"] === "json") io.stdout(`${JSON.stringify(variables.map(plainVariable), undefined, 2)}\n`);
  else io.stdout(variableLines(variables) + missing.map((name) => `${name} is not set\n`).join(""));
  return exitCode.ok;
}

const namespaces: ReadonlySet<string> = new Set(["vars", "matrix", "otel"]);

/** One line a variable: its value, where it came from, and what of the environment could set it. */
export function variableLines(variables: readonly ResolvedVariable[]): string {
  const width = Math.max(0, ...variables.map((variable) => variable.name.length));
  return variables.map((v) => `${v.name.padEnd(width)} = ${shown(v)}  (${origin(v)})\n`).join("");
}

function shown({ value, secret }: ResolvedVariable): string {
  const text = renderValue(value);
  if (secret) return text === "" ? '""' : redacted;
  return typeof value === "string" ? JSON.stringify(text) : text;
}

function origin({ source, env }: ResolvedVariable): string {
  if (source === "user") return "given";
  return source === "environment" ? `from ${env}` : env === undefined ? "default" : `default; ${env} sets it`;
}

function plainVariable(variable: ResolvedVariable): object {
  const { name, source, env, secret, value } = variable;
  return {
    name,
    value: secret && value !== "" ? redacted : renderValue(value),
    source,
    ...(env !== undefined && { env }),
    secret,
  };
}
