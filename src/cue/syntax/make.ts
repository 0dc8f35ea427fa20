import type {
  Alias,
  Attribute,
  BadDecl,
  BadExpr,
  BasicLit,
  BinaryExpr,
  BinaryOp,
  BottomLit,
  CallExpr,
  Clause,
  Comment,
  CommentGroup,
  Comprehension,
  Decl,
  Ellipsis,
  EmbedDecl,
  Experiments,
  Expr,
  FallbackClause,
  Field,
  File,
  ForClause,
  Ident,
  IfClause,
  ImportDecl,
  ImportSpec,
  IndexExpr,
  Interpolation,
  Label,
  LetClause,
  ListLit,
  LiteralToken,
  Node,
  Package,
  ParenExpr,
  PostfixAlias,
  PostfixExpr,
  SelectorExpr,
  SliceExpr,
  StructLit,
  TryClause,
  UnaryExpr,
  UnaryOp,
} from "./ast.ts";

/**
 * Constructors of nodes. Programs call them without places; the parser fills those in after.
 * Each writes all fields in the order of ast.ts: one hidden class for each kind of node.
 */

export const noExperiments: Experiments = {
  structcmp: true,
  explicitopen: false,
  aliasv2: false,
  try: false,
  shortcircuit: false,
};

const noAttributes: readonly Attribute[] = [];

export function makeFile(decls: Decl[], filename = ""): File {
  return {
    kind: "File",
    pos: -1,
    end: -1,
    comments: null,
    filename,
    decls,
    languageVersion: "",
    experiments: noExperiments,
  };
}

export function makePackage(name: Ident): Package {
  return { kind: "Package", pos: -1, end: -1, comments: null, rel: 0, name };
}

export function makeImportDecl(specs: ImportSpec[]): ImportDecl {
  return {
    kind: "ImportDecl",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    lparen: -1,
    lparenRel: 0,
    specs,
    rparen: -1,
    rparenRel: 0,
  };
}

export function makeImportSpec(name: Ident | null, path: BasicLit): ImportSpec {
  return { kind: "ImportSpec", pos: -1, end: -1, comments: null, name, path };
}

export function makeComment(text: string): Comment {
  return { kind: "Comment", pos: -1, end: -1, rel: 0, text };
}

export function makeCommentGroup(list: Comment[], doc: boolean, line: boolean, position: number): CommentGroup {
  return { kind: "CommentGroup", pos: -1, end: -1, doc, line, position, list };
}

/** A doc comment of plain text lines; each gets its `// `. */
export function makeDocComment(text: string): CommentGroup {
  const list: Comment[] = [];
  for (const line of text.split("\n")) list.push(makeComment(line === "" ? "//" : `// ${line}`));
  return makeCommentGroup(list, true, false, 0);
}

/** Adds a comment group to a node, keeping the groups in order of their position. */
export function addComment(node: Node, group: CommentGroup): void {
  const groups = node.comments;
  if (groups === null) {
    node.comments = [group];
    return;
  }
  let i = groups.length;
  groups.push(group);
  while (i > 0 && (groups[i - 1] as CommentGroup).position > group.position) {
    groups[i] = groups[i - 1] as CommentGroup;
    i--;
  }
  groups[i] = group;
}

export function makeAttribute(text: string): Attribute {
  return { kind: "Attribute", pos: -1, end: -1, comments: null, rel: 0, text };
}

export function makeField(label: Label, value: Expr, constraint: "" | "?" | "!" = ""): Field {
  return {
    kind: "Field",
    pos: -1,
    end: -1,
    comments: null,
    label,
    alias: null,
    constraint,
    colon: -1,
    value,
    attrs: noAttributes,
  };
}

export function makeAlias(ident: Ident, expr: Expr): Alias {
  return { kind: "Alias", pos: -1, end: -1, comments: null, ident, equal: -1, equalRel: 0, expr };
}

export function makePostfixAlias(label: Ident | null, field: Ident): PostfixAlias {
  return {
    kind: "PostfixAlias",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    lparen: -1,
    lparenRel: 0,
    label,
    comma: -1,
    commaRel: 0,
    field,
    rparen: -1,
    rparenRel: 0,
  };
}

export function makeLetClause(ident: Ident, expr: Expr): LetClause {
  return {
    kind: "LetClause",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    ident,
    equal: -1,
    equalRel: 0,
    expr,
  };
}

export function makeEmbedDecl(expr: Expr): EmbedDecl {
  return { kind: "EmbedDecl", pos: -1, end: -1, comments: null, expr };
}

export function makeEllipsis(type: Expr | null = null): Ellipsis {
  return { kind: "Ellipsis", pos: -1, end: -1, comments: null, rel: 0, type };
}

export function makeBadDecl(pos = -1, end = -1): BadDecl {
  return { kind: "BadDecl", pos, end, comments: null, rel: 0 };
}

export function makeComprehension(
  clauses: Clause[],
  value: StructLit,
  fallback: FallbackClause | null = null,
): Comprehension {
  return { kind: "Comprehension", pos: -1, end: -1, comments: null, clauses, value, fallback };
}

export function makeForClause(key: Ident | null, value: Ident, source: Expr): ForClause {
  return {
    kind: "ForClause",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    key,
    commaRel: 0,
    value,
    inRel: 0,
    source,
  };
}

export function makeIfClause(condition: Expr): IfClause {
  return { kind: "IfClause", pos: -1, end: -1, comments: null, rel: 0, condition };
}

export function makeTryClause(ident: Ident | null = null, expr: Expr | null = null): TryClause {
  return {
    kind: "TryClause",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    ident,
    equal: -1,
    equalRel: 0,
    expr,
  };
}

export function makeFallbackClause(body: StructLit): FallbackClause {
  return { kind: "FallbackClause", pos: -1, end: -1, comments: null, rel: 0, body };
}

export function makeIdent(name: string): Ident {
  return { kind: "Ident", pos: -1, end: -1, comments: null, rel: 0, name };
}

export function makeBasicLit(token: LiteralToken, text: string): BasicLit {
  return { kind: "BasicLit", pos: -1, end: -1, comments: null, rel: 0, token, text };
}

export function makeNull(): BasicLit {
  return makeBasicLit("NULL", "null");
}

export function makeBool(value: boolean): BasicLit {
  return value ? makeBasicLit("TRUE", "true") : makeBasicLit("FALSE", "false");
}

export function makeInterpolation(parts: Expr[]): Interpolation {
  return { kind: "Interpolation", pos: -1, end: -1, comments: null, parts, breaks: null };
}

export function makeList(elts: Expr[]): ListLit {
  return {
    kind: "ListLit",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    elts,
    rbrack: -1,
    rbrackRel: 0,
  };
}

/**
 * A struct whose braces are kept by simplification's rules for written braces: its `rel` says so,
 * for it has no offsets.
 */
export function makeStruct(elts: Decl[]): StructLit {
  return {
    kind: "StructLit",
    pos: -1,
    end: -1,
    comments: null,
    rel: 2,
    lbrace: -1,
    elts,
    rbrace: -1,
    rbraceRel: 0,
    oneLine: false,
  };
}

/** A struct without a wish for braces: a single field may join its label, if that is simpler. */
export function makeBareStruct(elts: Decl[]): StructLit {
  const struct = makeStruct(elts);
  struct.rel = 0;
  return struct;
}

/** The struct between two labels of `a: b: c`: no braces, one field. */
export function makeImpliedStruct(field: Field): StructLit {
  return makeBareStruct([field]);
}

export function makeCall(fun: Expr, args: Expr[]): CallExpr {
  return {
    kind: "CallExpr",
    pos: -1,
    end: -1,
    comments: null,
    fun,
    lparen: -1,
    lparenRel: 0,
    args,
    rparen: -1,
    rparenRel: 0,
  };
}

export function makeIndex(x: Expr, index: Expr): IndexExpr {
  return {
    kind: "IndexExpr",
    pos: -1,
    end: -1,
    comments: null,
    x,
    lbrack: -1,
    lbrackRel: 0,
    index,
    rbrackRel: 0,
  };
}

export function makeSlice(x: Expr, low: Expr | null, high: Expr | null): SliceExpr {
  return {
    kind: "SliceExpr",
    pos: -1,
    end: -1,
    comments: null,
    x,
    lbrack: -1,
    lbrackRel: 0,
    low,
    high,
    rbrackRel: 0,
  };
}

export function makeSelector(x: Expr, sel: Ident | BasicLit): SelectorExpr {
  return { kind: "SelectorExpr", pos: -1, end: -1, comments: null, x, sel };
}

export function makeUnary(op: UnaryOp, x: Expr): UnaryExpr {
  return { kind: "UnaryExpr", pos: -1, end: -1, comments: null, rel: 0, op, x };
}

export function makeBinary(op: BinaryOp, x: Expr, y: Expr): BinaryExpr {
  return { kind: "BinaryExpr", pos: -1, end: -1, comments: null, op, x, y, opPos: -1, opRel: 0 };
}

/** Joins expressions with an operator, left to right. There must be at least one. */
export function joinBinary(op: BinaryOp, exprs: readonly Expr[]): Expr {
  let result = exprs[0] as Expr;
  for (let i = 1; i < exprs.length; i++) result = makeBinary(op, result, exprs[i] as Expr);
  return result;
}

export function makePostfix(op: "..." | "?", x: Expr): PostfixExpr {
  return { kind: "PostfixExpr", pos: -1, end: -1, comments: null, op, x, opPos: -1 };
}

export function makeParen(x: Expr): ParenExpr {
  return {
    kind: "ParenExpr",
    pos: -1,
    end: -1,
    comments: null,
    rel: 0,
    x,
    rparen: -1,
    rparenRel: 0,
  };
}

export function makeBottom(): BottomLit {
  return { kind: "BottomLit", pos: -1, end: -1, comments: null, rel: 0 };
}

export function makeBadExpr(pos = -1, end = -1): BadExpr {
  return { kind: "BadExpr", pos, end, comments: null, rel: 0 };
}
