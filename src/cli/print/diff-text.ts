import type { Cause, DiffGroup, DiffSummary } from "../../delivery/index.ts";
import type { Paint, Style } from "./colour.ts";
import { changeHead, longChange, shortChange } from "./diff-value.ts";
import { neutralise } from "./neutralise.ts";

export interface PrintedSummary extends DiffSummary {
  /** Releases that do not render on one side, and so are not compared. */
  readonly unrendered: readonly { readonly id: string; readonly side: string }[];
}

const styles: Readonly<Record<string, Style>> = { "+": "green", "-": "red", "~": "dim" };
const MOST_IDS = 6;

/** A diff for people at a terminal: groups, those that touch the most releases first, then what it comes to. */
export function diffText(summary: PrintedSummary, paint: Paint): string {
  const parts = summary.groups.map((group) => groupText(group, summary, paint));
  return [...parts, `${summaryLines(summary).join("\n")}\n`].join("\n");
}

function groupText(group: DiffGroup, { releases }: DiffSummary, paint: Paint): string {
  const lines = [paint("bold", neutralise(groupHead(group, releases)))];
  for (const change of group.changes) {
    const sign = change.change === "added" ? "+" : change.change === "removed" ? "-" : "~";
    const short = change.path === "" ? "" : shortChange(change);
    const mark = paint(sign === "~" ? "yellow" : (styles[sign] as Style), sign);
    if (short !== undefined) lines.push(`  ${mark} ${changeHead(change)}${short === "" ? "" : `: ${bare(short)}`}`);
    else {
      lines.push(`  ${mark} ${changeHead(change)}:`);
      for (const { sign: s, text } of longChange(change))
        lines.push(`      ${s === " " ? `  ${text}` : paint(styles[s] as Style, s === "~" ? text : `${s} ${text}`)}`);
    }
  }
  if (releases > 1) lines.push(paint("dim", `  in ${neutralise(idList(group.releases))}`));
  return `${lines.join("\n")}\n`;
}

/** The sign stands before the line already. */
const bare = (short: string): string => short.replace(/^[+-] /, "");

/** `3 fields in 412 of 1200 releases, because platform.cue:14 (replicas = 3)`. */
export function groupHead({ changes, releases, cause }: DiffGroup, all: number): string {
  const fields = changes.filter(({ path }) => path !== "").length;
  const objects = changes.length - fields;
  const count = (n: number, word: string): string[] => (n === 0 ? [] : [`${n} ${word}${n === 1 ? "" : "s"}`]);
  const what = [...count(objects, "object"), ...count(fields, "field")].join(" and ");
  const where = all > 1 ? ` in ${releases.length} of ${all} releases` : "";
  return `${what}${where}${cause === undefined ? "" : `, because ${causeText(cause)}`}`;
}

export function causeText({ file, line, text, side, nearest }: Cause): string {
  const at = line === undefined ? file : `${file}:${line}`;
  const gone = side === "before" ? " is gone or changed" : "";
  return `${nearest === true ? "probably " : ""}${at}${gone} (${text})`;
}

export function idList(ids: readonly string[], most = MOST_IDS): string {
  const shown = ids.slice(0, most).join(", ");
  return ids.length > most ? `${shown} and ${ids.length - most} more` : shown;
}

export function summaryLines(summary: PrintedSummary): string[] {
  const { releases, changed, added, removed, groups, unrendered } = summary;
  const out = [
    changed === 0
      ? added.length + removed.length + unrendered.length === 0
        ? `nothing differs in ${releases} release${releases === 1 ? "" : "s"}`
        : `no release that is on both sides changes`
      : `${changed} of ${releases} release${releases === 1 ? "" : "s"} change${changed === 1 ? "s" : ""}, ${groups.length} distinct difference${groups.length === 1 ? "" : "s"}`,
  ];
  if (added.length > 0) out.push(`${added.length} new: ${neutralise(idList(added))}`);
  if (removed.length > 0) out.push(`${removed.length} gone: ${neutralise(idList(removed))}`);
  if (unrendered.length > 0)
    out.push(
      `${unrendered.length} not compared, because they do not render: ${neutralise(
        idList(unrendered.map(({ id, side }) => `${id} (${side})`)),
      )}`,
    );
  return out;
}
