import { checkValues } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { judgedText } from "./values-judged.ts";
import type { Judged } from "./values-judged.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";

/** `opm values validate [path]`: the merged values against `#config`, complete and final. */
export async function run(context: CommandContext): Promise<number> {
  const opened = await valuesTargets(context, context.args[0]);
  const { secrets, report } = opened;
  let wrong = hasErrors(opened.diagnostics);
  const judged: Judged[] = [];
  for (const target of opened.targets) {
    const { name, session, task } = target;
    const told: Diagnostic[] = [];
    const tell = (diagnostics: readonly Diagnostic[]): void => {
      told.push(...secrets.safe(diagnostics));
      report(diagnostics);
    };
    const values = await targetValues({ ...opened, report: tell }, target, true);
    const note = name === "" ? [] : [`for ${name}`];
    if (values !== undefined)
      tell(
        checkValues(session.module, values, { complete: true, reveal: secrets.reveal }).map((d) => ({
          ...d,
          notes: [...(d.notes ?? []), ...note],
        })),
      );
    const valid = values !== undefined && !hasErrors(told);
    wrong ||= !valid;
    const { environment } = task;
    judged.push({
      name,
      module: session.module.metadata.name,
      ...(environment && { environment: environment.name }),
      valid,
      diagnostics: told,
    });
  }
  const line = ({ module, name }: Judged): string =>
    `✔ values satisfy #config of ${module}${name === "" ? "" : ` for ${name}`}\n`;
  context.io.stdout(judgedText(judged, context, line));
  return wrong ? exitCode.validation : exitCode.ok;
}
