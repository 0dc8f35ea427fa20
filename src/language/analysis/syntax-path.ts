// Where a node of the syntax stands in the data.
import { decodeString } from "../../cue/syntax/index.ts";
import type { Field, Label, ListLit, Node } from "../../cue/syntax/index.ts";

/** A step of a path: a name, the name of a definition or hidden field, an index; or a field whose name is computed. */
export type PathStep = string | number | { readonly identifier: string } | { readonly dynamic: Field };

/** The name that a label writes, `#` and `_` included; undefined if it is computed. */
export function labelText(label: Label): string | undefined {
  switch (label.kind) {
    case "Ident":
      return label.name;
    case "BasicLit": {
      if (label.token !== "STRING") return label.text;
      const decoded = decodeString(label.text);
      return decoded.ok ? decoded.value : undefined;
    }
    case "Alias":
      return label.expr.kind === "Ident" || label.expr.kind === "BasicLit" ? labelText(label.expr) : undefined;
    default:
      return undefined;
  }
}

/** Whether a label is written without quotes: only such fields can be referred to by their name. */
export function isIdentLabel(label: Label): boolean {
  return label.kind === "Ident" || (label.kind === "Alias" && label.expr.kind === "Ident");
}

export function stepOf(field: Field): PathStep {
  const name = labelText(field.label);
  if (name === undefined) return { dynamic: field };
  return isIdentLabel(field.label) && /^_|^#/.test(name) ? { identifier: name } : name;
}

/**
 * The path of the innermost of these nodes (a chain from the file inwards); undefined where the data has no path to
 * it: arguments of functions, conditions, values of `let`.
 */
export function pathOfChain(chain: readonly Node[]): PathStep[] | undefined {
  const path: PathStep[] = [];
  for (const [i, node] of chain.entries()) {
    const next = chain[i + 1];
    if (next === undefined) break;
    switch (node.kind) {
      case "File":
      case "StructLit":
      case "EmbedDecl":
      case "ParenExpr":
      case "Alias":
      case "PostfixExpr":
        break;
      case "Field":
        if (next === node.value) path.push(stepOf(node));
        else if (next === node.label || next === node.alias) return path;
        break;
      case "BinaryExpr":
        if (node.op !== "&" && node.op !== "|") return undefined;
        break;
      case "UnaryExpr":
        if (node.op !== "*") return undefined;
        break;
      case "Comprehension":
        if (next !== node.value && next !== node.fallback) return undefined;
        break;
      case "FallbackClause":
        break;
      case "ListLit": {
        const index = listIndex(node, next);
        if (index === undefined) return undefined;
        path.push(index);
        break;
      }
      case "CallExpr":
        // `close({…})` is the struct itself.
        if (node.fun.kind !== "Ident" || node.fun.name !== "close" || next !== node.args[0]) return undefined;
        break;
      default:
        return undefined;
    }
  }
  return path;
}

function listIndex(list: ListLit, element: Node): number | undefined {
  const at = list.elts.indexOf(element as ListLit["elts"][number]);
  const plain = list.elts.slice(0, at).every((e) => e.kind !== "Comprehension");
  return at < 0 || !plain || element.kind === "Comprehension" || element.kind === "Ellipsis" ? undefined : at;
}
