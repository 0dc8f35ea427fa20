// A mistake in a module may be told before its schema says which values are secret. Until then every text in values
// counts as one.
import { decodeString, parseFile } from "../cue/syntax/index.ts";
import type { Decl, Expr } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { SourceText } from "../source/index.ts";

export function suspectLiterals(file: SourceText): string[] {
  const found = new Set<string>();
  const decls = (list: readonly Decl[], inValues: boolean): void => {
    for (const decl of list) {
      if (decl.kind === "EmbedDecl") expr(decl.expr, inValues);
      if (decl.kind !== "Field") continue;
      const { label } = decl;
      const name = label.kind === "Ident" ? label.name : label.kind === "BasicLit" ? text(label.text) : undefined;
      expr(decl.value, inValues || name === "values" || name === "bindings" || name === "requires");
    }
  };
  const expr = (x: Expr, inValues: boolean): void => {
    switch (x.kind) {
      case "StructLit":
        return decls(x.elts, inValues);
      case "ListLit":
        return x.elts.forEach((e) => expr(e as Expr, inValues));
      case "BinaryExpr":
        expr(x.x, inValues);
        return expr(x.y, inValues);
      case "UnaryExpr":
        return expr(x.x, inValues);
      case "ParenExpr":
        return expr(x.x, inValues);
      case "BasicLit": {
        const literal = inValues ? text(x.text) : undefined;
        if (literal !== undefined) found.add(literal);
        return;
      }
      default:
    }
  };
  decls(parseFile(new SourceFile(file.name, file.text)).file.decls, false);
  return [...found];
}

function text(literal: string): string | undefined {
  const decoded = decodeString(literal);
  return decoded.ok ? decoded.value : undefined;
}
