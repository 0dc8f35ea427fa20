// Who owns which field, from metadata.managedFields: a tree of fields, keys of list items and values of sets.
import { isRecord } from "../kube-object.ts";
import type { ManagedFieldsEntry } from "../kube-object.ts";

/** A field; an item of a list by its keys, or by its value; or by its place where a list has neither. */
export type PathStep =
  | { readonly field: string }
  | { readonly key: Readonly<Record<string, unknown>> }
  | { readonly value: unknown }
  | { readonly index: number };

export interface FieldOwner {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly time: string;
}

export interface OwnedNode {
  readonly owners: readonly FieldOwner[];
  /** By the label of the step: `f:spec`, `k:{"name":"web"}`, `v:"a"`. */
  readonly children: ReadonlyMap<string, OwnedNode>;
}

interface Growing extends OwnedNode {
  readonly owners: FieldOwner[];
  readonly children: Map<string, Growing>;
}

/** All entries as one tree. */
export function ownership(entries: readonly ManagedFieldsEntry[] = []): OwnedNode {
  const root: Growing = { owners: [], children: new Map() };
  for (const entry of entries) {
    const owner: FieldOwner = {
      manager: entry.manager ?? "",
      operation: entry.operation ?? "",
      subresource: entry.subresource ?? "",
      time: entry.time ?? "",
    };
    grow(root, entry.fieldsV1, owner);
  }
  return root;
}

function grow(node: Growing, fields: unknown, owner: FieldOwner): void {
  if (!isRecord(fields)) return;
  const labels = Object.keys(fields).filter((label) => label !== ".");
  // An entry without anything below it owns the whole value.
  if (labels.length === 0 || "." in fields) node.owners.push(owner);
  for (const label of labels) {
    let child = node.children.get(label);
    if (child === undefined) node.children.set(label, (child = { owners: [], children: new Map() }));
    grow(child, fields[label], owner);
  }
}

/** Who owns a path: the owners of the deepest part of it that anybody owns as a whole. */
export function ownersAt(root: OwnedNode, path: readonly PathStep[]): readonly FieldOwner[] {
  let node: OwnedNode | undefined = root;
  let last: readonly FieldOwner[] = [];
  for (const step of path) {
    const next: OwnedNode | undefined = childAt(node, step);
    if (next === undefined) {
      // Below a value that is owned whole there are no labels: its owners own all of it.
      return node.children.size === 0 ? node.owners : [];
    }
    node = next;
    last = node.owners;
  }
  if (last.length > 0 || node.children.size === 0) return last;
  return distinct([...leaves(node)]);
}

function childAt(node: OwnedNode, step: PathStep): OwnedNode | undefined {
  if ("field" in step) return node.children.get(`f:${step.field}`);
  for (const [label, child] of node.children) {
    if ("key" in step && label.startsWith("k:") && sameKeys(label.slice(2), step.key)) return child;
    if ("value" in step && label.startsWith("v:") && label.slice(2) === JSON.stringify(step.value)) return child;
    if ("index" in step && label === `i:${step.index}`) return child;
  }
  return undefined;
}

function sameKeys(text: string, key: Readonly<Record<string, unknown>>): boolean {
  const parsed = parse(text);
  if (!isRecord(parsed)) return false;
  const names = Object.keys(parsed);
  return names.length === Object.keys(key).length && names.every((name) => parsed[name] === key[name]);
}

function* leaves(node: OwnedNode): Iterable<FieldOwner> {
  yield* node.owners;
  for (const child of node.children.values()) yield* leaves(child);
}

function distinct(owners: readonly FieldOwner[]): FieldOwner[] {
  const seen = new Set<string>();
  return owners.filter((owner) => {
    const key = JSON.stringify(owner);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** How the server takes a list: by keys of its items, as a set, or as one value. */
type ListKind = { readonly keys: readonly string[] } | "set" | "atomic" | "unknown";

export function listKind(...nodes: readonly (OwnedNode | undefined)[]): ListKind {
  for (const node of nodes) {
    if (node === undefined) continue;
    for (const label of node.children.keys()) {
      if (label.startsWith("v:")) return "set";
      if (!label.startsWith("k:")) continue;
      const key = parse(label.slice(2));
      if (isRecord(key)) return { keys: Object.keys(key) };
    }
    if (node.children.size === 0 && node.owners.length > 0) return "atomic";
  }
  return "unknown";
}

export function nodeAt(root: OwnedNode | undefined, step: PathStep): OwnedNode | undefined {
  return root && childAt(root, step);
}

/** Whoever owns a part of it. */
export const ownersBelow = (node: OwnedNode): readonly FieldOwner[] => [...leaves(node)];

/** The parts of a node, by their steps. */
export function* stepsOf(node: OwnedNode): Iterable<{ readonly step: PathStep; readonly child: OwnedNode }> {
  for (const [label, child] of node.children) {
    const step = stepOf(label);
    if (step !== undefined) yield { step, child };
  }
}

/** Every path that a manager owns, and the time; the way to a value is its labels. */
export function* ownedPaths(node: OwnedNode, path: readonly PathStep[] = []): Iterable<OwnedPath> {
  if (node.owners.length > 0 && path.length > 0) yield { path, owners: node.owners, leaf: node.children.size === 0 };
  for (const { step, child } of stepsOf(node)) yield* ownedPaths(child, [...path, step]);
}

interface OwnedPath {
  readonly path: readonly PathStep[];
  readonly owners: readonly FieldOwner[];
  readonly leaf: boolean;
}

function stepOf(label: string): PathStep | undefined {
  const rest = label.slice(2);
  switch (label.slice(0, 2)) {
    case "f:":
      return { field: rest };
    case "k:": {
      const key = parse(rest);
      return isRecord(key) ? { key } : undefined;
    }
    case "v:":
      return { value: parse(rest) };
    case "i:":
      return { index: Number(rest) };
    default:
      return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** As the server writes it in conflicts: `.spec.containers[name="web"].image`. */
export function pathText(path: readonly PathStep[]): string {
  let out = "";
  for (const step of path) {
    if ("field" in step)
      out += /^[A-Za-z_][A-Za-z0-9_-]*$/.test(step.field) ? `.${step.field}` : `[${JSON.stringify(step.field)}]`;
    else if ("key" in step)
      out += `[${Object.entries(step.key)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join(",")}]`;
    else if ("value" in step) out += `[=${JSON.stringify(step.value)}]`;
    else out += `[${step.index}]`;
  }
  return out === "" ? "." : out;
}
