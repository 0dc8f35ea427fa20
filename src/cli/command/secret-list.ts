import type { SecretStatus } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { tableText } from "../print/table.ts";
import { chosenFor, commandSession } from "./module-session.ts";
import { mergedValues, printData, shortPlace } from "./values-common.ts";

/** `opm secret list [path]`: every secret field and how it is fulfilled; no value. */
export async function run(context: CommandContext): Promise<number> {
  const command = await commandSession(context, context.args[0]);
  const { session } = command;
  if (session === undefined) return exitCode.validation;
  const environments = chosenFor(context, command, session);
  if (environments === undefined) return exitCode.validation;
  let wrong = false;
  const groups: SecretGroup[] = [];
  for (const environment of environments) {
    const values = await mergedValues(command, session, environment, false);
    if (values === undefined) wrong = true;
    else {
      const rows = values.statuses.map((status) => ({ status }));
      groups.push({ ...(environment && { environment: environment.name }), rows });
    }
  }
  if (groups.length > 0) context.io.stdout(secretTable(context, groups));
  return wrong ? exitCode.validation : exitCode.ok;
}

export interface SecretRow {
  readonly status: SecretStatus;
  /** What a check said. */
  readonly result?: string;
}

/** The secrets of a release to one environment. */
export interface SecretGroup {
  readonly environment?: string;
  readonly rows: readonly SecretRow[];
}

export function secretTable({ io, options }: CommandContext, groups: readonly SecretGroup[]): string {
  const place = ({ place: at }: SecretStatus): string => (at === undefined ? "" : shortPlace(at, io.cwd));
  const format = options["output"];
  const several = groups.length > 1;
  if (format === "json" || format === "yaml")
    return printData(
      groups.flatMap(({ environment, rows }) =>
        rows.map(({ status, result }) => ({
          ...(environment !== undefined && { environment }),
          path: status.path,
          how: status.how,
          detail: status.detail,
          secretName: (status.target ?? status).secretName,
          dataKey: (status.target ?? status).dataKey,
          source: status.source,
          place: place(status),
          ...(result !== undefined && { result }),
        })),
      ),
      format,
    );
  return groups
    .map(({ environment, rows }) => {
      const head = several ? `# ${environment}\n` : "";
      if (rows.length === 0) return `${head}no secrets\n`;
      const checked = rows.some(({ result }) => result !== undefined);
      const lines = rows.map(({ status, result }) => [
        status.path,
        status.detail === "" ? status.how : `${status.how} ${status.detail}`,
        `${(status.target ?? status).secretName}/${(status.target ?? status).dataKey}`,
        status.source,
        place(status),
        ...(checked ? [result ?? ""] : []),
      ]);
      const columns = ["FIELD", "GIVEN AS", "GOES TO", "FROM", "PLACE", ...(checked ? ["CHECK"] : [])];
      return head + tableText(columns, lines);
    })
    .join("");
}
