import type { Node } from "./ast.ts";
import { childrenOf } from "./walk.ts";

/**
 * Whether two trees say the same: places, comments and layout (braces around a single field,
 * parentheses of imports) do not count. Literals are compared as they are written.
 */
export function equalNodes(a: Node, b: Node): boolean {
  const work: Node[] = [a, b];
  while (work.length > 0) {
    const y = work.pop() as Node;
    const x = work.pop() as Node;
    if (x.kind !== y.kind || ownText(x) !== ownText(y)) return false;
    const xs = childrenOf(x);
    const ys = childrenOf(y);
    if (xs.length !== ys.length) return false;
    for (let i = 0; i < xs.length; i++) work.push(xs[i] as Node, ys[i] as Node);
  }
  return true;
}

/** What a node says by itself, and which of its optional children it has. */
function ownText(node: Node): string {
  switch (node.kind) {
    case "Ident":
      return node.name;
    case "BasicLit":
      return `${node.token} ${node.text}`;
    case "Attribute":
      return node.text;
    case "Field":
      return `${node.constraint} ${node.alias === null} ${node.attrs.length}`;
    case "UnaryExpr":
    case "BinaryExpr":
    case "PostfixExpr":
      return node.op;
    case "PostfixAlias":
      return String(node.label === null);
    case "ImportSpec":
      return String(node.name === null);
    case "ForClause":
      return String(node.key === null);
    case "TryClause":
      return `${node.ident === null} ${node.expr === null}`;
    case "SliceExpr":
      return `${node.low === null} ${node.high === null}`;
    case "Comprehension":
      return `${node.clauses.length} ${node.fallback === null}`;
  }
  return "";
}
