import type { ReleaseDiff } from "../../delivery/index.ts";
import { pathText } from "../../delivery/index.ts";
import { manifestJson } from "../../pipeline/index.ts";
import type { PrintedSummary } from "./diff-text.ts";

/** The whole diff as one object: what it comes to, groups, and every release that differs. */
export function diffJson(summary: PrintedSummary, diffs: readonly ReleaseDiff[]): string {
  return manifestJson({
    version: 1,
    summary: {
      releases: summary.releases,
      changed: summary.changed,
      added: summary.added,
      removed: summary.removed,
      unrendered: summary.unrendered,
    },
    groups: summary.groups.map((group) => ({ ...group })),
    releases: diffs
      .filter(({ change }) => change !== "same")
      .map(({ id, change, objects }) => ({
        id,
        change,
        objects: objects.map(({ fields, ...object }) => ({
          ...object,
          fields: fields.map(({ path, kind, ...rest }) => ({ path: pathText(path), change: kind, ...rest })),
        })),
      })),
  });
}
