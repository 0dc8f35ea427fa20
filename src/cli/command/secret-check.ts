import { checkValues } from "../../pipeline/index.ts";
import type { ReleaseValues, Session } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { hasErrors } from "../../source/index.ts";
import { missingSecrets, parsePath, secretPathTest } from "../../values/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { askCluster, notChecked } from "./secret-cluster.ts";
import type { CheckedReferences } from "./secret-cluster.ts";
import { groupOf, secretTable } from "./secret-list.ts";
import type { SecretGroup, SecretRow } from "./secret-list.ts";
import { targetValues, valuesTargets } from "./values-targets.ts";
import type { ValuesTargets } from "./values-targets.ts";

/** `opm secret check [path]`: is every secret there, and does it hold what its author asks for? */
export async function run(context: CommandContext): Promise<number> {
  const opened = await valuesTargets(context, context.args[0]);
  const { secrets } = opened;
  let wrong = hasErrors(opened.diagnostics);
  const groups: SecretGroup[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const target of opened.targets) {
    const { session, task } = target;
    const values = await targetValues(opened, target, true);
    if (values === undefined) {
      wrong = true;
      continue;
    }
    const asked = await askCluster(session, values, task.environment, secrets.secretCluster, secrets.opaque);
    const { rows, found } = check(opened, session, { ...values, tree: asked.tree }, asked.results);
    groups.push({ ...groupOf(target), rows });
    diagnostics.push(...found, ...asked.diagnostics, ...notChecked(asked.results, context.options["strict"] === true));
  }
  if (groups.length > 0) context.io.stdout(secretTable(context, groups));
  opened.report(diagnostics);
  return wrong || hasErrors(diagnostics) ? exitCode.validation : exitCode.ok;
}

function check(
  { secrets }: ValuesTargets,
  { module }: Session,
  values: ReleaseValues,
  references: CheckedReferences["results"],
): { rows: SecretRow[]; found: Diagnostic[] } {
  const isSecret = secretPathTest(values.secrets);
  const found = checkValues(module, values, { complete: true, reveal: secrets.reveal });
  const about = found.filter(({ path }) => path !== undefined && isSecret(stepsOf(path)));
  const missing = missingSecrets(values.secrets, values.statuses).filter(({ path }) =>
    about.some((d) => isAt(d, path!)),
  );
  const broken = about.filter((d) => !missing.some(({ path }) => isAt(d, path!)));
  const rows = values.statuses.map((status): SecretRow => {
    const path = `values.${status.path}`;
    const reference = references.get(status.path);
    if (missing.some((d) => d.path === path)) return { status, result: "missing" };
    if (broken.some((d) => isAt(d, path))) return { status, result: "refused" };
    if (reference?.kind === "not checked") return { status, result: `not checked: ${reference.why}` };
    if (reference?.kind === "absent") return { status, result: "not in the cluster" };
    return { status, result: status.how === "missing" ? "optional" : "ok" };
  });
  return { rows, found: [...broken, ...missing] };
}

const isAt = (d: Diagnostic, path: string): boolean => d.path === path || d.path?.startsWith(`${path}.`) === true;

function stepsOf(path: string): readonly (string | number)[] {
  const parsed = parsePath(path.replace(/^values\.?/, ""));
  return Array.isArray(parsed) ? (parsed as (string | number)[]) : path.split(".").slice(1);
}
