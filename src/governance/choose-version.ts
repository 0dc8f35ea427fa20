import { compareSemver } from "../cue/module/index.ts";
import { inRange, parseRange } from "./version-range.ts";

/** The newest that fits: `latest`, `v0`, `v0.1`, or a range such as `^0.1.0`. A pre-release only where it is named. */
export function chooseVersion(versions: readonly string[], wanted: string): string | undefined {
  const sorted = [...versions].sort(compareSemver);
  const releases = sorted.filter((version) => !version.includes("-"));
  if (wanted === "latest") return releases.at(-1) ?? sorted.at(-1);
  if (/^v[0-9]+(?:\.[0-9]+)?$/.test(wanted)) return releases.findLast((version) => version.startsWith(`${wanted}.`));
  const range = parseRange(wanted);
  return range === undefined ? undefined : sorted.findLast((version) => inRange(version, range));
}
