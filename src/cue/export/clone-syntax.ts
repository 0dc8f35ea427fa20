import type * as ast from "../syntax/index.ts";

const operands: ReadonlySet<string> = new Set(["BinaryExpr", "UnaryExpr", "BasicLit", "Ident", "ParenExpr"]);

type Plain = Record<string, unknown>;

/** A copy of a tree, identifiers as `rename` makes them. `replace` may give another node for one of the tree. */
export function cloneSyntax<T extends ast.Decl | ast.Expr>(
  root: T,
  rename: (id: ast.Ident) => string,
  replace: (x: ast.Node) => ast.Node,
): T {
  const copyOf = (x: Plain): Plain => {
    const out: Plain = { ...x };
    if (x["kind"] === "Ident") out["name"] = rename(x as unknown as ast.Ident);
    // Comments between operands would part them where they are written on new lines.
    if (operands.has(x["kind"] as string) && "comments" in x) out["comments"] = [];
    return out;
  };
  const top = { root: root as unknown };
  const stack: Plain[] = [top];
  for (let x = stack.pop(); x !== undefined; x = stack.pop()) {
    for (const [key, value] of Object.entries(x)) {
      if (Array.isArray(value)) {
        x[key] = value.map((v: unknown) => {
          if (typeof v !== "object" || v === null) return v;
          const c = copyOf(replace(v as ast.Node) as unknown as Plain);
          stack.push(c);
          return c;
        });
      } else if (typeof value === "object" && value !== null && "kind" in value) {
        const c = copyOf(replace(value as ast.Node) as unknown as Plain);
        x[key] = c;
        stack.push(c);
      }
    }
  }
  return top.root as T;
}
