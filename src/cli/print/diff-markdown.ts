import type { DiffGroup } from "../../delivery/index.ts";
import { changeHead, longChange, shortChange } from "./diff-value.ts";
import { causeText, groupHead, idList, summaryLines } from "./diff-text.ts";
import type { PrintedSummary } from "./diff-text.ts";
import { neutralise } from "./neutralise.ts";

interface MarkdownOptions {
  readonly before: string;
  readonly after: string;
  /** Characters: comments of GitHub hold 65536. */
  readonly most: number;
}

/** A diff as the comment of a pull request: the widest differences first, and never longer than asked for. */
export function diffMarkdown(summary: PrintedSummary, { before, after, most }: MarkdownOptions): string {
  const lines = summaryLines(summary);
  const head = `### Rendered manifests: ${escape(lines[0]!)}\n\n${escape(before)} → ${escape(after)}\n${lines
    .slice(1)
    .map((line) => `- ${escape(line)}\n`)
    .join("")}`;
  const room = most - head.length - 200;
  let body = "";
  let told = 0;
  for (const group of summary.groups) {
    const text = groupMarkdown(group, summary.releases);
    if (body.length + text.length > room) break;
    body += text;
    told++;
  }
  const left = summary.groups.length - told;
  const more =
    left === 0 ? "" : `\n… and ${left} more difference${left === 1 ? "" : "s"}: \`opm diff\` shows all of them.\n`;
  return `${head}${body}${more}`;
}

function groupMarkdown(group: DiffGroup, all: number): string {
  const { cause: _, ...bare } = group;
  const lines = group.changes.flatMap((change) => {
    const head = changeHead(change);
    const short = change.path === "" ? "" : shortChange(change);
    if (change.path === "") return [`${change.change === "added" ? "+" : "-"} ${head}`];
    if (short !== undefined && change.change !== "changed")
      return [
        `${change.change === "removed" ? "-" : change.change === "added" ? "+" : "!"} ${head}: ${short.replace(/^[+-] /, "")}`,
      ];
    if (short !== undefined) {
      const [from = "", to = ""] = short.split(" → ");
      return change.secret ? [`! ${head}: ${short}`] : [`  ${head}`, `- ${from}`, `+ ${to}`];
    }
    return [`  ${head}`, ...longChange(change).map(({ sign, text }) => `${sign === "~" ? " " : sign} ${text}`)];
  });
  const code = lines.join("\n");
  const fence = "`".repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const why = group.cause === undefined ? "" : `because ${codeSpan(causeText(group.cause))}\n\n`;
  const where = all > 1 ? `<sub>in ${escape(idList(group.releases, 12))}</sub>\n` : "";
  return `\n#### ${escape(groupHead(bare, all))}\n\n${why}${fence}diff\n${code}\n${fence}\n${where}`;
}

function escape(text: string): string {
  return neutralise(text).replace(/[\\`*_{}[\]<>|#]/g, (c) => (c === "<" ? "&lt;" : c === ">" ? "&gt;" : `\\${c}`));
}

function codeSpan(text: string): string {
  const safe = neutralise(text).replace(/\s+/g, " ");
  const ticks = "`".repeat(Math.max(1, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}${safe.startsWith("`") ? " " : ""}${safe}${safe.endsWith("`") ? " " : ""}${ticks}`;
}
