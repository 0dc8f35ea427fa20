import { chosenEnvironments, renderRelease } from "../../pipeline/index.ts";
import type { ReleaseResult } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { commandSession, environmentChoice } from "./module-session.ts";
import { printData } from "./values-common.ts";

/** `opm policy check [path]`: what each rule of the module's and the platform's policies says. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const command = await commandSession(context, context.args[0]);
  const { session } = command;
  if (session === undefined) return exitCode.validation;
  const chosen = chosenEnvironments(session, environmentChoice(context));
  command.report(chosen.diagnostics);
  let wrong = hasErrors([...command.diagnostics, ...chosen.diagnostics]);
  const results: { environment?: string; rules: ReturnType<typeof rows> }[] = [];
  for (const environment of chosen.value!) {
    const result = await renderRelease(
      session,
      { ...command.task, ...(environment && { environment }) },
      "release",
      command.trace,
    );
    command.report(result.diagnostics);
    if (hasErrors(result.diagnostics)) wrong = true;
    results.push({ ...(environment && { environment: environment.name }), rules: rows(result) });
  }
  if (options["output"] === "json" || options["output"] === "yaml") io.stdout(printData(results, options["output"]));
  else
    for (const { environment, rules } of results) {
      if (environment !== undefined) io.stdout(`# ${environment}\n`);
      if (rules.length === 0) io.stdout("no policies\n");
      else
        io.stdout(
          tableText(
            ["POLICY", "RULE", "ON VIOLATION", "COMPONENTS", "RESULT"],
            rules.map((r) => [r.policy, r.rule, r.onViolation, r.components.join(", "), r.result]),
          ),
        );
    }
  return wrong ? exitCode.validation : exitCode.ok;
}

function rows({ rules }: ReleaseResult) {
  return rules.map(({ policy, rule, mode, onViolation, components, judged, violations }) => ({
    policy,
    rule,
    mode,
    onViolation,
    components,
    result: !judged
      ? mode === "runtime"
        ? "left to the cluster"
        : "rendered"
      : violations.length === 0
        ? "ok"
        : `${violations.length} violated`,
    violations: violations.map(({ message, path }) => ({ message, path: path ?? "" })),
  }));
}
