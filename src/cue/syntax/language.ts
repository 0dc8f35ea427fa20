import type { Experiments } from "./ast.ts";
import { quoteString } from "./quote.ts";

/** The newest language version that this engine knows. */
export const newestLanguage = "v0.17.1";

interface ExperimentLife {
  readonly name: string;
  /** From this version on a file may switch it on. */
  readonly preview: string;
  /** From this version on it is always on; "" if it is not stable yet. */
  readonly stable: string;
}

const experiments: readonly ExperimentLife[] = [
  { name: "testing", preview: "v0.13.0", stable: "" },
  { name: "accepted_", preview: "v0.13.0", stable: "v0.15.0" },
  { name: "structcmp", preview: "v0.14.0", stable: "v0.15.0" },
  { name: "explicitopen", preview: "v0.15.0", stable: "" },
  { name: "aliasv2", preview: "v0.15.0", stable: "" },
  { name: "try", preview: "v0.16.0", stable: "" },
  { name: "shortcircuit", preview: "v0.17.0", stable: "" },
];

interface ExperimentsResult {
  readonly experiments: Experiments;
  /** What is wrong with the names, or "". */
  readonly error: string;
}

/**
 * The experiments of a file.
 * @param version language version of its module; "" means the newest
 * @param lists bodies of its `@experiment(a,b)` attributes
 */
export function resolveExperiments(version: string, lists: readonly string[]): ExperimentsResult {
  const asked = new Set<string>();
  for (const list of lists) {
    if (list === "") continue;
    for (const name of list.split(",")) asked.add(name.trim());
  }
  const on = new Set<string>();
  const problems: string[] = [];
  for (const { name, preview, stable } of experiments) {
    if (asked.delete(name)) {
      if (version !== "" && compareVersions(version, preview) < 0) {
        problems.push(`cannot set experiment "${name}" before version ${preview}`);
      } else {
        on.add(name);
      }
    }
    if (stable !== "" && (version === "" || compareVersions(version, stable) >= 0)) on.add(name);
  }
  for (const name of asked) problems.push(`unknown experiment ${quoteString(name)}`);
  return {
    experiments: {
      structcmp: on.has("structcmp"),
      explicitopen: on.has("explicitopen"),
      aliasv2: on.has("aliasv2"),
      try: on.has("try"),
      shortcircuit: on.has("shortcircuit"),
    },
    error: problems.join("\n"),
  };
}

/** Compares semantic versions such as "v0.15.0" and "v0.16.0-alpha.1". */
export function compareVersions(a: string, b: string): number {
  const x = splitVersion(a);
  const y = splitVersion(b);
  for (let i = 0; i < 3; i++) {
    const d = (x.numbers[i] ?? 0) - (y.numbers[i] ?? 0);
    if (d !== 0) return d;
  }
  return comparePrerelease(x.prerelease, y.prerelease);
}

function splitVersion(version: string): { numbers: number[]; prerelease: string } {
  let core = version.startsWith("v") ? version.slice(1) : version;
  const build = core.indexOf("+");
  if (build >= 0) core = core.slice(0, build);
  const dash = core.indexOf("-");
  const prerelease = dash < 0 ? "" : core.slice(dash + 1);
  if (dash >= 0) core = core.slice(0, dash);
  return { numbers: core.split(".").map(Number), prerelease };
}

/** A version before its release is lower; identifiers compare as numbers if both are. */
function comparePrerelease(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "") return 1;
  if (b === "") return -1;
  const xs = a.split(".");
  const ys = b.split(".");
  for (let i = 0; i < xs.length && i < ys.length; i++) {
    const x = xs[i] as string;
    const y = ys[i] as string;
    if (x === y) continue;
    const nx = /^\d+$/.test(x);
    const ny = /^\d+$/.test(y);
    if (nx && ny) return Number(x) - Number(y);
    if (nx !== ny) return nx ? -1 : 1;
    return x < y ? -1 : 1;
  }
  return xs.length - ys.length;
}
