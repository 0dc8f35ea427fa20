// `apply`: planned, or as a plan in a file says; then run.
import { awaitLock } from "../../cluster/index.ts";
import { gitCommit } from "../../host/node-git-commit.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { waitFlags } from "./cluster-options.ts";
import { originsFor, planTarget } from "./cluster-plan.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { ClusterTarget, Noun } from "./cluster-target.ts";
import { planBack } from "./plan-back.ts";
import { pairPlans, readPlanFlag } from "./plan-file.ts";
import { valuesDigest } from "./release-request.ts";
import { runPrepared } from "./run-prepared.ts";
import type { Applying, Prepared } from "./run-prepared.ts";
import { checkPlan } from "./saved-plan.ts";
import type { SavedPlan } from "./saved-plan.ts";

/** `opm mod|release|bundle apply`. */
export async function applyCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const waiting = waitFlags(context);
  if (waiting === undefined) return exitCode.general;
  const plans = readPlanFlag(context);
  if (plans !== undefined && "exit" in plans) return plans.exit;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const printer = new RunPrinter(io, options["output"] === "json", painter(io, "stderr", options["color"]));
  const sessions = new ClusterSessions(context, targets.secrets.redactor, printer.emit);
  const reach = async (target: ClusterTarget, work: (applying: Applying) => Promise<number>): Promise<number> => {
    printer.release = targets.targets.length > 1 ? target.label : "";
    const session = await sessions.open(target.cluster);
    if (session === undefined) return exitCode.validation;
    const exit = await guarded(context, session, () => work({ context, targets, session, printer, waiting }));
    printer.clear();
    return exit;
  };
  let worst: number = exitCode.ok;
  try {
    const ready = new Map<ClusterTarget, Prepared>();
    const pairs = plans && pairPlans(context, targets.targets, plans.value);
    if (plans !== undefined && pairs === undefined) return exitCode.validation;
    // All of a file is done, or nothing: each plan is looked at before the first is run.
    for (const [target, saved] of pairs ?? []) {
      const exit = await reach(target, async (applying) => {
        const prepared = await prepare(applying, target, saved);
        if (prepared !== undefined) ready.set(target, prepared);
        return prepared === undefined ? exitCode.validation : exitCode.ok;
      });
      if (exit !== exitCode.ok) return exit;
    }
    for (const target of pairs?.map(([one]) => one) ?? targets.targets) {
      const exit = await reach(target, (applying) => {
        const prepared = ready.get(target);
        return prepared === undefined ? applyTarget(applying, target) : runPrepared(applying, prepared);
      });
      if (exit === exitCode.ok) continue;
      worst = exit;
      // What comes later in a bundle builds on what comes before.
      if (noun === "bundle") break;
    }
  } finally {
    sessions.close();
  }
  return worst;
}

/** One release: locked, planned, consented to, applied. */
export async function applyTarget(applying: Applying, target: ClusterTarget, saved?: SavedPlan): Promise<number> {
  const prepared = await prepare(applying, target, saved);
  return prepared === undefined ? exitCode.validation : runPrepared(applying, prepared);
}

/** Undefined if it cannot be applied, or not as the plan says, which is told. */
async function prepare(
  applying: Applying,
  target: ClusterTarget,
  saved: SavedPlan | undefined,
): Promise<Prepared | undefined> {
  const { context, targets, session } = applying;
  const lock = await awaitLock(session.context, target);
  targets.report(lock.diagnostics);
  if (hasErrors(lock.diagnostics)) return undefined;
  context.progress.step(`planning ${target.label}`);
  const made = await (saved?.rollback === undefined
    ? prepareRender(applying, target, saved)
    : prepareBack(applying, target, saved));
  context.progress.clear();
  if (made === undefined) return undefined;
  const moved = saved === undefined ? [] : checkPlan(saved, made.planned);
  targets.report(moved);
  return hasErrors(moved) ? undefined : { ...made, dead: lock.dead, agreed: saved !== undefined };
}

async function prepareRender(
  { context, targets, session }: Applying,
  target: ClusterTarget,
  saved: SavedPlan | undefined,
): Promise<Prepared | undefined> {
  const made = await planTarget(context, targets, target, session, saved && { flags: saved.options });
  return (
    made && {
      target,
      planned: made.planned,
      origins: await originsFor(context, made),
      values: await valuesDigest(made.rendered),
      commit: gitCommit(target.session?.module.path ?? context.io.cwd),
    }
  );
}

async function prepareBack(
  { targets, session }: Applying,
  target: ClusterTarget,
  { rollback, options }: SavedPlan,
): Promise<Prepared | undefined> {
  await learnSecrets(targets);
  const back = await planBack(targets, target, session, { ...rollback!, options });
  return back && { target, ...back };
}
