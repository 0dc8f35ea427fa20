// `delete`: what is ours goes, in the reverse order of applying; the record last.
import { awaitLock, deleteRelease, nameOf, planDelete } from "../../cluster/index.ts";
import { advise, clusterCode, hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { list } from "../command/mod-render.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { neutralise } from "../print/neutralise.ts";
import { planSummary, planText } from "../print/plan-text.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { waitFlags } from "./cluster-options.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import { openTargets } from "./cluster-target.ts";
import type { Noun } from "./cluster-target.ts";
import { consent } from "./consent.ts";
import { limitsOf } from "./release-request.ts";

/** `opm mod|release|bundle delete`. */
export async function deleteCommand(context: CommandContext, noun: Noun): Promise<number> {
  const { io, options } = context;
  const waiting = waitFlags(context);
  if (waiting === undefined) return exitCode.general;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const json = options["output"] === "json";
  const printer = new RunPrinter(io, json, painter(io, "stderr", options["color"]));
  const sessions = new ClusterSessions(context, targets.secrets.redactor, printer.emit);
  const paint = painter(io, "stdout", options["color"]);
  let worst: number = exitCode.ok;
  // What others build on goes last.
  for (const target of [...targets.targets].reverse()) {
    const session = await sessions.open(target.cluster);
    const exit =
      session === undefined
        ? exitCode.validation
        : await guarded(context, session, async () => {
            const lock = await awaitLock(session.context, target);
            targets.report(lock.diagnostics);
            if (hasErrors(lock.diagnostics)) return exitCode.validation;
            const { neverDelete = [] } = limitsOf(target) ?? {};
            const consented = { allowDelete: list(options["allowDelete"]) };
            const planned = await planDelete(session.context, target, consented, { neverDelete });
            targets.report(planned.diagnostics);
            if (planned.value === undefined || hasErrors(planned.diagnostics)) return exitCode.validation;
            const { steps } = planned.value;
            if (!json) io.stdout(planText(steps, { paint }));
            if (options["dryRun"] === true) {
              io.stdout(`${planSummary(steps)}\n`);
              return exitCode.ok;
            }
            const go = steps.filter(({ action }) => action === "delete");
            if (!(await consent(context, go, advise(clusterCode.pruneConsent, "--yes deletes them"))))
              return exitCode.validation;
            const result = await deleteRelease(session.context, planned.value, {
              timeoutMs: waiting.timeoutMs,
              ...(lock.dead !== undefined && { deadLock: lock.dead }),
            });
            printer.clear();
            targets.report(result.diagnostics);
            const kept = steps.filter(({ action }) => action === "keep");
            if (json)
              io.stdout(
                `${JSON.stringify({ type: "result", release: target.label, outcome: result.outcome, deleted: result.done, kept: kept.map(({ id }) => id) })}\n`,
              );
            else {
              io.stdout(
                `${target.name} in ${target.namespace}: ${result.outcome === "deleted" ? "deleted" : "not all of it is gone"}; ${result.done} objects went, ${kept.length} were kept\n`,
              );
              for (const { id, reason } of kept) io.stdout(`  kept ${neutralise(nameOf(id))}: ${neutralise(reason)}\n`);
            }
            return result.outcome === "deleted" ? exitCode.ok : exitCode.validation;
          });
    printer.clear();
    if (exit !== exitCode.ok) worst = exit;
  }
  sessions.close();
  return worst;
}
