// What stands for itself: data and types, without anything that is looked up or computed.
import { walk } from "../cue/syntax/index.ts";
import type { Node } from "../cue/syntax/index.ts";

export const typeNames: ReadonlySet<string> = new Set(
  "_ null bool int float number string bytes true false uint uint8 uint16 uint32 uint64 uint128 int8 int16 int32 int64 int128 rune float32 float64 error".split(
    " ",
  ),
);

/** Whether everything in it is written there: then nothing in it can be made from something else. */
export function isStated(root: Node): boolean {
  let stated = true;
  walk(root, (node) => {
    if (!stated) return false;
    if (node.kind === "Field") {
      stated = isStatedLabel(node.label) && isStated(node.value);
      return false;
    }
    stated = isStatedNode(node);
    return true;
  });
  return stated;
}

const isStatedLabel = ({ kind }: Node): boolean => kind === "Ident" || kind === "BasicLit";

function isStatedNode(node: Node): boolean {
  switch (node.kind) {
    case "BasicLit":
    case "StructLit":
    case "ListLit":
    case "ParenExpr":
    case "Ellipsis":
    case "Attribute":
    case "UnaryExpr":
      return true;
    case "BinaryExpr":
      return node.op === "|" || node.op === "&";
    case "Ident":
      return typeNames.has(node.name);
    default:
      return false;
  }
}
