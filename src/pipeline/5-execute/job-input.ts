import { Value } from "../../cue/index.ts";
import type { SourceTree, StructTree, TreeField } from "../../cue/index.ts";
import { isSecret, reveal } from "../../secrets/index.ts";
import type { Place } from "../../source/index.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import { markedAs } from "../sealed-value.ts";

/** Something that is unified with a transformer. Jobs that are given the same share it. */
export interface JobInput {
  readonly tree: StructTree;
  /** What in it was made from secrets. */
  readonly marked: readonly MarkedPart[];
}

interface MarkedPart {
  readonly names: readonly string[];
  /** Its label says where in the input it is. */
  readonly place?: Place | undefined;
}

export function jobInput(...fields: readonly TreeField[]): JobInput {
  const tree: StructTree = { kind: "struct", fields };
  const marked: MarkedPart[] = [];
  collect(tree, marked);
  return { tree, marked };
}

/** A definition of the input. */
export const given = (identifier: string, value: SourceTree): TreeField => ({ selector: { identifier }, value });

function collect(tree: SourceTree, marked: MarkedPart[]): void {
  if (tree instanceof Value) return;
  if (tree.kind === "struct") for (const { value } of tree.fields) collect(value, marked);
  else if (tree.kind === "list") for (const item of tree.items) collect(item, marked);
  else if ("marks" in tree && tree.marks !== undefined) marked.push({ names: tree.marks, place: tree.place });
}

/** Every part of an input that somebody wrote, with its path. */
export function* writtenParts(tree: SourceTree, path: readonly string[] = []): Generator<WrittenPart> {
  if (tree instanceof Value) return;
  if ("place" in tree && tree.place !== undefined) yield { path, place: tree.place };
  if (tree.kind === "struct")
    for (const { selector, value } of tree.fields) {
      const name = typeof selector === "string" ? selector : selector.identifier;
      yield* writtenParts(value, [...path, name]);
    }
  else if (tree.kind === "list")
    for (const [i, item] of tree.items.entries()) yield* writtenParts(item, [...path, String(i)]);
}

interface WrittenPart {
  readonly path: readonly string[];
  readonly place: Place;
}

/** Data as a tree; what is secret in it is marked again. */
export function plainTree(data: Plain): SourceTree {
  if (isSecret(data)) return { kind: "string", text: reveal(data), marks: markedAs(data).names };
  if (data === null) return { kind: "null", text: "null" };
  switch (typeof data) {
    case "string":
      return { kind: "string", text: data };
    case "boolean":
      return { kind: "bool", text: String(data) };
    case "number":
    case "bigint":
      return { kind: "number", text: String(data) };
    default:
      return Array.isArray(data)
        ? { kind: "list", items: (data as readonly Plain[]).map(plainTree) }
        : plainFields(data as PlainStruct);
  }
}

export function plainFields(data: PlainStruct): StructTree {
  return {
    kind: "struct",
    fields: Object.entries(data).map(([selector, value]) => ({ selector, value: plainTree(value) })),
  };
}

/** The same without places, which stay in this thread. */
export function withoutPlaces(tree: SourceTree): SourceTree {
  if (tree instanceof Value) return tree;
  switch (tree.kind) {
    case "struct":
      return {
        kind: "struct",
        fields: tree.fields.map(({ selector, value }) => ({ selector, value: withoutPlaces(value) })),
      };
    case "list":
      return { kind: "list", items: tree.items.map(withoutPlaces) };
    case "expression":
    case "all":
    case "any":
    case "type":
    case "data":
      return tree;
    default:
      return { kind: tree.kind, text: tree.text };
  }
}
