// Literal secrets become opaque as soon as the schema tells where they are: from then on nothing in this room can show
// them, whatever asks: explain, diff, a message, a debugger.
import type { Path, Step } from "./path.ts";
import { secretNode } from "./value-tree.ts";
import type { Opaque, Origin, ValueNode } from "./value-tree.ts";

/** Makes an opaque value; the same object for the same text, so that equal secrets compare equal. */
export type MakeOpaque = (text: string, origin: string) => Opaque;

/** Seals `value` of every secret, and text that stands in the place of the whole struct by mistake. */
export function sealSecrets(root: ValueNode, secrets: readonly Path[], make: MakeOpaque): ValueNode {
  let tree = root;
  for (const path of secrets) tree = sealAt(tree, path, 0, make);
  return tree;
}

function sealAt(node: ValueNode, path: Path, depth: number, make: MakeOpaque): ValueNode {
  if (depth === path.length) return sealStruct(node, path, make);
  const step = path[depth]!;
  const shadowed = shadows(node, (below) => sealAt(below, path, depth, make));
  if (node.kind === "struct" && typeof step === "string") {
    const inner = node.fields.get(step);
    if (inner === undefined) return shadowed === node.shadowed ? node : { ...node, shadowed };
    const next = sealAt(inner, path, depth + 1, make);
    return next === inner && shadowed === node.shadowed
      ? node
      : { ...node, shadowed, fields: new Map(node.fields).set(step, next) };
  }
  if (node.kind === "list" && typeof step === "number" && node.items[step] !== undefined)
    return {
      ...node,
      shadowed,
      items: node.items.map((item, i) => (i === step ? sealAt(item, path, depth + 1, make) : item)),
    };
  return shadowed === node.shadowed ? node : { ...node, shadowed };
}

function sealStruct(node: ValueNode, path: Path, make: MakeOpaque): ValueNode {
  if (node.kind !== "struct") return sealText(node, path, make);
  const shadowed = shadows(node, (below) => sealStruct(below, path, make));
  const value = node.fields.get("value");
  if (value === undefined) return shadowed === node.shadowed ? node : { ...node, shadowed };
  return { ...node, shadowed, fields: new Map(node.fields).set("value", sealText(value, [...path, "value"], make)) };
}

function sealText(node: ValueNode, path: Path, make: MakeOpaque): ValueNode {
  const shadowed = shadows(node, (below) => sealStruct(below, path, make));
  if (node.kind === "expr" && node.preset !== undefined)
    return { ...sealText(node.preset, path, make), origin: node.origin, shadowed, bounds: node.bounds };
  if (node.kind !== "string" && node.kind !== "number" && node.kind !== "bytes")
    return shadowed === node.shadowed ? node : { ...node, shadowed };
  const sealed = secretNode(make(node.text, describe(path, node.origin)), node.origin);
  return { ...sealed, shadowed, bounds: node.bounds, ...(node.key && { key: node.key }) };
}

function shadows(node: ValueNode, seal: (below: ValueNode) => ValueNode): readonly ValueNode[] {
  return node.shadowed.length === 0 ? node.shadowed : node.shadowed.map(seal);
}

function describe(path: Path, origin: Origin): string {
  return `${path.map((step: Step) => String(step)).join(".")} in ${origin.file.name}`;
}

/** All opaque values of a tree, shadowed ones too: what a redactor must know. */
export function opaqueValues(root: ValueNode): Opaque[] {
  const found = new Set<Opaque>();
  const stack: ValueNode[] = [root];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node.kind === "secret") found.add(node.secret);
    if (node.kind === "struct") stack.push(...node.fields.values());
    if (node.kind === "list") stack.push(...node.items);
    if (node.kind === "expr" && node.preset !== undefined) stack.push(node.preset);
    stack.push(...node.shadowed);
  }
  return [...found];
}
