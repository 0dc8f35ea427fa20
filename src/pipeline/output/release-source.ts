// The release as CUE that a person can read.
import { createContext } from "../../cue/index.ts";
import { MASK } from "../../secrets/index.ts";
import type { Release } from "../3-release/release.ts";
import type { CueAccess } from "../cue-access.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain } from "../plain-value.ts";

/** Metadata, values and components of a release, all concrete. Secrets are masked. */
export function releaseSource(cue: CueAccess, release: Release): string {
  const { root } = release.cue.get();
  const data = new Map<string, Plain>();
  for (const { name, value: item } of root.entries()) {
    const value = plainValue(item);
    if (value !== undefined) data.set(name, masked(value));
  }
  return `import "opmodel.dev/core@v0"\n\ncore.#ModuleRelease\n\n${createContext().value(data).toCue()}`;
}

/** What is a secret by its type is not shown, whether or not it was marked. */
function masked(value: Plain): Plain {
  if (Array.isArray(value)) return (value as readonly Plain[]).map(masked);
  if (!isStruct(value)) return value;
  const isSecret = value["$opm"] === "secret";
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret && name === "value" ? MASK : masked(inner)]),
  );
}
