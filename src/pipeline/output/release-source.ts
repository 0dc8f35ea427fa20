// The release as CUE that a person can read.
import { quoteLabel, quoteString } from "../../cue/syntax/index.ts";
import type { Release } from "../3-release/release.ts";
import type { CueAccess } from "../cue-access.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";

const MASK = "***";

/** Metadata, values and components of a release, all concrete. Secrets are masked. */
export function releaseSource(cue: CueAccess, release: Release): string {
  const { root } = release.cue.get();
  const data: Record<string, Plain> = {};
  for (const { name, vertex } of cue.fields(root)) {
    const value = plainValue(cue.finalize(vertex), cue.labels);
    if (value !== undefined) data[name] = value;
  }
  return `import "opmodel.dev/core@v0"\n\ncore.#ModuleRelease\n\n${members(data, 0)}`;
}

function members(struct: PlainStruct, depth: number): string {
  let out = "";
  for (const [name, value] of Object.entries(struct))
    out += `${"\t".repeat(depth)}${quoteLabel(name)}: ${text(value, depth, struct, name)}\n`;
  return out;
}

function text(value: Plain, depth: number, parent: PlainStruct | undefined, name: string): string {
  if (typeof value === "string") return quoteString(parent?.["$opm"] === "secret" && name === "value" ? MASK : value);
  if (isStruct(value)) {
    const inner = members(value, depth + 1);
    return inner === "" ? "{}" : `{\n${inner}${"\t".repeat(depth)}}`;
  }
  if (Array.isArray(value)) {
    const items = value as readonly Plain[];
    if (items.length === 0) return "[]";
    const tabs = "\t".repeat(depth + 1);
    return `[\n${items.map((item) => `${tabs}${text(item, depth + 1, undefined, "")},\n`).join("")}${"\t".repeat(depth)}]`;
  }
  return String(value);
}
