import { nodeBehind } from "../eval/index.ts";
import { nodeText } from "../message/index.ts";
import { Tag } from "../value/index.ts";
import type { LabelTable, Value, Vertex } from "../value/index.ts";

/** The values of a choice; undefined where there is none. */
export function choicesOf(v: Vertex): readonly Value[] | undefined {
  const { base } = nodeBehind(v);
  return base?.tag === Tag.Disjunction ? base.values : undefined;
}

/** What a value allows, on one line and without marks of defaults; "" if it has no short form. */
export function allowedText(v: Vertex, labels: LabelTable): string {
  const choices = choicesOf(v);
  if (choices === undefined) return nodeText(nodeBehind(v), labels);
  const parts = choices.map((value) => (isPlain(value) ? nodeText(value, labels) : ""));
  return parts.includes("") ? "" : parts.join(" | ");
}

function isPlain(value: Value): boolean {
  return (
    value.tag !== Tag.Vertex ||
    (value.arcs.length === 0 && value.base?.tag !== Tag.StructMarker && value.base?.tag !== Tag.ListMarker)
  );
}
