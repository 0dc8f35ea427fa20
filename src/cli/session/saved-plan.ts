// What was planned for a release, against what, and of which render, as it is kept; and whether it still holds. No secret
// is in it.
import { clusterCode, tell, advise } from "../../source/index.ts";
import { canonicalJson, isRecord, nameOf } from "../../cluster/index.ts";
import type { PlannedRelease, ReleaseIdentity, Step } from "../../cluster/index.ts";
import type { Diagnostic, Told } from "../../source/index.ts";
import { stepData } from "../print/plan-data.ts";
import type { PlanFlags } from "./cluster-options.ts";

export interface SavedPlan {
  readonly release: ReleaseIdentity;
  readonly server: string;
  readonly render: string;
  readonly record: unknown;
  /** It goes back to an earlier revision, which is not rendered again. */
  readonly rollback?: SavedRollback;
  /** The flags that it was made with: what may be taken, adopted, made again or deleted. */
  readonly options: PlanFlags;
  readonly steps: readonly Record<string, unknown>[];
}

interface SavedRollback {
  readonly to: number;
  readonly keepSecrets: boolean;
}

export function savedPlan(
  { plan, fileDigest }: PlannedRelease,
  options: PlanFlags,
  rollback?: SavedRollback,
): SavedPlan {
  return {
    release: plan.release,
    server: plan.server,
    render: fileDigest,
    record: plan.record ?? null,
    ...(rollback && { rollback }),
    options,
    steps: plan.steps.map((step) => stepData(step)),
  };
}

/** Whether data from a file can be one. */
export function isSavedPlan(value: unknown): value is SavedPlan {
  if (!isRecord(value)) return false;
  const { release, options, rollback, steps, server, render } = value;
  const names = (given: unknown): boolean => Array.isArray(given) && given.every((name) => typeof name === "string");
  const choice = (given: unknown): boolean => given === true || names(given);
  return (
    isRecord(release) &&
    typeof release["name"] === "string" &&
    typeof release["namespace"] === "string" &&
    isRecord(options) &&
    ["ask", "yes", "no"].includes(String(options["prune"])) &&
    [options["adopt"], options["recreate"], options["forceConflicts"]].every(choice) &&
    names(options["allowDelete"]) &&
    typeof options["createNamespace"] === "boolean" &&
    (rollback === undefined ||
      (isRecord(rollback) && Number.isInteger(rollback["to"]) && typeof rollback["keepSecrets"] === "boolean")) &&
    typeof server === "string" &&
    typeof render === "string" &&
    Array.isArray(steps) &&
    steps.every(isRecord)
  );
}

/** What is different now: the plan is done exactly, or not at all. */
export function checkPlan(file: SavedPlan, { plan, fileDigest }: PlannedRelease): Diagnostic[] {
  const out: Diagnostic[] = [];
  const moved = (told: Told, more: Partial<Diagnostic> = {}): void => {
    out.push({ ...told, severity: "error", hint: advise(clusterCode.planMoved, "make a new plan"), ...more });
  };
  if (canonicalJson(file.release) !== canonicalJson(plan.release) || file.server !== plan.server)
    return [
      {
        ...tell(clusterCode.planOther, "the plan is for another release, version or cluster"),
        severity: "error",
      },
    ];
  if (file.render !== fileDigest)
    moved(tell(clusterCode.planMoved, "what is rendered now is not what the plan was made of"), {
      hint: advise(clusterCode.planMoved, "use the same module and values; or make a new plan"),
    });
  if (canonicalJson(file.record) !== canonicalJson(plan.record ?? null))
    moved(tell(clusterCode.planMoved, "the release was changed since the plan was made: its record is another"));
  const known = new Map(file.steps.map((step) => [stepName(step), step]));
  const now = new Map(plan.steps.map((step) => [stepName(stepData(step)), step]));
  for (const [name, step] of now) {
    const before = known.get(name);
    if (before === undefined)
      moved(tell(clusterCode.planMoved, "{object}: the plan does not have it", { object: nameOf(step.id) }));
    else out.push(...stepMoved(before, step));
  }
  for (const name of known.keys())
    if (!now.has(name))
      moved(tell(clusterCode.planMoved, "{name}: it is in the plan and would not be touched now", { name }));
  return out;
}

const stepName = (step: Record<string, unknown>): string =>
  [step["kind"], step["namespace"], step["name"]].filter((part) => part !== undefined).join(" ");

/** Versions move with every status; what counts is whether the same fields would change in the same way. */
function stepMoved(before: Record<string, unknown>, step: Step): Diagnostic[] {
  const data = stepData(step);
  const say = (message: string): Diagnostic => ({
    ...tell(clusterCode.planMoved, "{object}: {problem}", { object: nameOf(step.id), problem: message }),
    severity: "error",
    hint: advise(clusterCode.planMoved, "make a new plan"),
  });
  if (before["action"] !== data["action"])
    return [say(`the plan says ${String(before["action"])}, now it would be ${String(data["action"])}`)];
  if (before["uid"] !== data["uid"]) return [say("it is another object now")];
  if (canonicalJson(before["forced"] ?? []) !== canonicalJson(data["forced"] ?? []))
    return [say("the fields that are taken from others are not those of the plan")];
  const fields = (list: unknown): Map<string, unknown> =>
    new Map((Array.isArray(list) ? list : []).map((change: { field: string }) => [change.field, change]));
  const old = fields(before["changes"]);
  const now = fields(data["changes"]);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => canonicalJson(withoutTimes(old.get(field))) !== canonicalJson(withoutTimes(now.get(field))))
    .map((field) => say(`${field} has moved since the plan was made`));
}

function withoutTimes(change: unknown): unknown {
  if (!isRecord(change)) return change ?? null;
  return { before: change["before"] ?? null, after: change["after"] ?? null };
}
