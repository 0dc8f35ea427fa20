// The version of a module that an environment pins, where the two sides of a difference pin different ones.
import type { Instance } from "../../cue/load/index.ts";
import type { Explained } from "../../pipeline/index.ts";
import type { Place } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";

export interface MovedPin {
  readonly place: Place;
  /** `prod pins hello: 0.1.0 → 0.2.0`. */
  readonly text: string;
  readonly side: "before" | "after";
}

interface PinnedSide {
  readonly result: Explained;
  readonly environment?: EnvironmentDefinition;
}

/** Undefined if both sides have the same pin, or none. */
export function movedPin(before: PinnedSide | undefined, after: PinnedSide | undefined): MovedPin | undefined {
  const [was, now] = [pinOf(before), pinOf(after)];
  if (was?.version === now?.version) return undefined;
  const [at, side, environment] =
    now?.versionPlace === undefined
      ? [was, "before" as const, before?.environment]
      : [now, "after" as const, after?.environment];
  if (at?.versionPlace === undefined) return undefined;
  const versions = [was?.version, now?.version].map((version) => version ?? "none").join(" → ");
  const module = (after ?? before)?.result.module?.metadata.name ?? "";
  return { place: at.versionPlace, text: `${environment?.name} pins ${module}: ${versions}`, side };
}

function pinOf(side: PinnedSide | undefined): { version?: string; versionPlace?: Place } | undefined {
  const { metadata } = side?.result.module ?? {};
  const pins = side?.environment?.modules;
  return metadata && (pins?.get(metadata.name) ?? pins?.get(metadata.apiVersion));
}

/** Names of the files of other modules that a release is made of: what a version decides about. */
export function publishedFiles(side: PinnedSide | undefined): ReadonlySet<string> {
  const own = side?.result.module?.cue.get().instance;
  const names = new Set<string>();
  const seen = new Set<Instance>();
  const visit = (instance: Instance): void => {
    if (seen.has(instance)) return;
    seen.add(instance);
    if (instance.root !== own?.root) for (const { source } of instance.files) names.add(source.name);
    for (const inner of instance.imports.values()) visit(inner);
  };
  if (own !== undefined) visit(own);
  return names;
}
