import type * as ast from "../syntax/index.ts";

/** Syntax in one line, without spaces around operators: the way one message quotes an operand. */
export function operandText(x: ast.Expr): string {
  const text = bareText(x);
  if (x.comments === null) return text;
  let comments = "";
  for (const g of x.comments) {
    const marks = `${g.doc ? "d" : ""}${g.line ? "l" : ""}${g.position}`;
    comments += `[${marks}${g.list.map((l) => l.text).join(" ")}] `;
  }
  return `<${comments}${text}>`;
}

const list = (xs: readonly ast.Expr[]): string => xs.map(operandText).join(", ");

function bareText(x: ast.Expr): string {
  switch (x.kind) {
    case "Ident":
      return x.name;
    case "BasicLit":
      return x.text;
    case "BottomLit":
      return "_|_";
    case "Interpolation":
      return x.parts.map(operandText).join("");
    case "ListLit":
      return `[${list(x.elts)}]`;
    case "StructLit":
      return `{${x.elts.map(declText).join(", ")}}`;
    case "SelectorExpr":
      return `${operandText(x.x)}.${operandText(x.sel)}`;
    case "IndexExpr":
      return `${operandText(x.x)}[${operandText(x.index)}]`;
    case "SliceExpr":
      return `${operandText(x.x)}[${x.low === null ? "" : operandText(x.low)}:${x.high === null ? "" : operandText(x.high)}]`;
    case "CallExpr":
      return `${operandText(x.fun)}(${list(x.args)})`;
    case "ParenExpr":
      return `(${operandText(x.x)})`;
    case "UnaryExpr":
      return x.op + operandText(x.x);
    case "BinaryExpr":
      return operandText(x.x) + x.op + operandText(x.y);
    case "PostfixExpr":
      return operandText(x.x) + x.op;
    case "Ellipsis":
      return `...${x.type === null ? "" : operandText(x.type)}`;
    case "Alias":
      return `${x.ident.name}=${operandText(x.expr)}`;
    default:
      return `<*ast.${x.kind}>`;
  }
}

function declText(d: ast.Decl): string {
  switch (d.kind) {
    case "Field":
      return `${operandText(d.label)}${d.constraint}: ${operandText(d.value)}`;
    case "EmbedDecl":
      return operandText(d.expr);
    case "Ellipsis":
      return bareText(d);
    case "LetClause":
      return `let ${d.ident.name}=${operandText(d.expr)}`;
    case "Attribute":
      return d.text;
    default:
      return `<*ast.${d.kind}>`;
  }
}
