/**
 * The syntax tree of CUE: plain data, one interface for each kind of node.
 *
 * Places are UTF-16 offsets into the text of the file that was parsed; -1 marks a node that a
 * program made. Nodes do not know their file. Every object of a kind has all its fields, in the
 * order given here (see make.ts), so that the engine sees one shape for each kind.
 *
 * Depth: the parser limits nesting of brackets and unary operators, but the left spine of
 * BinaryExpr, SelectorExpr, CallExpr, IndexExpr chains and `a: b: c: …` chains grow without
 * limit. Walk those with a loop.
 */

/** How the first token of a node stood to the token before it. */
export const Rel = {
  /** Unknown: the node was made by a program. The formatter decides. */
  none: 0,
  /** A comma that the scanner inserted. */
  elided: 1,
  noSpace: 2,
  blank: 3,
  newline: 4,
  /** At least one empty line before the token. */
  newSection: 5,
  /** Mask of the values above. */
  mask: 7,
  /** Bit: an explicit comma precedes the token. */
  comma: 8,
  /** Bit: the token was scanned, not made by a program. */
  scanned: 16,
} as const;

interface NodeBase {
  /** Offset of the first character; -1 if made by a program. */
  pos: number;
  /** Offset after the last character; -1 if made by a program. */
  end: number;
  /** Comments in order of `position`; null if there are none. */
  comments: CommentGroup[] | null;
}

export interface Comment {
  kind: "Comment";
  pos: number;
  end: number;
  rel: number;
  /** The text from `//` up to the line end, without it. */
  text: string;
}

/** Comments on adjacent lines. */
export interface CommentGroup {
  kind: "CommentGroup";
  pos: number;
  end: number;
  /** It stands directly above what it documents. */
  doc: boolean;
  /** It stands at the end of the line of its node. */
  line: boolean;
  /** How many tokens or children of the node stand before it: 0 is before all of them. */
  position: number;
  list: Comment[];
}

export interface Attribute extends NodeBase {
  kind: "Attribute";
  rel: number;
  /** All of it: `@name(body)`. */
  text: string;
}

// ---------------------------------------------------------------- files

export interface File extends NodeBase {
  kind: "File";
  filename: string;
  /** In order: attributes, Package, attributes, ImportDecl, then everything else. */
  decls: Decl[];
  /** The language version of the module, such as "v0.15.0"; "" means the newest. */
  languageVersion: string;
  experiments: Experiments;
}

/** What a file switched on with `@experiment(name)`, or its language version made stable. */
export interface Experiments {
  readonly structcmp: boolean;
  readonly explicitopen: boolean;
  readonly aliasv2: boolean;
  readonly try: boolean;
  readonly shortcircuit: boolean;
}

export interface Package extends NodeBase {
  kind: "Package";
  rel: number;
  name: Ident;
}

export interface ImportDecl extends NodeBase {
  kind: "ImportDecl";
  rel: number;
  /** Offset of "(", or -1 for the form without parentheses. */
  lparen: number;
  lparenRel: number;
  specs: ImportSpec[];
  rparen: number;
  rparenRel: number;
}

export interface ImportSpec extends NodeBase {
  kind: "ImportSpec";
  name: Ident | null;
  path: BasicLit;
}

// ---------------------------------------------------------------- declarations

export interface Field extends NodeBase {
  kind: "Field";
  label: Label;
  /** `label~X` or `label~(K,V)`. */
  alias: PostfixAlias | null;
  constraint: "" | "?" | "!";
  colon: number;
  value: Expr;
  /** Set another array to change it: fields without attributes share one. */
  attrs: readonly Attribute[];
}

/** Old aliases: `X=label: v`, `label: X=v`, `[X=string]: v`, `(X=e): v`. */
export interface Alias extends NodeBase {
  kind: "Alias";
  ident: Ident;
  equal: number;
  equalRel: number;
  expr: Expr;
}

/** New aliases: `~X` has no label, `~(K,V)` has both. */
export interface PostfixAlias extends NodeBase {
  kind: "PostfixAlias";
  rel: number;
  lparen: number;
  lparenRel: number;
  /** K: bound to the label. */
  label: Ident | null;
  comma: number;
  commaRel: number;
  /** X or V: bound to the field. */
  field: Ident;
  rparen: number;
  rparenRel: number;
}

/** `let x = e`, as a declaration or as a clause. */
export interface LetClause extends NodeBase {
  kind: "LetClause";
  rel: number;
  ident: Ident;
  equal: number;
  equalRel: number;
  expr: Expr;
}

export interface EmbedDecl extends NodeBase {
  kind: "EmbedDecl";
  expr: Expr;
}

/** `...` in a struct; `...` or `...T` in a list. */
export interface Ellipsis extends NodeBase {
  kind: "Ellipsis";
  rel: number;
  type: Expr | null;
}

/** Source that could not be read as a declaration. */
export interface BadDecl extends NodeBase {
  kind: "BadDecl";
  rel: number;
}

// ---------------------------------------------------------------- comprehensions

export interface Comprehension extends NodeBase {
  kind: "Comprehension";
  /** At least one. */
  clauses: Clause[];
  value: StructLit;
  fallback: FallbackClause | null;
}

export interface ForClause extends NodeBase {
  kind: "ForClause";
  rel: number;
  key: Ident | null;
  commaRel: number;
  value: Ident;
  inRel: number;
  source: Expr;
}

export interface IfClause extends NodeBase {
  kind: "IfClause";
  rel: number;
  condition: Expr;
}

/** `try {…}` (no ident, no expr) or `try x = e {…}`. */
export interface TryClause extends NodeBase {
  kind: "TryClause";
  rel: number;
  ident: Ident | null;
  equal: number;
  equalRel: number;
  expr: Expr | null;
}

/** `else {…}` or `otherwise {…}` after the body. */
export interface FallbackClause extends NodeBase {
  kind: "FallbackClause";
  rel: number;
  body: StructLit;
}

// ---------------------------------------------------------------- expressions

export interface Ident extends NodeBase {
  kind: "Ident";
  rel: number;
  name: string;
}

export type LiteralToken = "INT" | "FLOAT" | "STRING" | "BYTES" | "NULL" | "TRUE" | "FALSE";

export interface BasicLit extends NodeBase {
  kind: "BasicLit";
  rel: number;
  token: LiteralToken;
  /**
   * As written (carriage returns of multi-line strings removed). The string parts of an
   * Interpolation are fragments: `"a\(`, `)b\(`, `)c"`.
   */
  text: string;
}

export interface Interpolation extends NodeBase {
  kind: "Interpolation";
  /** Odd number of parts: BasicLit fragment, expression, fragment, expression, …, fragment. */
  parts: Expr[];
  /** Indices of parts the formatter must put on a new line, so that breaks come in pairs. */
  breaks: number[] | null;
}

export interface ListLit extends NodeBase {
  kind: "ListLit";
  rel: number;
  /** Expressions; the last may be an Ellipsis. */
  elts: Expr[];
  rbrack: number;
  /** Bit `Rel.comma`: an explicit comma stands before "]". */
  rbrackRel: number;
}

export interface StructLit extends NodeBase {
  kind: "StructLit";
  /** Of "{". */
  rel: number;
  /** Offset of "{"; -1 for the implied struct of `a: b: c` (then rel is 0 too). */
  lbrace: number;
  elts: Decl[];
  rbrace: number;
  rbraceRel: number;
  /** It begins and ends on one line of its file. */
  oneLine: boolean;
}

export interface CallExpr extends NodeBase {
  kind: "CallExpr";
  fun: Expr;
  lparen: number;
  lparenRel: number;
  args: Expr[];
  rparen: number;
  rparenRel: number;
}

export interface IndexExpr extends NodeBase {
  kind: "IndexExpr";
  x: Expr;
  lbrack: number;
  lbrackRel: number;
  index: Expr;
  rbrackRel: number;
}

export interface SliceExpr extends NodeBase {
  kind: "SliceExpr";
  x: Expr;
  lbrack: number;
  lbrackRel: number;
  low: Expr | null;
  high: Expr | null;
  rbrackRel: number;
}

export interface SelectorExpr extends NodeBase {
  kind: "SelectorExpr";
  x: Expr;
  /** An identifier (keywords too) or a plain string literal. */
  sel: Ident | BasicLit;
}

export type UnaryOp = "+" | "-" | "!" | "*" | "<" | "<=" | ">" | ">=" | "!=" | "==" | "=~" | "!~";

export interface UnaryExpr extends NodeBase {
  kind: "UnaryExpr";
  rel: number;
  op: UnaryOp;
  x: Expr;
}

export type BinaryOp =
  | "|"
  | "&"
  | "||"
  | "&&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "=~"
  | "!~"
  | "+"
  | "-"
  | "*"
  | "/";

export interface BinaryExpr extends NodeBase {
  kind: "BinaryExpr";
  op: BinaryOp;
  x: Expr;
  y: Expr;
  opPos: number;
  opRel: number;
}

/** `x...` opens a closed value; `x?` in a try clause may be absent. */
export interface PostfixExpr extends NodeBase {
  kind: "PostfixExpr";
  op: "..." | "?";
  x: Expr;
  opPos: number;
}

export interface ParenExpr extends NodeBase {
  kind: "ParenExpr";
  rel: number;
  x: Expr;
  rparen: number;
  rparenRel: number;
}

/** `_|_` */
export interface BottomLit extends NodeBase {
  kind: "BottomLit";
  rel: number;
}

/** Source that could not be read as an expression. */
export interface BadExpr extends NodeBase {
  kind: "BadExpr";
  rel: number;
}

// ---------------------------------------------------------------- unions

export type Label = Ident | BasicLit | Interpolation | ListLit | ParenExpr | Alias;

export type Clause = ForClause | IfClause | LetClause | TryClause;

export type Expr =
  | Ident
  | BasicLit
  | Interpolation
  | ListLit
  | StructLit
  | CallExpr
  | IndexExpr
  | SliceExpr
  | SelectorExpr
  | UnaryExpr
  | BinaryExpr
  | PostfixExpr
  | ParenExpr
  | BottomLit
  | BadExpr
  | Alias
  | Ellipsis
  | Comprehension;

export type Decl =
  | Package
  | ImportDecl
  | Field
  | Alias
  | LetClause
  | EmbedDecl
  | Ellipsis
  | Attribute
  | Comprehension
  | CommentGroup
  | BadDecl;

/** Every node that can carry comments. */
export type Node = File | Exclude<Decl, CommentGroup> | Expr | Clause | FallbackClause | ImportSpec | PostfixAlias;

export type NodeKind = Node["kind"];
