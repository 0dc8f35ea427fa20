// `apply`: planned, consented to, run, and told.
import { applyRelease, awaitLock } from "../../cluster/index.ts";
import type { ApplyOptions, ApplyResult, PlannedRelease, Step } from "../../cluster/index.ts";
import { gitCommit } from "../../host/node-git-commit.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { stepData } from "../print/plan-data.ts";
import { doneSummary, planSummary, planText } from "../print/plan-text.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { planOptions, waitFlags } from "./cluster-options.ts";
import type { WaitFlags } from "./cluster-options.ts";
import { originsFor, planTarget } from "./cluster-plan.ts";
import type { PlannedTarget } from "./cluster-plan.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import type { ClusterSession } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { ClusterTarget, ClusterTargets, Noun } from "./cluster-target.ts";
import { consent } from "./consent.ts";
import { healthRule } from "./health-rule.ts";
import { planBack } from "./plan-back.ts";
import { checkPlan, readPlanFlag } from "./plan-file.ts";
import type { PlanFile } from "./plan-file.ts";
import { limitsOf, valuesDigest } from "./release-request.ts";

/** `opm mod|release|bundle apply`. */
export async function applyCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const waiting = waitFlags(context);
  if (waiting === undefined) return exitCode.general;
  const plan = readPlanFlag(context);
  if (plan !== undefined && "exit" in plan) return plan.exit;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const printer = new RunPrinter(io, options["output"] === "json", painter(io, "stderr", options["color"]));
  const sessions = new ClusterSessions(context, targets.secrets.redactor, printer.emit);
  let worst: number = exitCode.ok;
  for (const target of targets.targets) {
    printer.release = targets.targets.length > 1 ? target.label : "";
    const session = await sessions.open(target.cluster);
    const exit =
      session === undefined
        ? exitCode.validation
        : await guarded(context, session, () =>
            applyTarget({ context, targets, session, printer, waiting }, target, plan?.value),
          );
    printer.clear();
    if (exit === exitCode.ok) continue;
    worst = exit;
    // What comes later in a bundle builds on what comes before.
    if (noun === "bundle") break;
  }
  sessions.close();
  return worst;
}

interface Applying {
  readonly context: CommandContext;
  readonly targets: ClusterTargets;
  readonly session: ClusterSession;
  readonly printer: RunPrinter;
  readonly waiting: WaitFlags;
}

/** One release: locked, planned, consented to, applied. */
export async function applyTarget(
  applying: Applying,
  target: ClusterTarget,
  saved: PlanFile | undefined,
): Promise<number> {
  const { context, targets, session } = applying;
  const { io, options } = context;
  const lock = await awaitLock(session.context, target);
  targets.report(lock.diagnostics);
  if (hasErrors(lock.diagnostics)) return exitCode.validation;
  context.progress.step(`planning ${target.label}`);
  const one = await planOf(applying, target, saved);
  context.progress.clear();
  if (one === undefined) return exitCode.validation;
  const { planned, made } = one;
  if (saved !== undefined) {
    const moved = checkPlan(saved, planned);
    targets.report(moved);
    if (hasErrors(moved)) return exitCode.validation;
  }
  if (options["dryRun"] === true) {
    const paint = painter(io, "stdout", options["color"]);
    const origins = made && (await originsFor(context, made));
    io.stdout(planText(planned.plan.steps, { paint, ...(origins && { origins }) }));
    io.stdout(`${planSummary(planned.plan.steps)}\n`);
    return exitCode.ok;
  }
  return runPlanned(applying, target, planned, made, lock.dead, saved !== undefined);
}

/** What is rendered, planned; or, as a saved plan says, what an earlier revision had. */
async function planOf(
  { context, targets, session }: Applying,
  target: ClusterTarget,
  saved: PlanFile | undefined,
): Promise<{ readonly planned: PlannedRelease; readonly made?: PlannedTarget } | undefined> {
  if (saved?.rollback !== undefined) {
    await learnSecrets(targets);
    return planBack(targets, target, session, { ...saved.rollback, options: saved.options });
  }
  const made = await planTarget(context, targets, target, session, saved && { flags: saved.options });
  return made && { planned: made.planned, made };
}

/** Asks, runs, tells; also what a rollback ends in. Who gives a plan in a file has agreed to what it says. */
export async function runPlanned(
  applying: Applying,
  target: ClusterTarget,
  planned: PlannedRelease,
  one: PlannedTarget | undefined,
  dead: string | undefined,
  agreed = false,
): Promise<number> {
  const { context, targets, session, printer, waiting } = applying;
  const { io, options } = context;
  const go = planned.plan.steps.filter((step) => mustBeAsked(step, planned, options, agreed));
  if (
    !(await consent(
      context,
      go,
      "--prune=yes deletes what the release no longer has, --prune=no keeps it; --yes answers everything",
    ))
  )
    return exitCode.validation;
  const json = options["output"] === "json";
  const paint = painter(io, "stdout", options["color"]);
  if (!json && one !== undefined)
    io.stdout(planText(planned.plan.steps, { paint, origins: await originsFor(context, one) }));
  const values = one === undefined ? undefined : await valuesDigest(one.rendered);
  const commit = gitCommit(target.session?.module.path ?? io.cwd);
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
  { confirm }: PlannedRelease,
  options: CommandContext["options"],
  agreed: boolean,
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
  else io.stdout(`${name}: revision ${revision} failed; ${done.length} steps were done, ${left.length} were not\n`);
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
  const result = await applyRelease(session.context, back.planned, options);
  printer.clear();
  targets.report(result.diagnostics);
  context.io.stderr(
    result.outcome === "failed"
      ? `going back to revision ${back.revision} failed too\n`
      : `back to revision ${back.revision}, as revision ${result.revision}\n`,
  );
}
