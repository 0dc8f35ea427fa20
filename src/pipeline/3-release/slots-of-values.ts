// The secrets that a schema has for given values (SEC-6). Fields of `#config` say so themselves; elements of lists, entries
// of maps and fields under a condition show only when something is there.
import type { Place } from "../../source/index.ts";
import {
  exprNode,
  isSecretView,
  layerValues,
  nearestName,
  pathText,
  sameValue,
  secretSlots,
  structNode,
} from "../../values/index.ts";
import type { CueView, Layers, Path, SecretSlot, Step, ValueNode } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { configWith } from "./config-with.ts";

interface SlotsOfValues {
  readonly slots: readonly SecretSlot[];
  /** Texts of fields that the schema does not know, which may be misspelt secrets. */
  readonly stray: readonly { readonly text: string; readonly path: string; readonly place: Place }[];
}

/** How deep lists and maps may lie in each other before nothing more is looked for. */
const ROUNDS = 6;

export function slotsOfValues(
  cue: CueAccess,
  module: Module,
  schema: CueView,
  declared: readonly SecretSlot[],
  layers: Layers,
): SlotsOfValues {
  const tree = layerValues(layers).value;
  if (tree === undefined || isDeclared(tree, schema)) return { slots: declared, stray: [] };
  // Values decide conditions; a wrong one hides what stands beside it, which shows without.
  const views = [true, false].map((scalars) => probed(cue, module, schema, tree, scalars));
  const slots = new Map(declared.map((slot) => [JSON.stringify(slot.path), slot]));
  for (const view of views)
    for (const slot of secretSlots(view)) {
      const key = JSON.stringify(slot.path);
      if (!slots.has(key)) slots.set(key, slot);
    }
  return { slots: [...slots.values()], stray: strayTexts(tree, views[0]!) };
}

/** The schema with as much of the values as it knows what they are. */
function probed(cue: CueAccess, module: Module, schema: CueView, tree: ValueNode, scalars: boolean): CueView {
  let view = schema;
  let before: ValueNode | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const probe = probeOf(tree, view, scalars);
    if (before !== undefined && sameValue(probe, before)) break;
    before = probe;
    view = configWith(module, probe) ?? view;
  }
  return view;
}

/** Whether the schema says of itself what everything in the tree is. */
function isDeclared(node: ValueNode, view: CueView): boolean {
  if (isSecretView(view)) return true;
  if (node.kind === "struct")
    return [...node.fields].every(([name, inner]) => {
      const below = fieldOf(view, name);
      return below !== undefined && isDeclared(inner, below);
    });
  if (node.kind === "list") {
    const items = itemsOf(view);
    return node.items.every((inner, i) => items[i] !== undefined && isDeclared(inner, items[i]));
  }
  return true;
}

/** The values as far as the view knows what they are; `_` where it does not, and in place of secrets. */
function probeOf(node: ValueNode, view: CueView | undefined, scalars: boolean): ValueNode {
  const any = exprNode("_", "_", undefined, node.origin);
  if (view === undefined || isSecretView(view)) return any;
  const kinds = new Set(view.alternatives().map(({ kind }) => kind));
  if (node.kind === "struct") {
    if (!kinds.has("struct")) return any;
    const fields = [...node.fields].flatMap(([name, inner]): [string, ValueNode][] => {
      const below = fieldOf(view, name);
      // A closed struct with one field more is an error, and shows nothing of its others.
      return below === undefined && !allows(view, name) ? [] : [[name, probeOf(inner, below, scalars)]];
    });
    return structNode(new Map(fields), node.origin);
  }
  if (node.kind === "list") {
    if (!kinds.has("list")) return any;
    const items = itemsOf(view);
    return { ...node, items: node.items.map((inner, i) => probeOf(inner, items[i], scalars)) };
  }
  if (!scalars || node.kind === "secret" || node.kind === "tag" || node.kind === "expr") return any;
  return kinds.has("struct") || kinds.has("list") ? any : node;
}

/** Texts of fields that the schema does not know, unless one is plainly a misspelt name of something that is no secret. */
export function strayTexts(tree: ValueNode, root: CueView): SlotsOfValues["stray"] {
  const found: { text: string; path: string; place: Place }[] = [];
  const take = (node: ValueNode, path: Path): void => {
    if (node.kind === "struct") for (const [name, inner] of node.fields) take(inner, [...path, name]);
    else if (node.kind === "list") node.items.forEach((inner, i) => take(inner, [...path, i]));
    else if ((node.kind === "string" || node.kind === "bytes") && node.text !== "")
      found.push({
        text: node.kind === "bytes" ? node.text.slice(1, -1) : node.text,
        path: pathText(path),
        place: { file: node.origin.file, span: node.origin.span },
      });
    else if (node.kind === "expr" && node.preset !== undefined) take(node.preset, path);
    for (const below of node.shadowed) take(below, path);
  };
  const look = (node: ValueNode, view: CueView, path: Step[]): void => {
    if (isSecretView(view)) return;
    if (node.kind === "list") {
      const items = itemsOf(view);
      node.items.forEach((inner, i) => items[i] && look(inner, items[i], [...path, i]));
    }
    if (node.kind !== "struct") return;
    for (const [name, inner] of node.fields) {
      const below = fieldOf(view, name);
      if (below !== undefined) look(inner, below, [...path, name]);
      else if (!allows(view, name) && !isPlainMistake(view, name)) take(inner, [...path, name]);
    }
  };
  look(tree, root, []);
  return found;
}

/** Misspelt, and the name that was meant is not that of a secret. */
function isPlainMistake(view: CueView, name: string): boolean {
  const names = view.alternatives().flatMap((a) => (a.kind === "struct" ? a.fields().map((field) => field.name) : []));
  const near = nearestName(name, names);
  const meant = near === null ? undefined : fieldOf(view, near);
  return meant !== undefined && meant.kind !== "struct" && !isSecretView(meant);
}

function fieldOf(view: CueView, name: string): CueView | undefined {
  for (const alternative of view.alternatives()) {
    const field = alternative.kind === "struct" ? alternative.field(name, true) : undefined;
    if (field !== undefined) return field;
  }
  return undefined;
}

const itemsOf = (view: CueView): readonly CueView[] =>
  view
    .alternatives()
    .find(({ kind }) => kind === "list")
    ?.items() ?? [];

const allows = (view: CueView, name: string): boolean =>
  view.alternatives().some((alternative) => alternative.kind !== "struct" || alternative.allows(name));
