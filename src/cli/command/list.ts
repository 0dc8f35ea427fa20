import { recordedEntries } from "../../cluster/index.ts";
import type { StoredRecord } from "../../cluster/index.ts";
import { Redactor } from "../../secrets/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { dataText } from "../print/plan-data.ts";
import { tableText } from "../print/table.ts";
import { ClusterSessions, guarded } from "../session/cluster-session.ts";

/** `opm list [-A]`. */
export async function run(context: CommandContext): Promise<number> {
  const { io, options } = context;
  const text = (name: string): string | undefined => (typeof options[name] === "string" ? options[name] : undefined);
  const sessions = new ClusterSessions(context, new Redactor(), () => {});
  const kubeconfig = text("kubeconfig") ?? io.env["OPM_KUBECONFIG"];
  const chosen = text("context") ?? io.env["OPM_CONTEXT"];
  const session = await sessions.open({
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(chosen !== undefined && { context: chosen }),
  });
  if (session === undefined) return exitCode.validation;
  const exit = await guarded(context, session, async () => {
    const { namespace: own } = session.cluster.connection;
    const namespace = options["allNamespaces"] === true ? undefined : (text("namespace") ?? own ?? "default");
    const found = await session.context.store.list(namespace);
    const rows = found.map((one) =>
      "damaged" in one
        ? {
            namespace: one.namespace,
            name: one.damaged,
            state: "damaged",
            revision: 0,
            module: "",
            version: "",
            environment: "",
            objects: 0,
            when: "",
          }
        : rowOf(one),
    );
    rows.sort((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1));
    const format = options["output"] ?? "table";
    if (format !== "table") io.stdout(dataText(rows, format));
    else if (rows.length === 0)
      io.stderr(namespace === undefined ? "no releases\n" : `no releases in ${namespace}; -A looks everywhere\n`);
    else
      io.stdout(
        tableText(
          ["NAMESPACE", "NAME", "REVISION", "STATE", "MODULE", "VERSION", "ENVIRONMENT", "OBJECTS", "WHEN"],
          rows.map((row) => [
            row.namespace,
            row.name,
            String(row.revision),
            row.state,
            row.module,
            row.version,
            row.environment,
            String(row.objects),
            row.when,
          ]),
        ),
      );
    return exitCode.ok;
  });
  sessions.close();
  return exit;
}

function rowOf({ record, lock }: StoredRecord) {
  const { release, revision, state, history } = record;
  return {
    namespace: release.namespace,
    name: release.name,
    revision,
    state: lock === undefined ? state : `${state} (running)`,
    module: release.module,
    version: release.version,
    environment: release.environment ?? "",
    objects: recordedEntries(record).length,
    when: history.at(-1)?.at ?? "",
  };
}
