// `rollback`: an earlier revision, planned and applied like any other.
import { awaitLock } from "../../cluster/index.ts";
import { commandLineCode, hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { planSummary, planText } from "../print/plan-text.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { runPlanned } from "./cluster-apply.ts";
import { planOptions, waitFlags } from "./cluster-options.ts";
import type { WaitFlags } from "./cluster-options.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import type { ClusterSession } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { ClusterTarget, ClusterTargets, Noun } from "./cluster-target.ts";
import { planBack } from "./plan-back.ts";
import { planContent, savePlan } from "./plan-file.ts";

/** `opm mod|release|bundle rollback`. */
export async function rollbackCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const waiting = waitFlags(context);
  if (waiting === undefined) return exitCode.general;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const printer = new RunPrinter(io, options["output"] === "json", painter(io, "stderr", options["color"]));
  await learnSecrets(targets);
  const sessions = new ClusterSessions(context, targets.secrets.redactor, printer.emit);
  let worst: number = exitCode.ok;
  // What was applied last goes back first.
  for (const target of noun === "bundle" ? [...targets.targets].reverse() : targets.targets) {
    const session = await sessions.open(target.cluster);
    const exit =
      session === undefined
        ? exitCode.validation
        : await guarded(context, session, () => rollBack(context, targets, target, session, printer, waiting));
    printer.clear();
    if (exit !== exitCode.ok) worst = exit;
    if (exit !== exitCode.ok && noun === "bundle") break;
  }
  sessions.close();
  return worst;
}

async function rollBack(
  context: CommandContext,
  targets: ClusterTargets,
  target: ClusterTarget,
  session: ClusterSession,
  printer: RunPrinter,
  waiting: WaitFlags,
): Promise<number> {
  const { io, options } = context;
  const lock = await awaitLock(session.context, target);
  targets.report(lock.diagnostics);
  if (hasErrors(lock.diagnostics)) return exitCode.validation;
  const wanted = options["to"];
  if (typeof wanted === "string" && !/^[0-9]+$/.test(wanted)) {
    context.report([
      {
        code: commandLineCode.badArgument,
        severity: "error",
        message: `--to ${wanted}: expected the number of a revision`,
      },
    ]);
    return exitCode.general;
  }
  const flags = planOptions(context);
  const keepSecrets = options["keepSecrets"] === true;
  const back = await planBack(targets, target, session, {
    ...(typeof wanted === "string" && { to: Number(wanted) }),
    keepSecrets,
    options: flags,
  });
  if (back === undefined) return exitCode.validation;
  const { planned, revision } = back;
  const save = options["save"];
  if (typeof save === "string") {
    const several = targets.targets.length > 1;
    const failed = savePlan(context, planContent(planned, flags, { to: revision, keepSecrets }), save, several);
    if (failed !== undefined) return failed;
  }
  const showOnly = options["dryRun"] === true || typeof save === "string";
  const paint = painter(io, "stdout", options["color"]);
  const { steps } = planned.plan;
  if (showOnly || options["output"] !== "json") io.stdout(planText(steps, { paint }));
  if (showOnly) {
    io.stdout(`${planSummary(steps)}\n`);
    return exitCode.ok;
  }
  return runPlanned({ context, targets, session, printer, waiting }, target, planned, undefined, lock.dead);
}
