import { NoLabel, Tag, conjunctExpr } from "../value/index.ts";
import type { Label, Node } from "../value/index.ts";

interface NodeVisitor {
  /** A label that is declared, referred to or selected. */
  readonly label?: (l: Label, x: Node) => void;
  /** The name and the path of an import. */
  readonly text?: (name: string) => void;
  /** Every node. */
  readonly node?: (x: Node) => void;
  /** The original does not look for names there. */
  readonly skipForSources?: boolean;
}

/** Visits an expression and all below it, in the order of the source; of a vertex, its conjuncts. */
export function walkNodes(root: Node, visitor: NodeVisitor): void {
  const label = visitor.label ?? (() => {});
  const text = visitor.text ?? (() => {});
  const stack: Node[] = [root];
  const later = (...nodes: (Node | null)[]): void => {
    for (let i = nodes.length - 1; i >= 0; i--) {
      const n = nodes[i];
      if (n !== null && n !== undefined) stack.push(n);
    }
  };
  const seen = new Set<Node>();
  for (let x = stack.pop(); x !== undefined; x = stack.pop()) {
    visitor.node?.(x);
    switch (x.tag) {
      case Tag.Vertex:
        if (x.isData || seen.has(x)) break;
        seen.add(x);
        later(...x.conjuncts.map((c) => conjunctExpr(c.x)));
        break;
      case Tag.ListLit:
        later(...x.elems);
        break;
      case Tag.StructLit:
        later(...x.decls);
        break;
      case Tag.FieldReference:
      case Tag.ValueReference:
      case Tag.LetReference:
        label(x.label, x);
        break;
      case Tag.ImportReference:
        text(x.importPath);
        text(x.name);
        break;
      case Tag.SelectorExpr:
        label(x.sel, x);
        later(x.x);
        break;
      case Tag.IndexExpr:
        later(x.x, x.index);
        break;
      case Tag.SliceExpr:
        later(x.x, x.lo, x.hi);
        break;
      case Tag.Interpolation:
        later(...x.parts);
        break;
      case Tag.BoundExpr:
        later(x.expr);
        break;
      case Tag.UnaryExpr:
      case Tag.OpenExpr:
        later(x.x);
        break;
      case Tag.BinaryExpr:
        later(x.x, x.y);
        break;
      case Tag.CallExpr:
        later(x.fun, ...x.args);
        break;
      case Tag.DisjunctionExpr:
        later(...x.values.map((d) => d.expr));
        break;
      case Tag.Ellipsis:
        later(x.value);
        break;
      case Tag.Field:
      case Tag.LetField:
        label(x.label, x);
        later(x.value);
        break;
      case Tag.BulkOptionalField:
        later(x.filter, x.value);
        break;
      case Tag.DynamicField:
        later(x.key, x.value);
        break;
      case Tag.Comprehension:
        later(...x.clauses, x.value, x.fallback);
        break;
      case Tag.ForClause:
        if (x.key !== NoLabel) label(x.key, x);
        if (x.value !== NoLabel) label(x.value, x);
        if (visitor.skipForSources !== true) later(x.source);
        break;
      case Tag.IfClause:
        later(x.condition);
        break;
      case Tag.LetClause:
        label(x.label, x);
        later(x.expr);
        break;
      case Tag.TryClause:
        if (x.expr !== null) {
          label(x.label, x);
          later(x.expr);
        }
        break;
    }
  }
}
