// Plans in files: those of one command, in the order in which they are done, signed if asked.
import { clusterCode, tell } from "../../source/index.ts";
import type { Told } from "../../source/index.ts";
import { readFileSync } from "node:fs";
import { createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from "node:crypto";
import { resolve } from "node:path";
import { writeWholeFile } from "../../host/node-write-file.ts";
import { canonicalJson, isRecord } from "../../cluster/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { planOptions } from "./cluster-options.ts";
import type { ClusterTarget } from "./cluster-target.ts";
import { isSavedPlan } from "./saved-plan.ts";
import type { SavedPlan } from "./saved-plan.ts";

const KIND = "opmodel.dev/plan/v1";

interface PlanFile {
  readonly kind: typeof KIND;
  readonly releases: readonly SavedPlan[];
  readonly signature?: { readonly algorithm: "ed25519"; readonly value: string };
}

/** The exit code if they cannot be written. */
export function savePlans(
  { io, options, report }: CommandContext,
  releases: readonly SavedPlan[],
  file: string,
): number | undefined {
  const fail = (told: Told): number => {
    report([{ ...told, severity: "error" }]);
    return exitCode.general;
  };
  const content: PlanFile = { kind: KIND, releases };
  let signed = content;
  const key = options["sign"];
  if (typeof key === "string") {
    try {
      const pem = readFileSync(resolve(io.cwd, key));
      const value = signBytes(null, Buffer.from(canonicalJson(content)), createPrivateKey(pem));
      signed = { ...content, signature: { algorithm: "ed25519", value: value.toString("base64") } };
    } catch {
      return fail(
        tell(clusterCode.planFile, "cannot sign with {key}: it should be an ed25519 private key in PEM", { key }),
      );
    }
  }
  try {
    writeWholeFile(resolve(io.cwd, file), `${JSON.stringify(signed, null, 2)}\n`, { secret: true });
  } catch (error) {
    return fail(
      tell(clusterCode.planFile, "cannot write {file}: {code}", {
        file,
        code: (error as NodeJS.ErrnoException).code ?? "",
      }),
    );
  }
  io.stderr(`the plan is in ${file}\n`);
  return undefined;
}

/** The plans of `--plan`, their signature checked; undefined without the flag. */
export function readPlanFlag({
  io,
  options,
  report,
}: CommandContext): { readonly value: readonly SavedPlan[] } | { readonly exit: number } | undefined {
  const file = options["plan"];
  const key = options["verify"];
  const fail = (told: Told): { exit: number } => {
    report([{ ...told, severity: "error" }]);
    return { exit: exitCode.validation };
  };
  if (typeof file !== "string")
    return key === undefined
      ? undefined
      : fail(tell(clusterCode.planFile, "--verify is about a plan: give it by --plan"));
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(resolve(io.cwd, file), "utf8"));
  } catch {
    return fail(tell(clusterCode.planFile, "cannot read the plan {file}", { file }));
  }
  if (!isRecord(content) || content["kind"] !== KIND)
    return fail(tell(clusterCode.planFile, "{file} is no plan of opm", { file }));
  const { signature, ...signed } = content;
  if (typeof key === "string") {
    if (!isRecord(signature)) return fail(tell(clusterCode.planFile, "the plan {file} is not signed", { file }));
    let good: boolean;
    try {
      const pem = readFileSync(resolve(io.cwd, key));
      const value = Buffer.from(String(signature["value"]), "base64");
      good = verifyBytes(null, Buffer.from(canonicalJson(signed)), createPublicKey(pem), value);
    } catch {
      return fail(
        tell(clusterCode.planFile, "cannot check the signature with {key}: it should be an ed25519 public key in PEM", {
          key,
        }),
      );
    }
    if (!good)
      return fail(
        tell(
          clusterCode.planFile,
          "the signature of the plan {file} is not of the key {key}, or the plan was changed",
          { file, key },
        ),
      );
  }
  const releases = content["releases"];
  if (!Array.isArray(releases) || !releases.every(isSavedPlan))
    return fail(
      tell(clusterCode.planFile, "{file} is no whole plan: it was changed, or made by another version of opm", {
        file,
      }),
    );
  const given = canonicalJson(planOptions({ options }));
  const none = canonicalJson(planOptions({ options: {} }));
  if (given !== none && releases.some((plan) => canonicalJson(plan.options) !== given))
    return fail(
      tell(clusterCode.planFile, "the flags are others than those that the plan {file} was made with; it needs none", {
        file,
      }),
    );
  return { value: releases };
}

/** Targets with their plans, in the order of the plans; undefined if they are not of the same releases, which is told. */
export function pairPlans(
  { report }: Pick<CommandContext, "report">,
  targets: readonly ClusterTarget[],
  plans: readonly SavedPlan[],
): readonly (readonly [ClusterTarget, SavedPlan])[] | undefined {
  const nameOf = ({ name, namespace }: { readonly name: string; readonly namespace: string }): string =>
    `${name} in ${namespace}`;
  const pairs = plans.flatMap((plan) => {
    const found = targets.find((target) => nameOf(target) === nameOf(plan.release));
    return found === undefined ? [] : [[found, plan] as const];
  });
  if (pairs.length === plans.length && new Set(pairs.map(([target]) => target)).size === targets.length) return pairs;
  report([
    {
      ...tell(clusterCode.planOther, "the plan is for {plans}, and this is {targets}", {
        plans: plans.map(({ release }) => nameOf(release)).join(", "),
        targets: targets.map(nameOf).join(", "),
      }),
      severity: "error",
    },
  ]);
  return undefined;
}
