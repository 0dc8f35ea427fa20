// A plan for people: each step with its reason, each field with who set it before and who sets it now.
import { changesAnything, countSteps, nameOf } from "../../cluster/index.ts";
import type { Action, ExplainedChange, Step } from "../../cluster/index.ts";
import type { Paint, Style } from "./colour.ts";
import { fieldValue, isHiddenPath } from "./field-value.ts";
import { neutralise } from "./neutralise.ts";

const signs: Readonly<Record<Action, readonly [string, Style]>> = {
  create: ["+", "green"],
  update: ["~", "yellow"],
  own: ["=", "cyan"],
  adopt: [">", "yellow"],
  replace: ["±", "red"],
  none: [" ", "dim"],
  delete: ["-", "red"],
  keep: ["!", "cyan"],
};

/** Who sets a field on our side: the lines that follow it. */
export type OriginLines = (step: Step, change: ExplainedChange) => readonly string[];

interface PlanPrint {
  readonly paint: Paint;
  readonly origins?: OriginLines;
  /** Fields that others set beside ours are listed too. */
  readonly foreign?: boolean;
}

export function planText(steps: readonly Step[], { paint, origins, foreign }: PlanPrint): string {
  const out: string[] = [];
  for (const step of steps) {
    const showForeign = foreign === true && step.foreign.length > 0;
    if (step.action === "none" && !showForeign) continue;
    const [sign, style] = signs[step.action];
    const component = step.component === "" ? "" : paint("dim", `  [${step.component}]`);
    out.push(`${paint(style, `${sign} ${neutralise(nameOf(step.id))}`)}  ${neutralise(step.reason)}${component}`);
    for (const change of step.changes) out.push(...changeLines(step, change, paint, origins));
    // Where a change stands above, its line says so.
    const shown = new Set(step.changes.map(({ text }) => text));
    for (const { field, manager } of step.forced)
      if (!shown.has(field))
        out.push(`    ${neutralise(field)} ${paint("yellow", "is taken from")} ${neutralise(manager)}`);
    for (const { field, manager } of step.conflicts ?? [])
      if (!shown.has(field)) out.push(`    ${neutralise(field)} ${paint("red", "is owned by")} ${neutralise(manager)}`);
    if (step.unchecked !== undefined && step.unchecked !== "")
      out.push(`    ${paint("dim", `not checked: ${neutralise(step.unchecked)}`)}`);
    if (showForeign)
      for (const { text, manager, time } of step.foreign)
        out.push(`    ${paint("dim", `${neutralise(text)} is set by ${neutralise(manager)}, ${time}: left alone`)}`);
  }
  return out.map((line) => `${line}\n`).join("");
}

function changeLines(step: Step, change: ExplainedChange, paint: Paint, origins: OriginLines | undefined): string[] {
  const hidden = isHiddenPath(step.id.kind, change.text);
  const from = origins?.(step, change) ?? [];
  const kind =
    change.kind === "change"
      ? ""
      : paint(
          "yellow",
          `  ${change.kind === "drift" ? "drift" : "change and drift"}${from.some(isLocked) ? " against the platform's lock" : ""}`,
        );
  const among = (list: Step["forced"] = []): boolean => list.some(({ field }) => field === change.text);
  const taken = among(step.forced) ? "  taken by force" : among(step.conflicts) ? "  not ours to change" : "";
  const lines = [
    `    ${neutralise(change.text)}: ${neutralise(fieldValue(change.before, hidden))} → ${neutralise(fieldValue(change.after, hidden))}${kind}${paint("red", taken)}`,
  ];
  for (const line of from) lines.push(`      ${paint("dim", "new:")} ${neutralise(line)}`);
  for (const { manager, time, subresource } of change.by)
    lines.push(
      `      ${paint("dim", "old:")} set by ${neutralise(manager)}${subresource === "" ? "" : ` through ${subresource}`}${time === "" ? "" : `, ${time}`}`,
    );
  return lines;
}

/** A value that the platform locked: see `explainField`. */
export const isLocked = (origin: string): boolean => /, locked\)/.test(origin);

/** The same, when it is done. */
export function doneSummary(steps: readonly Step[]): string {
  return planSummary(steps)
    .replace("to create", "created")
    .replace("to change", "changed")
    .replace("to delete and make again", "made again")
    .replace("to delete", "deleted");
}

export function planSummary(steps: readonly Step[]): string {
  const counts = countSteps(steps);
  if (!changesAnything(steps))
    return `nothing to do: ${counts.none} objects are as they should be${counts.keep > 0 ? `, ${counts.keep} are kept` : ""}`;
  const parts = [
    [counts.create, "to create"],
    [counts.change, "to change"],
    [counts.replace, "to delete and make again"],
    [counts.delete, "to delete"],
    [counts.keep, "kept"],
    [counts.none, "unchanged"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}
