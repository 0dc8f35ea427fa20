import { chosenEnvironments } from "../../pipeline/index.ts";
import type { SecretStatus } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { commandSession, environmentChoice } from "./module-session.ts";
import { mergedValues, printData, shortPlace } from "./values-common.ts";

/** `opm secret list [path]`: every secret field and how it is fulfilled; no value. */
export async function run(context: CommandContext): Promise<number> {
  const command = await commandSession(context, context.args[0]);
  const { session } = command;
  if (session === undefined) return exitCode.validation;
  const chosen = chosenEnvironments(session, environmentChoice(context));
  command.report(chosen.diagnostics);
  if (chosen.diagnostics.length > 0) return exitCode.validation;
  let wrong = false;
  for (const environment of chosen.value!) {
    const values = await mergedValues(command, session, environment, false);
    if (values === undefined) wrong = true;
    else {
      if (chosen.value!.length > 1) context.io.stdout(`# ${environment!.name}\n`);
      context.io.stdout(
        secretTable(
          context,
          values.statuses.map((status) => ({ status })),
        ),
      );
    }
  }
  return wrong ? exitCode.validation : exitCode.ok;
}

export interface SecretRow {
  readonly status: SecretStatus;
  /** What a check said. */
  readonly result?: string;
}

export function secretTable({ io, options }: CommandContext, rows: readonly SecretRow[]): string {
  const place = ({ place: at }: SecretStatus): string => (at === undefined ? "" : shortPlace(at, io.cwd));
  const format = options["output"];
  if (format === "json" || format === "yaml")
    return printData(
      rows.map(({ status, result }) => ({
        path: status.path,
        how: status.how,
        detail: status.detail,
        secretName: status.secretName,
        dataKey: status.dataKey,
        source: status.source,
        place: place(status),
        ...(result !== undefined && { result }),
      })),
      format,
    );
  if (rows.length === 0) return "no secrets\n";
  const checked = rows.some(({ result }) => result !== undefined);
  return tableText(
    ["FIELD", "GIVEN AS", "GOES TO", "FROM", "PLACE", ...(checked ? ["CHECK"] : [])],
    rows.map(({ status, result }) => [
      status.path,
      status.detail === "" ? status.how : `${status.how} ${status.detail}`,
      `${status.secretName}/${status.dataKey}`,
      status.source,
      place(status),
      ...(checked ? [result ?? ""] : []),
    ]),
  );
}
