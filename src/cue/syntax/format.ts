import type { BasicLit, Decl, Expr, File, Node } from "./ast.ts";
import { Formatter } from "./formatter.ts";
import { findPlainLabels } from "./simplify.ts";

export interface FormatOptions {
  /**
   * Drop quotes of labels and braces of structs where the meaning stays, and write `...` for
   * patterns that allow everything.
   */
  readonly simplify?: boolean;
  /** A number of blanks for each tab of the output; without it tabs stay. */
  readonly spaces?: number;
  /** Tabs before every line. */
  readonly prefix?: number;
}

/**
 * Prints a tree as `cue fmt` does. The author's lines are kept where nodes have places; what a
 * program made is laid out by rule. A file ends with a line feed, other nodes do not.
 */
export function format(node: File | Expr | Decl | readonly Decl[], options: FormatOptions = {}): string {
  const simplify = options.simplify ?? false;
  const labels: ReadonlyMap<BasicLit, string> | null = simplify ? findPlainLabels(node) : null;
  const formatter = new Formatter({
    simplify,
    labels,
    tabWidth: options.spaces ?? 8,
    prefix: options.prefix ?? 0,
  });
  if (isDeclList(node)) formatter.printDecls(node);
  else if (node.kind === "File") formatter.printFile(node);
  else if (node.kind === "CommentGroup") formatter.printDecls([node]);
  else if (isDecl(node)) formatter.printDecl(node);
  else formatter.printExpr(node);
  const text = formatter.printer.aligner.finish();
  return options.spaces === undefined ? text : text.replaceAll("\t", " ".repeat(options.spaces));
}

function isDeclList(node: Node | Decl | readonly Decl[]): node is readonly Decl[] {
  return Array.isArray(node);
}

function isDecl(node: Node): node is Exclude<Decl, Expr | { kind: "CommentGroup" }> {
  switch (node.kind) {
    case "Field":
    case "LetClause":
    case "EmbedDecl":
    case "Attribute":
    case "Package":
    case "ImportDecl":
    case "BadDecl":
      return true;
  }
  return false;
}
