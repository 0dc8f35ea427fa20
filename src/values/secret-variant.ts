// A `#Secret` is one of several structs: `{value}` or `{source, path, remoteKey}`. Where a higher layer gives another
// variant than the one below, it replaces it whole: merged, they would be neither.
import type { Path } from "./path.ts";
import { nodeAt } from "./value-tree.ts";
import type { StructNode, ValueNode } from "./value-tree.ts";

const REFERENCE = ["source", "path", "remoteKey", "parameters"];

/** The overlay with a cut at every secret whose variant differs from the base's. */
export function cutSecretVariants(
  base: ValueNode | undefined,
  overlay: ValueNode,
  secrets: readonly Path[],
): ValueNode {
  if (base === undefined) return overlay;
  let result = overlay;
  for (const path of secrets) {
    const below = nodeAt(base, path);
    const above = nodeAt(overlay, path);
    if (below?.kind !== "struct" || above?.kind !== "struct") continue;
    const differs =
      (above.fields.has("value") && isReference(below)) || (isReference(above) && below.fields.has("value"));
    if (differs) result = replaceAt(result, path, { ...above, cut: true });
  }
  return result;
}

function isReference(node: StructNode): boolean {
  return REFERENCE.some((name) => node.fields.has(name));
}

/** The tree with another node at a path that it has. */
export function replaceAt(node: ValueNode, path: Path, replacement: ValueNode, depth = 0): ValueNode {
  if (depth === path.length) return replacement;
  const step = path[depth]!;
  const inner = (below: ValueNode): ValueNode => replaceAt(below, path, replacement, depth + 1);
  if (node.kind === "struct" && typeof step === "string")
    return { ...node, fields: new Map(node.fields).set(step, inner(node.fields.get(step)!)) };
  if (node.kind === "list" && typeof step === "number")
    return { ...node, items: node.items.map((item, i) => (i === step ? inner(item) : item)) };
  return node;
}
