import { Rel } from "../syntax/index.ts";
import type * as ast from "../syntax/index.ts";

/** Sets how the first token of a node stands to what is before it. A struct without braces begins with its first field. */
export function setRel(node: ast.Expr | ast.Decl, rel: number): void {
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
        const first: ast.Decl | undefined = x.elts[0];
        if (x.rel === 0 && x.lbrace < 0 && first !== undefined) {
          x = first;
          continue;
        }
        break;
      }
      case "Comprehension": {
        const clause = x.clauses[0] as ast.Clause;
        clause.rel = (clause.rel & ~Rel.mask) | rel;
        return;
      }
      case "CommentGroup":
        return;
    }
    x.rel = (x.rel & ~Rel.mask) | rel;
    return;
  }
}
