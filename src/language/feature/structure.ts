// What the syntax alone tells: symbols, folding, selection.
import { childrenOf } from "../../cue/syntax/index.ts";
import type { Decl, Expr, Field, File, Node } from "../../cue/syntax/index.ts";
import { nodesAt } from "../analysis/mend.ts";
import { SymbolKind } from "../protocol/types.ts";
import type { DocumentSymbol, FoldingRange, Position, SelectionRange } from "../protocol/types.ts";
import type { EditorLines } from "../text/text-document.ts";
import { labelText } from "../analysis/syntax-path.ts";

/** The fields of a file as a tree. */
export function documentSymbols(decls: readonly Decl[], lines: EditorLines): DocumentSymbol[] {
  return decls.flatMap((decl): DocumentSymbol[] => {
    switch (decl.kind) {
      case "Field":
        return [fieldSymbol(decl, lines)];
      case "LetClause":
        return [
          {
            name: decl.ident.name,
            detail: "let",
            kind: SymbolKind.variable,
            range: lines.rangeOf(decl.pos, decl.end),
            selectionRange: lines.rangeOf(decl.ident.pos, decl.ident.end),
          },
        ];
      case "Comprehension":
        return documentSymbols(decl.value.elts, lines);
      case "EmbedDecl":
        return decl.expr.kind === "StructLit" ? documentSymbols(decl.expr.elts, lines) : structs(decl.expr, lines);
      default:
        return [];
    }
  });
}

function fieldSymbol(field: Field, lines: EditorLines): DocumentSymbol {
  const children = structs(field.value, lines);
  const name = labelText(field.label) ?? lines.text.slice(field.label.pos, field.label.end);
  return {
    name: name === "" ? '""' : name,
    ...(field.constraint !== "" && { detail: field.constraint === "!" ? "required" : "optional" }),
    kind: symbolKind(name, field.value, children.length > 0),
    range: lines.rangeOf(field.pos, field.end),
    selectionRange: lines.rangeOf(field.label.pos, field.label.end),
    ...(children.length > 0 && { children }),
  };
}

/** Fields of the structs that an expression is made of. */
function structs(expr: Expr, lines: EditorLines): DocumentSymbol[] {
  switch (expr.kind) {
    case "StructLit":
      return documentSymbols(expr.elts, lines);
    case "BinaryExpr":
      return [...structs(expr.x, lines), ...structs(expr.y, lines)];
    case "ParenExpr":
    case "UnaryExpr":
    case "PostfixExpr":
      return structs(expr.x, lines);
    case "Alias":
      return structs(expr.expr, lines);
    case "ListLit":
      return expr.elts.flatMap((elt) => structs(elt, lines));
    default:
      return [];
  }
}

function symbolKind(name: string, value: Expr, hasChildren: boolean): number {
  if (/^_?#/.test(name)) return SymbolKind.class;
  if (hasChildren || value.kind === "StructLit") return SymbolKind.object;
  if (value.kind === "ListLit") return SymbolKind.array;
  if (value.kind !== "BasicLit") return SymbolKind.field;
  switch (value.token) {
    case "INT":
    case "FLOAT":
      return SymbolKind.number;
    case "TRUE":
    case "FALSE":
      return SymbolKind.boolean;
    case "NULL":
      return SymbolKind.null;
    default:
      return SymbolKind.string;
  }
}

/** Braces, brackets, imports, comments and long strings. */
export function foldingRanges(root: Node, lines: EditorLines): FoldingRange[] {
  const out: FoldingRange[] = [];
  const add = (start: number, end: number, kind?: FoldingRange["kind"]): void => {
    const startLine = lines.lineAt(start);
    let endLine = lines.lineAt(end);
    // The line of the closing bracket stays in view.
    if (kind !== "comment" && endLine > startLine) endLine--;
    if (endLine > startLine) out.push({ startLine, endLine, ...(kind && { kind }) });
  };
  const work: Node[] = [root];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (node.kind === "StructLit" && node.lbrace >= 0) add(node.lbrace, node.end);
    else if (node.kind === "ListLit" || node.kind === "CallExpr") add(node.pos, node.end);
    else if (node.kind === "ImportDecl" && node.lparen >= 0) add(node.pos, node.end, "imports");
    else if (node.kind === "BasicLit") add(node.pos, node.end);
    for (const group of node.comments ?? []) add(group.pos, group.list.at(-1)?.pos ?? group.end, "comment");
    work.push(...childrenOf(node));
  }
  const seen = new Set<string>();
  return out
    .filter((r) => !seen.has(`${r.startLine} ${r.endLine}`) && seen.add(`${r.startLine} ${r.endLine}`))
    .sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}

/** From the cursor outwards. */
export function selectionRanges(file: File, lines: EditorLines, positions: readonly Position[]): SelectionRange[] {
  return positions.map((position) => {
    const offset = lines.offsetAt(position);
    let range: SelectionRange | undefined;
    let last = "";
    for (const node of nodesAt(file, offset)) {
      const spans: (readonly [number, number])[] = [[node.pos, node.end]];
      if (node.kind === "StructLit" && node.lbrace >= 0 && node.rbrace >= 0) spans.push([node.lbrace + 1, node.rbrace]);
      for (const [start, end] of spans) {
        if (start > offset || offset > end) continue;
        const key = `${start} ${end}`;
        if (key === last) continue;
        last = key;
        range = { range: lines.rangeOf(start, end), ...(range && { parent: range }) };
      }
    }
    return range ?? { range: { start: position, end: position } };
  });
}
