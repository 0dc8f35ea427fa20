import { Rel } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";

type First = Exclude<ast.Expr | ast.Decl, ast.CommentGroup> | ast.Clause;

/** The node whose own token comes first. A struct without braces begins with its first field. */
function first(node: ast.Expr | ast.Decl): (First & { rel: number }) | null {
  let x: ast.Expr | ast.Decl = node;
  for (;;) {
    switch (x.kind) {
      case "BinaryExpr":
      case "SelectorExpr":
      case "IndexExpr":
      case "SliceExpr":
      case "PostfixExpr":
        x = x.x;
        continue;
      case "CallExpr":
        x = x.fun;
        continue;
      case "Interpolation":
        x = x.parts[0] as ast.Expr;
        continue;
      case "EmbedDecl":
        x = x.expr;
        continue;
      case "Field":
        x = x.label;
        continue;
      case "Alias":
        x = x.ident;
        continue;
      case "StructLit": {
        const inner: ast.Decl | undefined = x.elts[0];
        if (x.rel === 0 && x.lbrace < 0 && inner !== undefined) {
          x = inner;
          continue;
        }
        break;
      }
      case "Comprehension":
        return x.clauses[0] as ast.Clause;
      case "CommentGroup":
        return null;
    }
    return x;
  }
}

/** Sets how the first token of a node stands to what is before it. */
export function setRel(node: ast.Expr | ast.Decl, rel: number): void {
  const at = first(node);
  if (at !== null) at.rel = (at.rel & ~Rel.mask) | rel;
}

/** Puts the first token of a node to a place of a source, and says how it stands there. */
export function setPlace(node: ast.Expr | ast.Decl, offset: number, rel: number): void {
  const at = first(node);
  if (at === null) return;
  if (at.kind === "StructLit") at.lbrace = offset;
  at.pos = offset;
  at.rel = rel;
}
