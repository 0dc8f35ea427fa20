// A release that is ready to be applied: consented to, run, told, and taken back if it fails and that was asked for.
import { applyRelease } from "../../cluster/index.ts";
import type { ApplyOptions, ApplyResult, PlannedRelease, Step } from "../../cluster/index.ts";
import { advise, clusterCode } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { stepData } from "../print/plan-data.ts";
import { doneSummary, planSummary, planText } from "../print/plan-text.ts";
import type { OriginLines } from "../print/plan-text.ts";
import type { RunPrinter } from "../print/run-printer.ts";
import { planOptions } from "./cluster-options.ts";
import type { WaitFlags } from "./cluster-options.ts";
import type { ClusterSession } from "./cluster-session.ts";
import type { ClusterTarget, ClusterTargets } from "./cluster-target.ts";
import { consent } from "./consent.ts";
import { healthRule } from "./health-rule.ts";
import { planBack } from "./plan-back.ts";
import { limitsOf } from "./release-request.ts";

/** What every release of a command is applied with. */
export interface Applying {
  readonly context: CommandContext;
  readonly targets: ClusterTargets;
  readonly session: ClusterSession;
  readonly printer: RunPrinter;
  readonly waiting: WaitFlags;
}

export interface Prepared {
  readonly target: ClusterTarget;
  readonly planned: PlannedRelease;
  /** Who set what, where it was rendered now. */
  readonly origins?: OriginLines;
  /** Of what is applied: for the history. */
  readonly values?: string | undefined;
  readonly commit?: string | undefined;
  /** See `awaitLock`. */
  readonly dead?: string | undefined;
  /** Who gives a plan in a file has agreed to what it says. */
  readonly agreed?: boolean;
}

export async function runPrepared(applying: Applying, prepared: Prepared): Promise<number> {
  const { context, targets, session, printer, waiting } = applying;
  const { io, options } = context;
  const { target, planned, origins, values, commit, dead } = prepared;
  const { steps } = planned.plan;
  const json = options["output"] === "json";
  const paint = painter(io, "stdout", options["color"]);
  const look = planText(steps, { paint, ...(origins && { origins }) });
  if (options["dryRun"] === true) {
    io.stdout(`${look}${planSummary(steps)}\n`);
    return exitCode.ok;
  }
  const go = steps.filter((step) => mustBeAsked(step, prepared, options));
  if (
    !(await consent(
      context,
      go,
      advise(
        clusterCode.pruneConsent,
        "--prune=yes deletes what the release no longer has, --prune=no keeps it; --yes answers everything",
      ),
    ))
  )
    return exitCode.validation;
  if (!json) io.stdout(look);
  const applyOptions: ApplyOptions = {
    ...waiting,
    ...(values !== undefined && { values }),
    ...(commit !== undefined && { commit }),
    ...(dead !== undefined && { deadLock: dead }),
    holdsSecret: (text) => targets.secrets.redactor.finds(text),
    health: ({ policy }) => healthRule(policy.health),
  };
  const result = await applyRelease(session.context, planned, applyOptions);
  printer.clear();
  targets.report(result.diagnostics);
  tell(context, target, planned, result);
  if (result.outcome !== "failed") return exitCode.ok;
  if (options["rollbackOnFailure"] === true && result.revision > 0)
    await rollBack(applying, target, planned, applyOptions);
  return exitCode.validation;
}

function mustBeAsked(
  { action, id, done }: Step,
  { planned: { confirm }, agreed = false }: Prepared,
  options: CommandContext["options"],
): boolean {
  if (done === true) return false;
  if (confirm.some((step) => step.id === id)) return true;
  if (agreed) return false;
  if (action === "delete") return options["prune"] !== "yes";
  return (
    action === "replace" && id.kind !== "Job" && options["recreate"] !== true && !Array.isArray(options["recreateOf"])
  );
}

function tell(
  { io, options }: CommandContext,
  target: ClusterTarget,
  { plan }: PlannedRelease,
  result: ApplyResult,
): void {
  const { outcome, revision, done, left } = result;
  if (options["output"] === "json") {
    io.stdout(
      `${JSON.stringify({ type: "result", release: target.label, outcome, revision, done: done.map((step) => stepData(step)), left: left.map((step) => stepData(step)) })}\n`,
    );
    return;
  }
  const name = `${target.name} in ${target.namespace}`;
  if (outcome === "unchanged") io.stdout(`${name}: ${planSummary(plan.steps)} (revision ${revision})\n`);
  else if (outcome === "deployed") io.stdout(`${name}: revision ${revision} is deployed; ${doneSummary(plan.steps)}\n`);
  else
    io.stdout(
      `${name}: revision ${revision} failed; ${done.length} ${done.length === 1 ? "step was" : "steps were"} done, ${left.length} ${left.length === 1 ? "was" : "were"} not\n`,
    );
}

/** Back to the last revision that worked; Secrets too, as they were before this run. */
async function rollBack(
  { context, targets, session, printer }: Applying,
  target: ClusterTarget,
  { live }: PlannedRelease,
  options: ApplyOptions,
): Promise<void> {
  // What this run made may go again, however much it is.
  const { neverDelete = [] } = limitsOf(target) ?? {};
  const back = await planBack(targets, target, session, {
    keepSecrets: true,
    before: live,
    limits: { neverDelete },
    options: { ...planOptions(context), prune: "yes", recreate: true },
  });
  if (back === undefined) {
    context.io.stderr("it is not gone back; the release is left as the failed run left it\n");
    return;
  }
  const { values: _, commit: __, deadLock: ___, ...rest } = options;
  const { values, commit } = back;
  const result = await applyRelease(session.context, back.planned, {
    ...rest,
    ...(values !== undefined && { values }),
    ...(commit !== undefined && { commit }),
  });
  printer.clear();
  targets.report(result.diagnostics);
  context.io.stderr(
    result.outcome === "failed"
      ? `going back to revision ${back.revision} failed too\n`
      : `back to revision ${back.revision}, as revision ${result.revision}\n`,
  );
}
