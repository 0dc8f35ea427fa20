export interface TreeNode {
  readonly text: string;
  readonly children?: readonly TreeNode[];
}

/** A tree with lines, as `tree` draws it. */
export function treeText(nodes: readonly TreeNode[], indent = ""): string {
  return nodes
    .map(({ text, children }, i) => {
      const last = i === nodes.length - 1;
      const below = children === undefined ? "" : treeText(children, `${indent}${last ? "   " : "│  "}`);
      return `${indent}${last ? "└─ " : "├─ "}${text}\n${below}`;
    })
    .join("");
}
