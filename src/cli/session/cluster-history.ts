import { readRecord } from "../../cluster/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { dataText } from "../print/plan-data.ts";
import { tableText } from "../print/table.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { openTargets } from "./cluster-target.ts";
import type { Noun } from "./cluster-target.ts";
import { noRelease } from "./no-release.ts";

/** `opm mod|release|bundle history`. */
export async function historyCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const sessions = new ClusterSessions(context, targets.secrets.redactor, () => {});
  const several = targets.targets.length > 1;
  const format = options["output"] ?? "table";
  const data: unknown[] = [];
  let worst: number = exitCode.ok;
  for (const target of targets.targets) {
    const session = await sessions.open(target.cluster);
    const exit =
      session === undefined
        ? exitCode.validation
        : await guarded(context, session, async () => {
            const read = await readRecord(session.context, { ...target, uuid: "" }, true);
            targets.report(
              read.value === undefined && read.diagnostics.length === 0 ? [noRelease(target)] : read.diagnostics,
            );
            if (read.value === undefined || hasErrors(read.diagnostics)) return exitCode.validation;
            const { history, release } = read.value.record;
            if (format !== "table") data.push({ release, history: history.map(({ stored: _, ...info }) => info) });
            else {
              if (several) io.stdout(`${target.label} in ${target.namespace}\n`);
              io.stdout(
                tableText(
                  ["REVISION", "WHEN", "OUTCOME", "OPERATION", "VERSION", "OBJECTS", "BY", "VALUES", "COMMIT"],
                  history.map((info) => [
                    String(info.revision),
                    info.at,
                    info.outcome,
                    info.operation,
                    info.version,
                    String(info.objects),
                    info.by,
                    info.values ?? "",
                    (info.commit ?? "").slice(0, 12),
                  ]),
                ),
              );
            }
            return exitCode.ok;
          });
    if (exit !== exitCode.ok) worst = exit;
  }
  sessions.close();
  if (format !== "table" && data.length > 0) io.stdout(dataText(several ? data : data[0], format));
  return worst;
}
