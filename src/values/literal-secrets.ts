// Where secrets are written out in the files of a module, whatever wins over them in the end.
import type { Place } from "../source/index.ts";
import type { SecretSlot } from "./from-cue.ts";
import { pathText } from "./path.ts";
import { effective, nodeAt, placeOf } from "./value-tree.ts";
import type { ValueNode } from "./value-tree.ts";

interface WrittenSecret {
  readonly path: string;
  readonly place: Place;
}

/** Every literal of a secret in the tree, shadowed ones too. */
export function writtenSecrets(tree: ValueNode, slots: readonly SecretSlot[]): WrittenSecret[] {
  return slots.flatMap(({ path }) => {
    const places = new Map<string, Place>();
    for (const node of layersAt(tree, path)) {
      const literal = literalOf(node);
      if (literal === undefined) continue;
      const place = placeOf(literal.origin);
      places.set(`${place.file.name}:${place.span.start}`, place);
    }
    return [...places.values()].map((place) => ({ path: pathText(path), place }));
  });
}

// What each layer has there: the node with all that it shadows, and what shadowed ancestors have below them.
function layersAt(root: ValueNode, path: SecretSlot["path"]): ValueNode[] {
  const found: ValueNode[] = [];
  const look = (node: ValueNode, depth: number): void => {
    for (const below of node.shadowed) look(below, depth);
    if (depth === path.length) {
      found.push(node);
      const value = nodeAt(node, ["value"]);
      if (value !== undefined) found.push(...value.shadowed);
      return;
    }
    const inner = nodeAt(node, [path[depth]!]);
    if (inner !== undefined) look(inner, depth + 1);
  };
  look(root, 0);
  return found;
}

function literalOf(node: ValueNode): ValueNode | undefined {
  const whole = effective(node);
  const value = whole.kind === "struct" ? whole.fields.get("value") : whole;
  const text = value && effective(value);
  if (value === undefined || (text?.kind !== "secret" && text?.kind !== "string")) return undefined;
  // What a tag gave stands at the tag.
  const { file, span } = value.origin;
  return file.text[span.start] === "@" ? undefined : value;
}
