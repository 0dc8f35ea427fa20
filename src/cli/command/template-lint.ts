import type { Diagnostic } from "../../source/index.ts";
import { lintTemplate } from "../../tera/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { readReferenced, readText, readVariables } from "./template-source.ts";

/** opm template lint FILE… [-m k=v] [--vars FILE] [--deny-warnings] */
export function run(context: CommandContext): number {
  const { args, options, report, io } = context;
  const given = readVariables(context);
  if (!given.ok) {
    report([given.problem]);
    return given.missing ? exitCode.notFound : exitCode.validation;
  }
  const found: Diagnostic[] = [];
  for (const path of args.length > 0 ? args : ["-"]) {
    const source = readText(context, path);
    if (!source.ok) {
      report([source.problem]);
      return source.missing ? exitCode.notFound : exitCode.general;
    }
    const known = Object.keys(given.value.vars);
    found.push(...lintTemplate(source.value, { known, templates: readReferenced(context, source.value) }));
  }
  report(found);
  const errors = found.filter((diagnostic) => diagnostic.severity === "error").length;
  const warnings = found.length - errors;
  if (found.length === 0)
    io.stdout(`${args.length === 1 ? "1 template" : `${args.length} templates`}, no complaints\n`);
  return errors > 0 || (warnings > 0 && options["denyWarnings"] === true) ? exitCode.validation : exitCode.ok;
}
