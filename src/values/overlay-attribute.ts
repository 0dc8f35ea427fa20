import type { Field } from "../cue/syntax/index.ts";

/** What a field of an overlay does beside saying something: take itself away, or replace all that lies below. */
export type OverlayAct = "unset" | "replace";

/** `@unset()` and `@replace()` in CUE; `!unset` and `!replace` in YAML become the same. */
export const OVERLAY_TAGS: ReadonlyMap<string, OverlayAct> = new Map([
  ["!unset", "unset"],
  ["!replace", "replace"],
]);

export function overlayAct({ attrs }: Pick<Field, "attrs">): OverlayAct | undefined {
  for (const { text } of attrs) {
    const name = /^@(unset|replace)\(\s*\)$/.exec(text)?.[1];
    if (name !== undefined) return name as OverlayAct;
  }
  return undefined;
}
