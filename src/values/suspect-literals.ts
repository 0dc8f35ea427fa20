// A mistake in a module may be told before its schema says which values are secret. Until then every text in values
// counts as one.
import { decodeString, parseFile } from "../cue/syntax/index.ts";
import type { Decl, Expr } from "../cue/syntax/index.ts";
import { SourceFile } from "../source/index.ts";
import type { SourceText } from "../source/index.ts";

/** Fields that hold values; `value` is where a secret has its text. */
const HOLDERS = new Set(["values", "bindings", "#bindings", "requires", "provides", "value"]);

export interface Suspects {
  readonly texts: readonly string[];
  /** The file cannot be read to its end, and may hold more. */
  readonly broken: boolean;
}

export function suspectLiterals(file: SourceText): Suspects {
  const found = new Set<string>();
  const decls = (list: readonly Decl[], inValues: boolean): void => {
    for (const decl of list) {
      if (decl.kind === "EmbedDecl") expr(decl.expr, inValues);
      // Values are often put together from these.
      if (decl.kind === "LetClause") expr(decl.expr, true);
      if (decl.kind === "Comprehension") expr(decl.value, inValues);
      if (decl.kind !== "Field") continue;
      const { label } = decl;
      const name = label.kind === "Ident" ? label.name : label.kind === "BasicLit" ? text(label.text) : undefined;
      const hidden =
        name?.startsWith("_") === true || (name?.startsWith("#") === true && decl.value.kind === "BasicLit");
      expr(decl.value, inValues || hidden || (name !== undefined && HOLDERS.has(name)));
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
      case "CallExpr":
        return x.args.forEach((e) => expr(e, inValues));
      case "IndexExpr":
        return expr(x.x, inValues);
      case "Interpolation":
        for (const part of x.parts)
          if (part.kind !== "BasicLit") expr(part, inValues);
          else if (inValues) found.add(part.text.replace(/^(?:[)]|#*"+\n?\s*)/, "").replace(/(?:\\#*[(]|"+#*)$/, ""));
        return;
      case "BasicLit": {
        const literal = inValues ? text(x.text) : undefined;
        if (literal !== undefined) found.add(literal);
        return;
      }
      default:
    }
  };
  const parsed = parseFile(new SourceFile(file.name, file.text));
  decls(parsed.file.decls, false);
  // Files without a package are values too: they stand beside the module for `-f`.
  const isValues =
    !/^\s*package\s/m.test(file.text) || /\b(?:values|bindings|requires|provides)\s*:(?!\s*#config\b)/.test(file.text);
  return { texts: [...found], broken: parsed.errors.length > 0 && isValues };
}

function text(literal: string): string | undefined {
  const decoded = decodeString(literal);
  return decoded.ok ? decoded.value : undefined;
}
