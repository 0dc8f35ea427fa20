// `plan`, `diff` and the first half of `apply`: a release, rendered and compared with its cluster.
import { changesAnything, keyOf, planRelease } from "../../cluster/index.ts";
import type { PlannedRelease, RenderedObject } from "../../cluster/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { painter } from "../print/colour.ts";
import { dataText, stepData } from "../print/plan-data.ts";
import type { OriginLines } from "../print/plan-text.ts";
import { planSummary, planText } from "../print/plan-text.ts";
import { RunPrinter } from "../print/run-printer.ts";
import { planOptions } from "./cluster-options.ts";
import type { PlanFlags } from "./cluster-options.ts";
import { ClusterSessions, guarded } from "./cluster-session.ts";
import type { ClusterSession } from "./cluster-session.ts";
import { openTargets, renderTarget } from "./cluster-target.ts";
import type { ClusterTarget, ClusterTargets, Noun, RenderedTarget } from "./cluster-target.ts";
import { healthProblems } from "./health-rule.ts";
import { originLines } from "./field-origin.ts";
import { identityOf, limitsOf, renderedObjects } from "./release-request.ts";
import { savePlans } from "./plan-file.ts";
import { savedPlan } from "./saved-plan.ts";
import type { SavedPlan } from "./saved-plan.ts";

export interface PlannedTarget {
  readonly target: ClusterTarget;
  readonly rendered: RenderedTarget;
  readonly objects: readonly RenderedObject[];
  readonly planned: PlannedRelease;
}

/** Undefined if it cannot be planned, which is told. */
export async function planTarget(
  context: CommandContext,
  targets: ClusterTargets,
  target: ClusterTarget,
  session: ClusterSession,
  { look = false, flags = planOptions(context) }: { readonly look?: boolean; readonly flags?: PlanFlags } = {},
): Promise<PlannedTarget | undefined> {
  const rendered = await renderTarget(target, targets, targets.targets.length > 1);
  if (rendered === undefined) return undefined;
  const objects = renderedObjects(rendered);
  targets.report(objects.diagnostics);
  if (objects.value === undefined) return undefined;
  const limits = limitsOf(target);
  const result = await planRelease(session.context, {
    release: identityOf(target, rendered.result.release!),
    rendered: objects.value,
    operation: "apply",
    options: flags,
    ...(limits && { limits }),
    look,
  });
  const rules = result.value === undefined ? [] : await healthProblems(session, result.value);
  targets.report([...result.diagnostics, ...rules]);
  if (result.value === undefined || hasErrors(result.diagnostics) || rules.length > 0) return undefined;
  return { target, rendered, objects: objects.value, planned: result.value };
}

export function originsFor({ io }: CommandContext, { rendered, planned }: PlannedTarget): Promise<OriginLines> {
  return originLines(rendered, planned.plan.steps, planned.objects, ({ id }) => keyOf(id), io.cwd);
}

/** `opm mod|release|bundle plan`. */
export const planCommand = (context: CommandContext, noun: Noun): Promise<number> => showPlans(context, noun, false);

/** `plan` and `diff` differ in what they show: steps with reasons, or fields with who set them. */
export async function showPlans(context: CommandContext, noun: Noun, asDiff: boolean): Promise<number> {
  const { io, options } = context;
  const targets = await openTargets(context, noun);
  if (targets.failed || targets.targets.length === 0) return exitCode.validation;
  const format = options["output"] ?? "table";
  const paint = painter(io, "stdout", options["color"]);
  const printer = new RunPrinter(io, false, paint);
  const sessions = new ClusterSessions(context, targets.secrets.redactor, printer.emit);
  const several = targets.targets.length > 1;
  const data: unknown[] = [];
  const saved: SavedPlan[] = [];
  let worst: number = exitCode.ok;
  let changes = false;
  for (const target of targets.targets) {
    context.progress.step(`planning ${target.label}`);
    const session = await sessions.open(target.cluster);
    if (session === undefined) {
      worst = exitCode.validation;
      continue;
    }
    const exit = await guarded(context, session, async () => {
      const one = await planTarget(context, targets, target, session, { look: asDiff });
      if (one === undefined) return exitCode.validation;
      const { plan } = one.planned;
      const origins = await originsFor(context, one);
      changes ||= changesAnything(plan.steps);
      context.progress.clear();
      saved.push(savedPlan(one.planned, planOptions(context)));
      if (format === "table") {
        if (several) io.stdout(`${paint("bold", `${target.label} in ${target.namespace}`)}\n`);
        io.stdout(planText(plan.steps, { paint, origins, foreign: asDiff }));
        io.stdout(`${planSummary(plan.steps)}\n`);
      } else
        data.push({
          release: plan.release,
          server: plan.server,
          render: plan.render,
          steps: plan.steps.map((step) => stepData(step, origins)),
        });
      return exitCode.ok;
    });
    if (exit !== exitCode.ok) worst = exit;
  }
  sessions.close();
  if (format !== "table" && worst === exitCode.ok) io.stdout(dataText(several ? data : data[0], format));
  if (worst === exitCode.ok && typeof options["save"] === "string")
    worst = savePlans(context, saved, options["save"]) ?? worst;
  if (worst !== exitCode.ok) return worst;
  return changes && options["exitCode"] === true ? exitCode.changes : exitCode.ok;
}
