// The one merge (VAL-2, ENV-5): structs merge field by field; anything else replaces what is below it, lists whole;
// null is a value; a constraint (`<=10`) is no value and holds for the one that wins. It is associative, so tiers can
// be merged in any grouping.
import type { ExprNode, StructNode, ValueNode } from "./value-tree.ts";

export function merge(base: ValueNode | undefined, overlay: ValueNode | undefined): ValueNode {
  if (base === undefined) {
    if (overlay === undefined) throw new Error("merge needs a value");
    return overlay;
  }
  if (overlay === undefined || base === overlay) return base;
  if (isConstraint(overlay))
    return { ...base, bounds: [{ ...overlay, bounds: NONE }, ...overlay.bounds, ...base.bounds] };
  if (isConstraint(base)) return { ...overlay, bounds: [...overlay.bounds, { ...base, bounds: NONE }, ...base.bounds] };
  if (base.kind === "struct" && overlay.kind === "struct" && !overlay.cut) return mergeStructs(base, overlay);
  return replace(base, overlay);
}

export function mergeAll(layers: readonly (ValueNode | undefined)[]): ValueNode | undefined {
  let tree: ValueNode | undefined;
  for (const layer of layers) if (layer !== undefined) tree = merge(tree, layer);
  return tree;
}

const NONE: readonly never[] = [];

/** An expression without a default says what a value must be, not what it is. */
function isConstraint(node: ValueNode): node is ExprNode {
  return node.kind === "expr" && node.preset === undefined;
}

function mergeStructs(base: StructNode, overlay: StructNode): StructNode {
  const bounds = overlay.bounds.length === 0 ? base.bounds : [...overlay.bounds, ...base.bounds];
  // An empty overlay is neutral to the byte: the result is the base itself.
  if (overlay.fields.size === 0) return bounds === base.bounds ? base : { ...base, bounds };
  const fields = new Map(base.fields);
  for (const [name, node] of overlay.fields) {
    const below = fields.get(name);
    fields.set(name, below === undefined ? node : merge(below, node));
  }
  return { ...base, fields, bounds, origin: base.fields.size === 0 ? overlay.origin : base.origin };
}

function replace(base: ValueNode, overlay: ValueNode): ValueNode {
  const shadowed = shadowBelow(overlay.shadowed, base);
  const bounds = joinBounds(base, overlay);
  if (overlay.kind === "struct") return { ...overlay, shadowed, bounds, cut: overlay.cut || base.kind !== "struct" };
  return { ...overlay, shadowed, bounds };
}

// Structs that lie next to each other in the chain are one struct, whatever the order of merging.
function shadowBelow(chain: readonly ValueNode[], base: ValueNode): readonly ValueNode[] {
  const last = chain.at(-1);
  if (last?.kind === "struct" && !last.cut && base.kind === "struct")
    return [...chain.slice(0, -1), mergeStructs(base, last), ...base.shadowed];
  return [...chain, base, ...base.shadowed];
}

// What the platform allows beside its default holds for whoever overrides it.
function joinBounds(base: ValueNode, overlay: ValueNode): readonly ExprNode[] {
  const own =
    base.kind === "expr" && base.origin.tier === "platform" ? [{ ...base, bounds: NONE }, ...base.bounds] : base.bounds;
  if (own.length === 0) return overlay.bounds;
  return overlay.bounds.length === 0 ? own : [...overlay.bounds, ...own];
}
