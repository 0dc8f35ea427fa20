import { DamagedRecord, nameOf, readLogs, readRecord } from "../../cluster/index.ts";
import type { ClusterContext, JobLog, StoredRecord } from "../../cluster/index.ts";
import { clusterCode, hasErrors, tell, advise } from "../../source/index.ts";
import type { Outcome, Told } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { neutralise } from "../print/neutralise.ts";
import { dataText } from "../print/plan-data.ts";
import { tableText } from "../print/table.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { Noun } from "./cluster-target.ts";
import { noRelease } from "./no-release.ts";

/** `opm mod|release|bundle history`. */
export async function historyCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  await learnSecrets(targets);
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
            const wanted = options["logs"];
            if (wanted !== undefined) {
              const said = await keptLogs(session.context, read.value, wanted);
              targets.report(said.diagnostics);
              if (said.value === undefined) return exitCode.validation;
              if (format !== "table") data.push({ release, ...said.value });
              else io.stdout(logText(said.value));
              return exitCode.ok;
            }
            if (format !== "table")
              data.push({ release, history: history.map(({ stored: _, logs: __, ...info }) => info) });
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

interface KeptLogs {
  readonly revision: number;
  readonly logs: readonly JobLog[];
}

/** Of the revision that is asked for, or of the last that has any. */
async function keptLogs(
  { store }: ClusterContext,
  { record }: StoredRecord,
  wanted: unknown,
): Promise<Outcome<KeptLogs>> {
  const none = (told: Told): Outcome<never> => ({
    diagnostics: [
      {
        ...told,
        severity: "error",
        hint: advise(clusterCode.noRevision, "logs are kept of Jobs that end while apply waits for them"),
      },
    ],
  });
  const { history } = record;
  const info =
    typeof wanted === "string"
      ? history.find(({ revision }) => String(revision) === wanted)
      : history.findLast(({ logs }) => logs !== undefined);
  if (info === undefined)
    return none(
      typeof wanted === "string"
        ? tell(clusterCode.noRevision, "there is no revision {wanted}", { wanted })
        : tell(clusterCode.noRevision, "no revision has logs"),
    );
  if (info.logs === undefined)
    return none(tell(clusterCode.noRevision, "revision {revision} has no logs", { revision: info.revision }));
  try {
    const logs = readLogs(await store.fetch(record.release.namespace, info.logs));
    return { value: { revision: info.revision, logs }, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error;
    return none(
      tell(clusterCode.noRevision, "the logs of revision {revision} cannot be read: {problem}", {
        revision: info.revision,
        problem: error.message,
      }),
    );
  }
}

function logText({ revision, logs }: KeptLogs): string {
  return logs
    .map(({ id, pod, container, text }) => {
      const where = `revision ${revision}, ${nameOf(id)}, pod ${pod}, container ${container}`;
      const lines = text.trimEnd().split("\n");
      return `${neutralise(where)}\n${lines.map((line) => `  ${neutralise(line)}\n`).join("")}`;
    })
    .join("");
}
