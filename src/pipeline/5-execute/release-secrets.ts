import { discoverSecrets } from "../../secrets/index.ts";
import type { Release } from "../3-release/release.ts";
import type { CueAccess } from "../cue-access.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";

/** The secrets of a release by name and key; undefined if it has none. Fields that share both are one key. */
export function releaseSecrets(cue: CueAccess, release: Release): PlainStruct | undefined {
  const { valuesVertex } = release.cue.get();
  const roots: Plain[] = [];
  if (valuesVertex !== undefined) roots.push(plainValue(valuesVertex, cue.labels) ?? {});
  for (const component of release.components) {
    const spec = cue.field(component.cue.get(), "spec");
    if (spec !== undefined) roots.push(plainValue(spec, cue.labels) ?? {});
  }
  const groups: Record<string, { data: Record<string, Plain> }> = {};
  for (const root of roots) {
    for (const { path, secretName, dataKey } of discoverSecrets(root)) {
      const entry = lookUp(root, path);
      const group = (groups[secretName] ??= { data: {} });
      if (entry !== undefined && !Object.hasOwn(group.data, dataKey)) group.data[dataKey] = entry;
    }
  }
  return Object.keys(groups).length === 0 ? undefined : groups;
}

function lookUp(root: Plain, path: readonly (string | number)[]): Plain | undefined {
  let value: Plain | undefined = root;
  for (const step of path)
    value = Array.isArray(value)
      ? (value as readonly Plain[])[Number(step)]
      : isStruct(value)
        ? value[String(step)]
        : undefined;
  return value;
}
