import { selectEnvironments, planRollout } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { knownEnvironments } from "../session/known-environments.ts";
import { environmentData } from "./env-show.ts";
import { isDataFormat, printData } from "./values-common.ts";

/** `opm env list [path]`: what can be released to, in the order of the rollout; with --plan, the waves. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const { environments: known, isSecret, report } = await knownEnvironments(context, context.args[0]);
  if (known === undefined) return exitCode.validation;
  if (known.size === 0) {
    io.stderr("there are no environments\n");
    const { output: wanted, plan } = options;
    if (isDataFormat(wanted)) io.stdout(printData(plan === true ? { stopOnFailure: true, waves: [] } : [], wanted));
    return exitCode.ok;
  }
  const chosen = selectEnvironments(known, { all: true });
  report(chosen.diagnostics);
  const environments = chosen.value!;
  const format = options["output"];
  const waves = planRollout(environments);
  if (options["plan"] === true) {
    if (isDataFormat(format)) io.stdout(printData({ stopOnFailure: true, waves }, format));
    else
      io.stdout(
        waves
          .map((wave, i) => {
            const gate = wave.approval ? "  ⏸ waits for approval\n" : "";
            const names = wave.environments.join(", ");
            return `${gate}${i + 1}. ${wave.group} (order ${wave.order}): ${names}\n${i < waves.length - 1 ? "  ↓ stops here on failure\n" : ""}`;
          })
          .join(""),
      );
  } else if (isDataFormat(format))
    io.stdout(
      printData(
        environments.map((e) => environmentData(e, isSecret)),
        format,
      ),
    );
  else
    io.stdout(
      tableText(
        ["NAME", "NAMESPACE", "CONTEXT", "GROUP", "ORDER", "APPROVAL", "EXTENDS"],
        environments.map((e) => [
          e.name,
          e.namespace ?? "",
          e.cluster?.kubeContext ?? "",
          e.group ?? "",
          String(e.rollout.order ?? 0),
          e.rollout.approval === true ? "yes" : "",
          e.extends.join(", "),
        ]),
      ),
    );
  return chosen.diagnostics.length > 0 ? exitCode.validation : exitCode.ok;
}
