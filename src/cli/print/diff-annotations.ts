import { annotation } from "./annotation.ts";
import { groupHead } from "./diff-text.ts";
import type { PrintedSummary } from "./diff-text.ts";
import { changeHead, shortChange } from "./diff-value.ts";

/** What each changed line does, as annotations of GitHub at that line. */
export function diffAnnotations(summary: PrintedSummary): string {
  return summary.groups
    .map((group) => {
      const { cause, ...bare } = group;
      const changes = group.changes.map((change) => {
        const short = change.path === "" ? change.change : shortChange(change);
        return `${changeHead(change)}${short === undefined ? "" : `: ${short}`}`;
      });
      return annotation("notice", {
        title: groupHead(bare, summary.releases),
        message: changes.join("\n"),
        // A line that is gone cannot be pointed at.
        ...(cause !== undefined && cause.side === "after" && { file: cause.file }),
        ...(cause?.side === "after" && cause.line !== undefined && { line: cause.line }),
      });
    })
    .join("");
}
