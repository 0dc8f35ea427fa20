// `rollback`: an earlier revision, planned and applied like any other.
import { awaitLock } from "../../cluster/index.ts";
import { commandLineCode, hasErrors, tell } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { planSummary, planText } from "../print/plan-text.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { planOptions, waitFlags } from "./cluster-options.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { learnSecrets, openTargets } from "./cluster-target.ts";
import type { ClusterTarget, Noun } from "./cluster-target.ts";
import { planBack } from "./plan-back.ts";
import { savePlans } from "./plan-file.ts";
import { runPrepared } from "./run-prepared.ts";
import type { Applying } from "./run-prepared.ts";
import { savedPlan } from "./saved-plan.ts";
import type { SavedPlan } from "./saved-plan.ts";

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
  const saved: SavedPlan[] = [];
  let worst: number = exitCode.ok;
  // What was applied last goes back first.
  for (const target of noun === "bundle" ? [...targets.targets].reverse() : targets.targets) {
    const session = await sessions.open(target.cluster);
    const exit =
      session === undefined
        ? exitCode.validation
        : await guarded(context, session, () =>
            rollBack({ context, targets, session, printer, waiting }, target, saved),
          );
    printer.clear();
    if (exit !== exitCode.ok) worst = exit;
    if (exit !== exitCode.ok && noun === "bundle") break;
  }
  sessions.close();
  if (worst === exitCode.ok && typeof options["save"] === "string")
    worst = savePlans(context, saved, options["save"]) ?? worst;
  return worst;
}

async function rollBack(applying: Applying, target: ClusterTarget, saved: SavedPlan[]): Promise<number> {
  const { context, targets, session } = applying;
  const { io, options } = context;
  const lock = await awaitLock(session.context, target);
  targets.report(lock.diagnostics);
  if (hasErrors(lock.diagnostics)) return exitCode.validation;
  const wanted = options["to"];
  if (typeof wanted === "string" && !/^[0-9]+$/.test(wanted)) {
    context.report([
      {
        ...tell(commandLineCode.badArgument, "--to {wanted}: expected the number of a revision", { wanted }),
        severity: "error",
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
  saved.push(savedPlan(back.planned, flags, { to: back.revision, keepSecrets }));
  const { steps } = back.planned.plan;
  if (typeof options["save"] === "string") {
    io.stdout(`${planText(steps, { paint: painter(io, "stdout", options["color"]) })}${planSummary(steps)}\n`);
    return exitCode.ok;
  }
  return runPrepared(applying, { target, ...back, dead: lock.dead });
}
