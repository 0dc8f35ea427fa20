// Where the output of a release goes below `--out-dir`: the folders that GitOps repositories have.
const STEPS = ["environment", "cluster", "namespace", "release"] as const;

/** Folders from the top to the release's own. */
export type Layout = readonly (typeof STEPS)[number][];

export const DEFAULT_LAYOUT: Layout = ["environment", "release"];

/** `environment/cluster/namespace/release`, any of them once, in any order; undefined if it is anything else. */
export function parseLayout(text: string): Layout | undefined {
  const steps = text.split("/");
  const known = steps.every((step): step is Layout[number] => (STEPS as readonly string[]).includes(step));
  return known && new Set(steps).size === steps.length && steps.includes("release") ? steps : undefined;
}

interface Placed {
  readonly environment?: string;
  readonly cluster?: string;
  readonly namespace?: string;
}

/** The folder of a release. What it has none of is left out; a name that could lead elsewhere becomes a plain one. */
export function layoutPath(layout: Layout, job: Placed, release: string): string {
  return layout
    .map((step) => (step === "release" ? release : job[step]))
    .filter((name) => name !== undefined)
    .map(plainName)
    .join("/");
}

/** Contexts of clusters have slashes and colons in them. */
function plainName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._@-]/gu, "-");
  return /^\.*$/.test(plain) ? "-" : plain;
}
