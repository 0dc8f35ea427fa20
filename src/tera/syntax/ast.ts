import type { MathOperator } from "../value/number.ts";
import type { Integer } from "../value/value.ts";

/** Offsets are UTF-16 units of the template's text. */
export interface Expr {
  readonly val: ExprVal;
  /** Set by `not`, which comes before everything else of the expression. */
  negated: boolean;
  readonly filters: readonly Call[];
  readonly pos: number;
}

export type LogicOperator = "or" | "and" | "<" | "<=" | ">" | ">=" | "==" | "!=";

export type ExprVal =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "int"; readonly value: Integer }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "bool"; readonly value: boolean }
  | Ident
  | Call
  | MacroCall
  | TestCall
  | MathExpr
  | LogicExpr
  | InExpr
  | { readonly kind: "concat"; readonly values: readonly ExprVal[]; readonly source: string }
  | { readonly kind: "array"; readonly items: readonly Expr[] };

/** A path as written: `a.b[0]["k"][i]`. */
export interface Ident {
  readonly kind: "ident";
  readonly path: string;
  readonly pos: number;
}

/** A function or filter with its keyword arguments; the last of two with one name counts. */
export interface Call {
  readonly kind: "call";
  readonly name: string;
  readonly args: ReadonlyMap<string, Expr>;
  readonly pos: number;
}

export interface MacroCall {
  readonly kind: "macro";
  readonly namespace: string;
  readonly name: string;
  readonly args: ReadonlyMap<string, Expr>;
  readonly pos: number;
}

export interface TestCall {
  readonly kind: "test";
  readonly ident: Ident;
  readonly name: string;
  negated: boolean;
  readonly args: readonly Expr[];
  readonly pos: number;
}

export interface MathExpr {
  readonly kind: "math";
  readonly operator: MathOperator;
  readonly left: Expr;
  readonly right: Expr;
}

export interface LogicExpr {
  readonly kind: "logic";
  readonly operator: LogicOperator;
  readonly left: Expr;
  readonly right: Expr;
}

export interface InExpr {
  readonly kind: "in";
  readonly left: Expr;
  readonly right: Expr;
  readonly negated: boolean;
}

/** Whether a tag trims the text before and after it. */
export interface Trim {
  readonly left: boolean;
  readonly right: boolean;
}

export type Node =
  | TextNode
  | RawNode
  | { readonly kind: "output"; readonly trim: Trim; readonly expr: Expr; readonly pos: number; readonly end: number }
  | SetNode
  | IfNode
  | ForNode
  | FilterSectionNode
  | BlockNode
  | MacroNode
  | IncludeNode
  | { readonly kind: "extends"; readonly trim: Trim; readonly parent: string; readonly pos: number }
  | ImportNode
  | { readonly kind: "comment" | "break" | "continue"; readonly trim: Trim; readonly pos: number }
  | { readonly kind: "super"; readonly pos: number };

export interface TextNode {
  readonly kind: "text";
  readonly text: string;
  /** Where the text begins, after any trimming. */
  readonly pos: number;
}

export interface RawNode {
  readonly kind: "raw";
  readonly start: Trim;
  readonly end: Trim;
  readonly text: string;
  readonly pos: number;
}

export interface SetNode {
  readonly kind: "set";
  readonly trim: Trim;
  readonly name: string;
  readonly value: Expr;
  readonly global: boolean;
  readonly pos: number;
}

export interface Branch {
  readonly trim: Trim;
  readonly condition: Expr;
  readonly body: Node[];
}

export interface IfNode {
  readonly kind: "if";
  readonly branches: readonly Branch[];
  readonly otherwise: { readonly trim: Trim; readonly body: Node[] } | undefined;
  readonly end: Trim;
  readonly pos: number;
}

export interface ForNode {
  readonly kind: "for";
  readonly start: Trim;
  readonly end: Trim;
  readonly key: string | undefined;
  readonly value: string;
  readonly container: Expr;
  readonly body: readonly Node[];
  readonly empty: readonly Node[] | undefined;
  readonly pos: number;
}

export interface FilterSectionNode {
  readonly kind: "filter";
  readonly start: Trim;
  readonly end: Trim;
  readonly filter: Call;
  readonly body: readonly Node[];
  readonly pos: number;
}

export interface BlockNode {
  readonly kind: "block";
  readonly start: Trim;
  readonly end: Trim;
  readonly name: string;
  readonly body: readonly Node[];
  readonly pos: number;
}

export interface MacroNode {
  readonly kind: "macro";
  readonly start: Trim;
  readonly end: Trim;
  readonly name: string;
  /** Each argument with its default, if it has one. */
  readonly args: ReadonlyMap<string, Expr | undefined>;
  readonly body: readonly Node[];
  readonly pos: number;
}

export interface IncludeNode {
  readonly kind: "include";
  readonly trim: Trim;
  readonly names: readonly string[];
  readonly ignoreMissing: boolean;
  readonly pos: number;
}

interface ImportNode {
  readonly kind: "import";
  readonly trim: Trim;
  readonly file: string;
  readonly namespace: string;
  readonly pos: number;
}
