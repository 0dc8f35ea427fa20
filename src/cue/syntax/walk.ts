import type { Node } from "./ast.ts";

/**
 * Visits a node and everything below it, in source order, without recursion.
 * @param enter called before the children; false skips them
 * @param leave called after the children of every node that was entered, skipped or not
 */
export function walk(root: Node, enter: (node: Node) => boolean | void, leave?: (node: Node) => void): void {
  const stack: Node[] = [root];
  // Nodes whose children are on the stack, and the height at which they are all done.
  const open: Node[] = [];
  const heights: number[] = [];
  const children: Node[] = [];
  for (;;) {
    while (open.length > 0 && heights[heights.length - 1] === stack.length) {
      heights.pop();
      leave?.(open.pop() as Node);
    }
    const node = stack.pop();
    if (node === undefined) return;
    const descend = enter(node) !== false;
    if (leave !== undefined) {
      open.push(node);
      heights.push(stack.length);
    }
    if (!descend) continue;
    children.length = 0;
    collectChildren(node, children);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] as Node);
  }
}

/** The direct children of a node in source order. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  collectChildren(node, children);
  return children;
}

function add(out: Node[], node: Node | null | undefined): void {
  if (node !== null && node !== undefined) out.push(node);
}

function addAll(out: Node[], nodes: readonly { kind: string }[]): void {
  for (const node of nodes) if (node.kind !== "CommentGroup") out.push(node as Node);
}

function collectChildren(node: Node, out: Node[]): void {
  switch (node.kind) {
    case "File":
      addAll(out, node.decls);
      break;
    case "Package":
      add(out, node.name);
      break;
    case "ImportDecl":
      addAll(out, node.specs);
      break;
    case "ImportSpec":
      add(out, node.name);
      add(out, node.path);
      break;
    case "Field":
      add(out, node.label);
      add(out, node.alias);
      add(out, node.value);
      addAll(out, node.attrs);
      break;
    case "Alias":
      add(out, node.ident);
      add(out, node.expr);
      break;
    case "PostfixAlias":
      add(out, node.label);
      add(out, node.field);
      break;
    case "LetClause":
      add(out, node.ident);
      add(out, node.expr);
      break;
    case "EmbedDecl":
      add(out, node.expr);
      break;
    case "Ellipsis":
      add(out, node.type);
      break;
    case "Comprehension":
      addAll(out, node.clauses);
      add(out, node.value);
      add(out, node.fallback);
      break;
    case "ForClause":
      add(out, node.key);
      add(out, node.value);
      add(out, node.source);
      break;
    case "IfClause":
      add(out, node.condition);
      break;
    case "TryClause":
      add(out, node.ident);
      add(out, node.expr);
      break;
    case "FallbackClause":
      add(out, node.body);
      break;
    case "Interpolation":
      addAll(out, node.parts);
      break;
    case "ListLit":
    case "StructLit":
      addAll(out, node.elts);
      break;
    case "CallExpr":
      add(out, node.fun);
      addAll(out, node.args);
      break;
    case "IndexExpr":
      add(out, node.x);
      add(out, node.index);
      break;
    case "SliceExpr":
      add(out, node.x);
      add(out, node.low);
      add(out, node.high);
      break;
    case "SelectorExpr":
      add(out, node.x);
      add(out, node.sel);
      break;
    case "UnaryExpr":
    case "PostfixExpr":
    case "ParenExpr":
      add(out, node.x);
      break;
    case "BinaryExpr":
      add(out, node.x);
      add(out, node.y);
      break;
    case "Attribute":
    case "BadDecl":
    case "BadExpr":
    case "BasicLit":
    case "BottomLit":
    case "Ident":
      break;
  }
}
