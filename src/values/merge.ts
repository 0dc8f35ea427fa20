// The one merge (VAL-2, ENV-5): structs merge field by field; anything else replaces what is below it, lists whole;
// null is a value; a constraint (`<=10`) is no value and holds for the one that wins. It is associative, so tiers can
// be merged in any grouping.
import type { Dropped, ExprNode, StructNode, ValueNode } from "./value-tree.ts";

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
  const drops = dropsOf(base, overlay);
  // An empty overlay is neutral to the byte: the result is the base itself.
  if (overlay.fields.size === 0 && drops.size === 0) return bounds === base.bounds ? base : { ...base, bounds };
  const fields = new Map(base.fields);
  const dropped = new Map(base.dropped);
  for (const [name, drop] of drops) {
    const below = fields.get(name);
    const rest = below && defaultPart(below);
    if (rest === undefined) fields.delete(name);
    else fields.set(name, rest);
    const earlier = dropped.get(name)?.below ?? [];
    dropped.set(name, { ...drop, below: [...drop.below, ...(below === undefined ? [] : [below]), ...earlier] });
  }
  // What comes into a struct that stands for all of it has nothing below it.
  if (base.whole === true)
    for (const [name, node] of overlay.fields)
      if (!base.fields.has(name) && !dropped.has(name)) dropped.set(name, { origin: node.origin, below: [] });
  for (const [name, node] of overlay.fields) {
    const below = fields.get(name);
    fields.set(name, below === undefined ? node : merge(below, node));
  }
  return {
    ...base,
    fields,
    bounds,
    origin: base.fields.size === 0 ? overlay.origin : base.origin,
    ...(dropped.size > 0 && { dropped }),
    ...(overlay.whole === true && { whole: true }),
  };
}

/** What an overlay takes away from a struct. */
function dropsOf(base: StructNode, overlay: StructNode): ReadonlyMap<string, Dropped> {
  if (overlay.dropped === undefined && overlay.whole !== true) return NO_DROPS;
  const drops = new Map(overlay.dropped);
  if (overlay.whole === true)
    for (const name of base.fields.keys())
      if (!overlay.fields.has(name) && !drops.has(name)) drops.set(name, { origin: overlay.origin, below: [] });
  return drops;
}

const NO_DROPS: ReadonlyMap<string, Dropped> = new Map();

/** What the schema says is not a tier's to take away. */
function defaultPart(node: ValueNode): ValueNode | undefined {
  if (node.kind !== "struct" || node.cut) {
    for (const one of node.kind === "struct" ? node.shadowed : [node, ...node.shadowed]) {
      const rest = one.kind === "struct" ? defaultPart(one) : one.origin.tier === "default" ? one : undefined;
      if (rest !== undefined) return rest;
    }
    return undefined;
  }
  const fields = new Map<string, ValueNode>();
  for (const [name, inner] of node.fields) {
    const rest = defaultPart(inner);
    if (rest !== undefined) fields.set(name, rest);
  }
  return fields.size === 0 ? undefined : { ...node, fields };
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
