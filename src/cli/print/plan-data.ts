// Plans and changes as data for programs; secrets are masks.
import { isRecord } from "../../cluster/index.ts";
import type { Step } from "../../cluster/index.ts";
import { manifestYaml } from "../../pipeline/index.ts";
import { isHiddenPath, maskedValue } from "./field-value.ts";
import { isLocked } from "./plan-text.ts";
import type { OriginLines } from "./plan-text.ts";

export function stepData(step: Step, origins?: OriginLines): Record<string, unknown> {
  const {
    action,
    id,
    apiVersion,
    component,
    reason,
    uid,
    resourceVersion,
    forced,
    conflicts,
    changes,
    foreign,
    unchecked,
  } = step;
  return {
    action,
    apiVersion,
    kind: id.kind,
    ...(id.namespace !== "" && { namespace: id.namespace }),
    name: id.name,
    ...(component !== "" && { component }),
    reason,
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(unchecked !== undefined && unchecked !== "" && { unchecked }),
    ...(forced.length > 0 && { forced }),
    ...(conflicts !== undefined && { conflicts }),
    ...(changes.length > 0 && {
      changes: changes.map((change) => {
        const hidden = isHiddenPath(id.kind, change.text);
        const from = origins?.(step, change) ?? [];
        return {
          field: change.text,
          kind: change.kind,
          ...(change.kind !== "change" && from.some(isLocked) && { againstLock: true }),
          before: maskedValue(change.before, hidden),
          after: maskedValue(change.after, hidden),
          ...(change.by.length > 0 && { setBy: change.by }),
          ...(from.length > 0 && { origin: from }),
        };
      }),
    }),
    ...(foreign.length > 0 && { foreign }),
  };
}

/** JSON or YAML of any data. */
export function dataText(data: unknown, format: unknown): string {
  if (format === "yaml")
    return Array.isArray(data) && data.every(isRecord) ? data.map(manifestYaml).join("---\n") : manifestYaml(data);
  return `${JSON.stringify(data, null, 2)}\n`;
}
