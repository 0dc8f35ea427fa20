// Labels and annotations may be lists of scalars in the model; objects have texts.
import type { Plain, PlainStruct } from "../plain-value.ts";

export function hasLists(labels: PlainStruct | undefined): boolean {
  return labels !== undefined && Object.values(labels).some((value) => Array.isArray(value));
}

/** The same labels, lists as the text of their elements. */
export function flatLabels(labels: PlainStruct): PlainStruct {
  if (!hasLists(labels)) return labels;
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, flat(value)]));
}

const flat = (value: Plain): Plain => (Array.isArray(value) ? value.map(String).join(",") : value);
