import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { variableList } from "../../secrets/index.ts";
import { commandLineCode, tell } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { renderMapped, TEMPLATE_CODE, TemplateContext } from "../../tera/index.ts";
import type { MappedText } from "../../tera/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { readData } from "./template-data.ts";
import type { DataFormat } from "./template-data.ts";
import { readReferenced, readText, readVariables } from "./template-source.ts";
import { variableLines } from "./template-vars.ts";

/** opm template render FILE [-m k=v] [--vars FILE] [-o OUT] [--show-vars] [--check toml|yaml|json] */
export function run(context: CommandContext): number {
  const { io, args, options, report } = context;
  const source = readText(context, args[0] ?? "-");
  if (!source.ok) {
    report([source.problem]);
    return source.missing ? exitCode.notFound : exitCode.general;
  }
  const given = readVariables(context);
  if (!given.ok) {
    report([given.problem]);
    return given.missing ? exitCode.notFound : exitCode.validation;
  }
  const { vars, options: namespaces } = given.value;
  if (options["showVars"] === true) {
    const resolved = TemplateContext.withDefaults({ env: io.env }).mergeUserVars(vars);
    io.stderr(variableLines(resolved.variables()));
  }
  const outcome = renderMapped(source.value, vars, {
    env: io.env,
    mayRead: variableList(io.env["OPM_ALLOW_ENV"]).allows,
    templates: readReferenced(context, source.value),
    ...namespaces,
  });
  report(outcome.diagnostics);
  if (!outcome.value) return exitCode.validation;
  const check = options["check"] as DataFormat | undefined;
  const mistakes = check === undefined ? [] : checkOutput(outcome.value, check);
  report(mistakes);
  if (mistakes.length > 0) return exitCode.validation;
  return write(context, outcome.value.text);
}

/** Whether the output is what it should be; if not, the mistake is shown where the template made it. */
export function checkOutput(output: MappedText, format: DataFormat): Diagnostic[] {
  const data = readData(output.text, format, true);
  if (data.ok) return [];
  const span = { start: data.offset, end: Math.min(data.offset + 1, output.text.length) };
  return output.mapDiagnostics([
    {
      ...tell(TEMPLATE_CODE.badOutput, "the rendered text is not valid {format}: {problem}", {
        format: format.toUpperCase(),
        problem: data.message,
      }),
      severity: "error",
      places: [{ file: output.file, span }],
    },
  ]);
}

function write({ io, options, report }: CommandContext, text: string): number {
  const path = options["output"];
  if (typeof path !== "string") {
    io.stdout(text === "" || text.endsWith("\n") ? text : `${text}\n`);
    return exitCode.ok;
  }
  try {
    writeWholeFile(resolve(io.cwd, path), text);
    return exitCode.ok;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    report([
      {
        ...tell(commandLineCode.cannotWrite, "{path} cannot be written ({code})", { path, code }),
        severity: "error",
      },
    ]);
    return code === "EACCES" || code === "EPERM" ? exitCode.permission : exitCode.general;
  }
}
