// Plans in files: what was planned, against what, and of which render. No secret is in one.
import { clusterCode } from "../../source/index.ts";
import { readFileSync } from "node:fs";
import { createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from "node:crypto";
import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { canonicalJson, isRecord, nameOf } from "../../cluster/index.ts";
import type { PlannedRelease, Step } from "../../cluster/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { stepData } from "../print/plan-data.ts";
import { planOptions } from "./cluster-options.ts";
import type { PlanFlags } from "./cluster-options.ts";

const KIND = "opmodel.dev/plan/v1";

export interface PlanFile {
  readonly kind: typeof KIND;
  readonly release: unknown;
  readonly server: string;
  readonly render: string;
  readonly record: unknown;
  /** It goes back to an earlier revision, which is not rendered again. */
  readonly rollback?: SavedRollback;
  /** The flags that it was made with: what may be taken, adopted, made again or deleted. */
  readonly options: PlanFlags;
  readonly steps: readonly Record<string, unknown>[];
  readonly signature?: { readonly algorithm: "ed25519"; readonly value: string };
}

interface SavedRollback {
  readonly to: number;
  readonly keepSecrets: boolean;
}

/** A plan as it is kept: `checkPlan` compares it with what would be done later. */
export function planContent(
  { plan, fileDigest }: PlannedRelease,
  options: PlanFlags,
  rollback?: SavedRollback,
): PlanFile {
  return {
    kind: KIND,
    release: plan.release,
    server: plan.server,
    render: fileDigest,
    record: plan.record ?? null,
    ...(rollback && { rollback }),
    options,
    steps: plan.steps.map((step) => stepData(step)),
  };
}

/** The exit code if it cannot be written. */
export function savePlan(
  { io, options, report }: CommandContext,
  content: PlanFile,
  file: string,
  several: boolean,
): number | undefined {
  const fail = (message: string): number => {
    report([{ code: clusterCode.planFile, severity: "error", message }]);
    return exitCode.general;
  };
  if (several) return fail("a plan file is of one release; name one, or one environment");
  let signed = content;
  const key = options["sign"];
  if (typeof key === "string") {
    try {
      const value = signBytes(
        null,
        Buffer.from(canonicalJson(content)),
        createPrivateKey(readFileSync(resolve(io.cwd, key))),
      );
      signed = { ...content, signature: { algorithm: "ed25519", value: value.toString("base64") } };
    } catch {
      return fail(`cannot sign with ${key}: it should be an ed25519 private key in PEM`);
    }
  }
  try {
    writeWholeFile(resolve(io.cwd, file), `${JSON.stringify(signed, null, 2)}\n`, { secret: true });
  } catch (error) {
    return fail(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
  io.stderr(`the plan is in ${file}\n`);
  return undefined;
}

/** The file of `--plan`, its signature checked; undefined without one. */
export function readPlanFlag({
  io,
  options,
  report,
}: CommandContext): { readonly value: PlanFile } | { readonly exit: number } | undefined {
  const file = options["plan"];
  if (typeof file !== "string") return undefined;
  const fail = (message: string): { exit: number } => {
    report([{ code: clusterCode.planFile, severity: "error", message }]);
    return { exit: exitCode.validation };
  };
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(io.cwd, file), "utf8"));
  } catch {
    return fail(`cannot read the plan ${file}`);
  }
  if (!isRecord(value) || value["kind"] !== KIND) return fail(`${file} is no plan of opm`);
  if (!isPlanFile(value)) return fail(`${file} is no whole plan: it was changed, or made by another version of opm`);
  const key = options["verify"];
  if (typeof key === "string") {
    const { signature, ...content } = value;
    if (signature === undefined) return fail(`the plan ${file} is not signed`);
    let good: boolean;
    try {
      good = verifyBytes(
        null,
        Buffer.from(canonicalJson(content)),
        createPublicKey(readFileSync(resolve(io.cwd, key))),
        Buffer.from(signature.value, "base64"),
      );
    } catch {
      return fail(`cannot check the signature with ${key}: it should be an ed25519 public key in PEM`);
    }
    if (!good) return fail(`the signature of the plan ${file} is not of the key ${key}, or the plan was changed`);
  }
  const given = planOptions({ options });
  const none = planOptions({ options: {} });
  if (canonicalJson(given) !== canonicalJson(none) && canonicalJson(given) !== canonicalJson(value.options))
    return fail(`the flags are others than those that the plan ${file} was made with; it needs none`);
  return { value };
}

function isPlanFile(value: Record<string, unknown>): value is Record<string, unknown> & PlanFile {
  const { options, rollback, steps, server, render, signature } = value;
  const names = (given: unknown): boolean => Array.isArray(given) && given.every((name) => typeof name === "string");
  const choice = (given: unknown): boolean => given === true || names(given);
  return (
    isRecord(options) &&
    ["ask", "yes", "no"].includes(String(options["prune"])) &&
    [options["adopt"], options["recreate"], options["forceConflicts"]].every(choice) &&
    names(options["allowDelete"]) &&
    typeof options["createNamespace"] === "boolean" &&
    (rollback === undefined ||
      (isRecord(rollback) && Number.isInteger(rollback["to"]) && typeof rollback["keepSecrets"] === "boolean")) &&
    (signature === undefined || (isRecord(signature) && typeof signature["value"] === "string")) &&
    typeof server === "string" &&
    typeof render === "string" &&
    Array.isArray(steps) &&
    steps.every(isRecord)
  );
}

/** What is different now: the plan is done exactly, or not at all. */
export function checkPlan(file: PlanFile, { plan, fileDigest }: PlannedRelease): Diagnostic[] {
  const out: Diagnostic[] = [];
  const moved = (message: string, more: Partial<Diagnostic> = {}): void => {
    out.push({ code: clusterCode.planMoved, severity: "error", message, hint: "make a new plan", ...more });
  };
  if (canonicalJson(file.release) !== canonicalJson(plan.release) || file.server !== plan.server)
    return [
      {
        code: clusterCode.planOther,
        severity: "error",
        message: "the plan is for another release, version or cluster",
      },
    ];
  if (file.render !== fileDigest)
    moved("what is rendered now is not what the plan was made of", {
      hint: "use the same module and values; or make a new plan",
    });
  if (canonicalJson(file.record) !== canonicalJson(plan.record ?? null))
    moved("the release was changed since the plan was made: its record is another");
  const known = new Map(file.steps.map((step) => [stepName(step), step]));
  const now = new Map(plan.steps.map((step) => [stepName(stepData(step)), step]));
  for (const [name, step] of now) {
    const before = known.get(name);
    if (before === undefined) moved(`${nameOf(step.id)}: the plan does not have it`);
    else out.push(...stepMoved(before, step));
  }
  for (const name of known.keys()) if (!now.has(name)) moved(`${name}: it is in the plan and would not be touched now`);
  return out;
}

const stepName = (step: Record<string, unknown>): string =>
  [step["kind"], step["namespace"], step["name"]].filter((part) => part !== undefined).join(" ");

/** Versions move with every status; what counts is whether the same fields would change in the same way. */
function stepMoved(before: Record<string, unknown>, step: Step): Diagnostic[] {
  const data = stepData(step);
  const say = (message: string): Diagnostic => ({
    code: clusterCode.planMoved,
    severity: "error",
    message: `${nameOf(step.id)}: ${message}`,
    hint: "make a new plan",
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
