import type { SecretStatus } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { tableText } from "../print/table.ts";
import { hasErrors } from "../../source/index.ts";
import { printData, shortPlace } from "./values-common.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";
import type { ValuesTarget } from "./values-targets.ts";

/** `opm secret list [path]`: every secret field and how it is fulfilled; no value. */
export async function run(context: CommandContext): Promise<number> {
  const opened = await valuesTargets(context, context.args[0]);
  let wrong = hasErrors(opened.diagnostics);
  const groups: SecretGroup[] = [];
  for (const target of opened.targets) {
    const values = await targetValues(opened, target, false);
    if (values === undefined) wrong = true;
    else groups.push({ ...groupOf(target), rows: values.statuses.map((status) => ({ status })) });
  }
  if (groups.length > 0) context.io.stdout(secretTable(context, groups));
  return wrong ? exitCode.validation : exitCode.ok;
}

export interface SecretRow {
  readonly status: SecretStatus;
  /** What a check said. */
  readonly result?: string;
}

/** The secrets of one release. */
export interface SecretGroup {
  /** `staging`, `staging/shop.api`; "" for a module without an environment. */
  readonly name: string;
  readonly environment?: string;
  /** Its field in a package. */
  readonly release?: string;
  readonly rows: readonly SecretRow[];
}

export function groupOf({ name, field, task }: ValuesTarget): Omit<SecretGroup, "rows"> {
  return {
    name,
    ...(task.environment && { environment: task.environment.name }),
    ...(field !== "" && { release: field }),
  };
}

export function secretTable({ io, options }: CommandContext, groups: readonly SecretGroup[]): string {
  const place = ({ place: at }: SecretStatus): string => (at === undefined ? "" : shortPlace(at, io.cwd));
  const format = options["output"];
  const several = groups.length > 1;
  if (format === "json" || format === "yaml")
    return printData(
      groups.flatMap(({ environment, release, rows }) =>
        rows.map(({ status, result }) => ({
          ...(environment !== undefined && { environment }),
          ...(release !== undefined && { release }),
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
    .map(({ name, rows }) => {
      const head = several ? `# ${neutralise(name)}\n` : "";
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
