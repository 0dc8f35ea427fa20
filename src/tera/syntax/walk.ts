import type { Call, Expr, ExprVal, MacroCall, Node, TestCall } from "./ast.ts";

/** What a template mentions. `bound` holds the names that the template itself gives a value at that place. */
interface Visitor {
  variable?(path: string, pos: number, bound: ReadonlySet<string>, tolerant: boolean): void;
  filter?(call: Call): void;
  test?(call: TestCall): void;
  call?(call: Call): void;
  macro?(call: MacroCall): void;
  include?(names: readonly string[], ignoreMissing: boolean, pos: number): void;
}

/** Visits all nodes. Names set anywhere in a template count as bound from there on, as far as one can tell. */
export function walkNodes(nodes: readonly Node[], visitor: Visitor, bound: Set<string> = new Set()): void {
  for (const node of nodes) walkNode(node, visitor, bound);
}

function walkNode(node: Node, visitor: Visitor, bound: Set<string>): void {
  switch (node.kind) {
    case "output":
      walkExpr(node.expr, visitor, bound);
      return;
    case "set":
      walkExpr(node.value, visitor, bound);
      bound.add(node.name);
      return;
    case "if":
      for (const branch of node.branches) {
        walkExpr(branch.condition, visitor, bound, true);
        walkNodes(branch.body, visitor, bound);
      }
      if (node.otherwise) walkNodes(node.otherwise.body, visitor, bound);
      return;
    case "for": {
      walkExpr(node.container, visitor, bound);
      const inner = new Set([...bound, "loop", node.value, ...(node.key === undefined ? [] : [node.key])]);
      walkNodes(node.body, visitor, inner);
      if (node.empty) walkNodes(node.empty, visitor, bound);
      for (const name of globals(node.body)) bound.add(name);
      return;
    }
    case "filter":
      walkCall(node.filter, visitor, bound);
      if (node.filter.name !== "safe") visitor.filter?.(node.filter);
      walkNodes(node.body, visitor, bound);
      return;
    case "block":
      walkNodes(node.body, visitor, bound);
      return;
    case "macro":
      walkNodes(node.body, visitor, new Set(node.args.keys()));
      return;
    case "include":
      visitor.include?.(node.names, node.ignoreMissing, node.pos);
      return;
    default:
  }
}

/** Names that `set_global` sets inside a loop. */
function globals(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (node.kind === "set") return node.global ? [node.name] : [];
    if (node.kind === "if")
      return [...node.branches.flatMap((b) => globals(b.body)), ...globals(node.otherwise?.body ?? [])];
    return node.kind === "for" ? globals(node.body) : [];
  });
}

/** `tolerant`: where a variable that is not there is no mistake. */
function walkExpr(expr: Expr, visitor: Visitor, bound: ReadonlySet<string>, tolerant = false): void {
  const forgiving = tolerant || expr.negated || expr.filters[0]?.name === "default";
  walkValue(expr.val, visitor, bound, forgiving);
  for (const filter of expr.filters) {
    walkCall(filter, visitor, bound);
    if (filter.name !== "safe" && filter.name !== "default") visitor.filter?.(filter);
  }
}

function walkCall(call: Call | MacroCall, visitor: Visitor, bound: ReadonlySet<string>): void {
  for (const arg of call.args.values()) walkExpr(arg, visitor, bound);
}

function walkValue(val: ExprVal, visitor: Visitor, bound: ReadonlySet<string>, tolerant: boolean): void {
  switch (val.kind) {
    case "ident":
      visitor.variable?.(val.path, val.pos, bound, tolerant);
      return;
    case "call":
      walkCall(val, visitor, bound);
      visitor.call?.(val);
      return;
    case "macro":
      walkCall(val, visitor, bound);
      visitor.macro?.(val);
      return;
    case "test":
      visitor.variable?.(val.ident.path, val.ident.pos, bound, val.name === "defined" || val.name === "undefined");
      for (const arg of val.args) walkExpr(arg, visitor, bound);
      visitor.test?.(val);
      return;
    case "logic": {
      const logical = val.operator === "and" || val.operator === "or";
      walkExpr(val.left, visitor, bound, logical);
      walkExpr(val.right, visitor, bound, logical);
      return;
    }
    case "math":
    case "in":
      walkExpr(val.left, visitor, bound);
      walkExpr(val.right, visitor, bound);
      return;
    case "concat":
      for (const part of val.values) walkValue(part, visitor, bound, false);
      return;
    case "array":
      for (const item of val.items) walkExpr(item, visitor, bound);
      return;
    default:
  }
}
