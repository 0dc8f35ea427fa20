import type { Bottom } from "./bottom.ts";
import type { Builtin, BuiltinValidator } from "./builtin.ts";
import type { Kind } from "./kind.ts";
import type { Label } from "./label.ts";
import type { BoundOp, Op } from "./op.ts";
import type {
  BasicType,
  Bool,
  BoundValue,
  Bytes,
  Conjunction,
  Disjunction,
  ListMarker,
  Null,
  Num,
  Str,
  StructMarker,
  Top,
} from "./scalar.ts";
import type { Src } from "./source.ts";
import { Tag } from "./tag.ts";
import type { ArcType, Vertex } from "./vertex.ts";

/** Everything that can be the result of evaluating an expression. */
export type Value =
  | Bottom
  | Null
  | Bool
  | Num
  | Str
  | Bytes
  | Top
  | BasicType
  | BoundValue
  | Conjunction
  | Disjunction
  | Builtin
  | BuiltinValidator
  | Vertex;

/** What a vertex may hold: a value, or a marker that its arcs are the value. */
export type BaseValue = Value | StructMarker | ListMarker;

/** An expression that resolves to a vertex. */
export type Resolver =
  | FieldReference
  | ValueReference
  | DynamicReference
  | ImportReference
  | LetReference
  | SelectorExpr
  | IndexExpr;

export type Evaluator =
  | StructLit
  | ListLit
  | DisjunctionExpr
  | BoundExpr
  | SliceExpr
  | Interpolation
  | UnaryExpr
  | BinaryExpr
  | OpenExpr
  | CallExpr
  | LabelReference;

export type Expr = Value | Evaluator | Resolver;
export type Decl = Field | LetField | BulkOptionalField | DynamicField | Ellipsis | Comprehension | Expr;
export type Elem = Expr | Ellipsis | Comprehension;
export type Clause = ForClause | IfClause | LetClause | TryClause;
export type Node = Decl | Clause | StructMarker | ListMarker;

export const isValue = (x: { readonly tag: number }): boolean => x.tag <= Tag.Vertex;
export const isResolver = (x: { readonly tag: number }): boolean =>
  x.tag >= Tag.FieldReference && x.tag <= Tag.IndexExpr;

/** A struct literal or the body of a file. */
export class StructLit {
  readonly tag = Tag.StructLit;
  readonly src: Src | null;
  readonly decls: readonly Decl[];
  readonly isFile: boolean;
  /** See the function of that name; -1 before anyone asked. */
  plainSize = -1;
  /** It has an embedding or a comprehension: such literals may turn out to be no struct. */
  readonly hasEmbedding: boolean;
  constructor(src: Src | null, decls: readonly Decl[], isFile: boolean) {
    this.src = src;
    this.decls = decls;
    this.isFile = isFile;
    this.hasEmbedding = decls.some((d) => d.tag < Tag.Field || d.tag === Tag.Comprehension);
  }
}

export class Field {
  readonly tag = Tag.Field;
  readonly src: Src | null;
  readonly arcType: ArcType;
  readonly label: Label;
  readonly value: Expr;
  constructor(src: Src | null, arcType: ArcType, label: Label, value: Expr) {
    this.src = src;
    this.arcType = arcType;
    this.label = label;
    this.value = value;
  }
}

export class LetField {
  readonly tag = Tag.LetField;
  readonly src: Src | null;
  readonly label: Label;
  readonly value: Expr;
  constructor(src: Src | null, label: Label, value: Expr) {
    this.src = src;
    this.label = label;
    this.value = value;
  }
}

/** `[filter]: value` */
export class BulkOptionalField {
  readonly tag = Tag.BulkOptionalField;
  readonly src: Src | null;
  readonly filter: Expr;
  readonly value: Expr;
  /** Name of `[X=filter]`, for printing. */
  readonly label: Label;
  constructor(src: Src | null, filter: Expr, value: Expr, label: Label) {
    this.src = src;
    this.filter = filter;
    this.value = value;
    this.label = label;
  }
}

/** `(key): value` and `"\(key)": value` */
export class DynamicField {
  readonly tag = Tag.DynamicField;
  readonly src: Src | null;
  readonly arcType: ArcType;
  readonly key: Expr;
  readonly value: Expr;
  /** A `~(K,V)` alias names the label, so the environment must carry it. */
  readonly bindsLabel: boolean;
  constructor(src: Src | null, arcType: ArcType, key: Expr, value: Expr, bindsLabel: boolean) {
    this.src = src;
    this.arcType = arcType;
    this.key = key;
    this.value = value;
    this.bindsLabel = bindsLabel;
  }
}

/** `...` in a struct, `...T` in a list. */
export class Ellipsis {
  readonly tag = Tag.Ellipsis;
  readonly src: Src | null;
  readonly value: Expr | null;
  constructor(src: Src | null, value: Expr | null) {
    this.src = src;
    this.value = value;
  }
}

export class ListLit {
  readonly tag = Tag.ListLit;
  readonly src: Src | null;
  readonly elems: readonly Elem[];
  /** See the function of that name; -1 before anyone asked. */
  plainSize = -1;
  constructor(src: Src | null, elems: readonly Elem[]) {
    this.src = src;
    this.elems = elems;
  }
}

export class DisjunctionExpr {
  readonly tag = Tag.DisjunctionExpr;
  readonly src: Src | null;
  readonly values: readonly { readonly expr: Expr; readonly isDefault: boolean }[];
  readonly hasDefaults: boolean;
  constructor(src: Src | null, values: readonly { expr: Expr; isDefault: boolean }[], hasDefaults: boolean) {
    this.src = src;
    this.values = values;
    this.hasDefaults = hasDefaults;
  }
}

export class BoundExpr {
  readonly tag = Tag.BoundExpr;
  readonly src: Src | null;
  readonly op: BoundOp;
  readonly expr: Expr;
  constructor(src: Src | null, op: BoundOp, expr: Expr) {
    this.src = src;
    this.op = op;
    this.expr = expr;
  }
}

export class SliceExpr {
  readonly tag = Tag.SliceExpr;
  readonly src: Src | null;
  readonly x: Expr;
  readonly lo: Expr | null;
  readonly hi: Expr | null;
  constructor(src: Src | null, x: Expr, lo: Expr | null, hi: Expr | null) {
    this.src = src;
    this.x = x;
    this.lo = lo;
    this.hi = hi;
  }
}

export class Interpolation {
  readonly tag = Tag.Interpolation;
  readonly src: Src | null;
  /** StringKind or BytesKind. */
  readonly kind: Kind;
  /** Literal text and expressions in turn, text first and last. */
  readonly parts: readonly Expr[];
  constructor(src: Src | null, kind: Kind, parts: readonly Expr[]) {
    this.src = src;
    this.kind = kind;
    this.parts = parts;
  }
}

export class UnaryExpr {
  readonly tag = Tag.UnaryExpr;
  readonly src: Src | null;
  readonly op: Op;
  readonly x: Expr;
  constructor(src: Src | null, op: Op, x: Expr) {
    this.src = src;
    this.op = op;
    this.x = x;
  }
}

export class BinaryExpr {
  readonly tag = Tag.BinaryExpr;
  readonly src: Src | null;
  readonly op: Op;
  readonly x: Expr;
  readonly y: Expr;
  constructor(src: Src | null, op: Op, x: Expr, y: Expr) {
    this.src = src;
    this.op = op;
    this.x = x;
    this.y = y;
  }
}

/** `x...` */
export class OpenExpr {
  readonly tag = Tag.OpenExpr;
  readonly src: Src | null;
  readonly x: Expr;
  constructor(src: Src | null, x: Expr) {
    this.src = src;
    this.x = x;
  }
}

export class CallExpr {
  readonly tag = Tag.CallExpr;
  readonly src: Src | null;
  readonly fun: Expr;
  readonly args: readonly Expr[];
  constructor(src: Src | null, fun: Expr, args: readonly Expr[]) {
    this.src = src;
    this.fun = fun;
    this.args = args;
  }
}

/** X of `[X=pattern]`, K of `~(K,V)`. */
export class LabelReference {
  readonly tag = Tag.LabelReference;
  readonly src: Src | null;
  readonly upCount: number;
  constructor(src: Src | null, upCount: number) {
    this.src = src;
    this.upCount = upCount;
  }
}

/** A name bound to a field: climb `upCount` environments, then look up `label`. */
export class FieldReference {
  readonly tag = Tag.FieldReference;
  readonly src: Src | null;
  readonly upCount: number;
  readonly label: Label;
  /** `a?` inside a try clause. */
  readonly optional: boolean;
  constructor(src: Src | null, upCount: number, label: Label, optional: boolean) {
    this.src = src;
    this.upCount = upCount;
    this.label = label;
    this.optional = optional;
  }
}

/** X of `a: X={}`, and `self`: the vertex itself, `upCount - 1` environments up. */
export class ValueReference {
  readonly tag = Tag.ValueReference;
  readonly src: Src | null;
  readonly upCount: number;
  /** For printing. */
  readonly label: Label;
  constructor(src: Src | null, upCount: number, label: Label) {
    this.src = src;
    this.upCount = upCount;
    this.label = label;
  }
}

/** X of `X=(expr): v` and `X="\(expr)": v`. */
export class DynamicReference {
  readonly tag = Tag.DynamicReference;
  readonly src: Src | null;
  readonly upCount: number;
  readonly key: Expr;
  /** For printing. */
  readonly alias: Label;
  constructor(src: Src | null, upCount: number, key: Expr, alias: Label) {
    this.src = src;
    this.upCount = upCount;
    this.key = key;
    this.alias = alias;
  }
}

export class ImportReference {
  readonly tag = Tag.ImportReference;
  readonly src: Src | null;
  readonly importPath: string;
  /** The name by which the source refers to it. */
  readonly name: string;
  /** Key of the instance in the runtime; null for a builtin package. */
  readonly instance: object | null;
  constructor(src: Src | null, importPath: string, name: string, instance: object | null) {
    this.src = src;
    this.importPath = importPath;
    this.name = name;
    this.instance = instance;
  }
}

export class LetReference {
  readonly tag = Tag.LetReference;
  readonly src: Src | null;
  readonly upCount: number;
  readonly label: Label;
  constructor(src: Src | null, upCount: number, label: Label) {
    this.src = src;
    this.upCount = upCount;
    this.label = label;
  }
}

export class SelectorExpr {
  readonly tag = Tag.SelectorExpr;
  readonly src: Src | null;
  readonly x: Expr;
  readonly sel: Label;
  /** Where the selected name stands: lookup errors point there. */
  readonly selSrc: Src | null;
  readonly optional: boolean;
  constructor(src: Src | null, x: Expr, sel: Label, selSrc: Src | null, optional: boolean) {
    this.src = src;
    this.x = x;
    this.sel = sel;
    this.selSrc = selSrc;
    this.optional = optional;
  }
}

export class IndexExpr {
  readonly tag = Tag.IndexExpr;
  readonly src: Src | null;
  readonly x: Expr;
  readonly index: Expr;
  readonly indexSrc: Src | null;
  readonly optional: boolean;
  constructor(src: Src | null, x: Expr, index: Expr, indexSrc: Src | null, optional: boolean) {
    this.src = src;
    this.x = x;
    this.index = index;
    this.indexSrc = indexSrc;
    this.optional = optional;
  }
}

export class Comprehension {
  readonly tag = Tag.Comprehension;
  readonly src: Src | null;
  readonly clauses: readonly Clause[];
  readonly value: StructLit;
  /** The body of `else` and `otherwise`. */
  readonly fallback: StructLit | null;
  constructor(src: Src | null, clauses: readonly Clause[], value: StructLit, fallback: StructLit | null) {
    this.src = src;
    this.clauses = clauses;
    this.value = value;
    this.fallback = fallback;
  }
}

export class ForClause {
  readonly tag = Tag.ForClause;
  readonly src: Src | null;
  /** NoLabel when absent. */
  readonly key: Label;
  readonly value: Label;
  readonly source: Expr;
  constructor(src: Src | null, key: Label, value: Label, source: Expr) {
    this.src = src;
    this.key = key;
    this.value = value;
    this.source = source;
  }
}

export class IfClause {
  readonly tag = Tag.IfClause;
  readonly src: Src | null;
  readonly condition: Expr;
  constructor(src: Src | null, condition: Expr) {
    this.src = src;
    this.condition = condition;
  }
}

export class LetClause {
  readonly tag = Tag.LetClause;
  readonly src: Src | null;
  readonly label: Label;
  readonly expr: Expr;
  constructor(src: Src | null, label: Label, expr: Expr) {
    this.src = src;
    this.label = label;
    this.expr = expr;
  }
}

/** `try {…}` (expr null: the comprehension's own body) and `try x = expr`. */
export class TryClause {
  readonly tag = Tag.TryClause;
  readonly src: Src | null;
  readonly label: Label;
  readonly expr: Expr | null;
  constructor(src: Src | null, label: Label, expr: Expr | null) {
    this.src = src;
    this.label = label;
    this.expr = expr;
  }
}
