// Plain text given for a field that a decorator made a `#Secret`: `password: "x"` becomes `password: {value: "x"}`.
import type { Assignment } from "./set-flag.ts";
import { effective, structNode } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

/** Paths without the leading `#config`. Structs and references are left as they are. */
export function wrapSecrets(root: ValueNode, paths: readonly (readonly string[])[]): ValueNode {
  let tree = root;
  for (const path of paths) tree = wrapAt(tree, path, 0);
  return tree;
}

/** The same for one assignment: `--set db.password=x`. */
export function wrapAssignment(set: Assignment, paths: readonly (readonly string[])[]): Assignment {
  const overlay = (node: ValueNode): ValueNode =>
    set.path.reduceRight<ValueNode>((inner, step) => structNode(new Map([[String(step), inner]]), set.origin), node);
  const isAt = paths.some((path) => path.length === set.path.length && path.every((step, i) => step === set.path[i]));
  if (isAt) return { ...set, node: wrapAt(set.node, [], 0) };
  const above = paths.some((path) => path.length > set.path.length && set.path.every((step, i) => step === path[i]));
  if (!above) return set;
  let node: ValueNode = wrapSecrets(overlay(set.node), paths);
  for (const step of set.path) if (node.kind === "struct") node = node.fields.get(String(step)) ?? node;
  return { ...set, node };
}

function wrapAt(node: ValueNode, path: readonly string[], depth: number): ValueNode {
  if (depth === path.length) {
    const kind = effective(node).kind;
    if (
      kind === "struct" ||
      kind === "expr" ||
      kind === "null" ||
      (kind === "tag" && node.kind === "tag" && node.wants === "secret")
    )
      return node;
    return {
      ...structNode(new Map([["value", node]]), node.origin),
      shadowed: node.shadowed.map((below) => wrapAt(below, path, depth)),
    };
  }
  const inner = node.kind === "struct" ? node.fields.get(path[depth]!) : undefined;
  if (node.kind !== "struct" || inner === undefined) return node;
  const next = wrapAt(inner, path, depth + 1);
  return next === inner ? node : { ...node, fields: new Map(node.fields).set(path[depth]!, next) };
}
