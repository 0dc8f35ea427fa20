import { SourceFile } from "../../source/index.ts";
import type { Place, SourceText } from "../../source/index.ts";
import { compileExpr } from "../compile/index.ts";
import { nodeBehind } from "../eval/index.ts";
import { negate, parseNumber } from "../number/index.ts";
import { decodeBytes } from "../syntax/index.ts";
import type { Expr as Syntax, Node as SyntaxNode } from "../syntax/index.ts";
import {
  ArcType,
  BinaryExpr,
  BasicType,
  Bool,
  BoolKind,
  Bytes,
  DisjunctionExpr,
  Field,
  FloatKind,
  IntKind,
  ListLit,
  Null,
  Num,
  NumberKind,
  Src,
  Status,
  Str,
  StringKind,
  StructLit,
  Tag,
  Top,
  newestFeatures,
} from "../value/index.ts";
import type { Decl, Expr, Marks, Vertex } from "../value/index.ts";
import type { Core } from "./core.ts";
import { builtinPath } from "./expression.ts";
import { pathLabels } from "./path.ts";
import type { Selector } from "./path.ts";
import { dataExpr, isVertexHolder } from "./plain-data.ts";
import type { PlainData } from "./plain-data.ts";
import type { Value } from "./value.ts";

/**
 * What goes into an evaluation without becoming text on the way: data, expressions and values that know where they were
 * written, so that errors and origins point there, and whose scalars may be marked.
 */
export type SourceTree =
  | Value
  | ScalarTree
  | StructTree
  | ListTree
  | ExpressionTree
  | AllTree
  | AnyTree
  | TypeTree
  | DataTree;

export interface ScalarTree {
  readonly kind: "null" | "bool" | "number" | "string" | "bytes";
  /** The characters of a string; everything else as CUE writes it. */
  readonly text: string;
  readonly place?: Place | undefined;
  /** What is computed from it has them too. */
  readonly marks?: readonly string[] | undefined;
}

export interface StructTree {
  readonly kind: "struct";
  readonly fields: readonly TreeField[];
  readonly place?: Place | undefined;
}

export interface TreeField {
  /** A regular field by its name, or a definition: `{identifier: "#config"}`. */
  readonly selector: Exclude<Selector, number>;
  readonly value: SourceTree;
  /** Default: the value's. */
  readonly place?: Place | undefined;
}

export interface ListTree {
  readonly kind: "list";
  readonly items: readonly SourceTree[];
  readonly place?: Place | undefined;
}

/** CUE that somebody wrote and that refers to nothing outside of itself: `*3 | int`. */
export interface ExpressionTree {
  readonly kind: "expression";
  readonly syntax: Syntax;
  readonly file: SourceText;
}

/** What satisfies all of them. */
export interface AllTree {
  readonly kind: "all";
  readonly of: readonly SourceTree[];
}

/** What is one of them; none of them is a default. */
export interface AnyTree {
  readonly kind: "any";
  readonly of: readonly SourceTree[];
}

/** What is of a type. */
export interface TypeTree {
  readonly kind: "type";
  readonly name: "_" | "string" | "number" | "bool";
  readonly place?: Place | undefined;
}

/** JavaScript data, which has no places. */
export interface DataTree {
  readonly kind: "data";
  readonly data: PlainData;
}

export function treeExpr(core: Core, tree: SourceTree): Expr {
  const known = core.trees.get(tree);
  if (known !== undefined) return known;
  const compiler = new TreeCompiler(core);
  const expr = compiler.expr(tree);
  if (!compiler.isBound) core.trees.set(tree, expr);
  return expr;
}

class TreeCompiler {
  /** A value belongs to its context, and what holds one too. */
  isBound = false;
  readonly #core: Core;
  readonly #files = new Map<SourceText, SourceFile>();

  constructor(core: Core) {
    this.#core = core;
  }

  expr(tree: SourceTree): Expr {
    if (isVertexHolder(tree)) {
      this.isBound = true;
      return settledExpr(tree.vertex);
    }
    switch (tree.kind) {
      case "struct":
        return new StructLit(
          this.#src(tree.place),
          tree.fields.map((field) => this.#field(field)),
          false,
        );
      case "list":
        return new ListLit(
          this.#src(tree.place),
          tree.items.map((item) => this.expr(item)),
        );
      case "expression":
        return this.#expression(tree);
      case "all":
        return tree.of.map((part) => this.expr(part)).reduce((x, y) => new BinaryExpr(null, "&", x, y));
      case "any":
        return new DisjunctionExpr(
          null,
          tree.of.map((part) => ({ expr: this.expr(part), isDefault: false })),
          false,
        );
      case "type":
        return tree.name === "_"
          ? new Top(this.#src(tree.place))
          : new BasicType(this.#src(tree.place), typeKinds[tree.name]);
      case "data":
        this.isBound = true;
        return dataExpr(tree.data, this.#core.runtime.labels);
      default:
        return this.#scalar(tree);
    }
  }

  #field({ selector, value, place }: TreeField): Decl {
    const [label] = pathLabels([selector], this.#core.runtime.labels, "_")!;
    const x = this.expr(value);
    return new Field(this.#src(place) ?? ("src" in x ? x.src : null), ArcType.Member, label!, x);
  }

  #scalar({ kind, text, place, marks: names }: ScalarTree): Expr {
    const src = this.#src(place);
    const marks: Marks = names === undefined || names.length === 0 ? null : this.#core.runtime.marksNamed(names);
    switch (kind) {
      case "null":
        return new Null(src, marks);
      case "bool":
        return new Bool(src, text === "true", marks);
      case "string":
        return new Str(src, text, marks);
      case "bytes": {
        const bytes = decodeBytes(text);
        if (!bytes.ok) throw new TypeError(`no bytes: ${bytes.message}`);
        return new Bytes(src, bytes.value, marks);
      }
      case "number": {
        const negative = text.startsWith("-");
        const number = parseNumber(negative ? text.slice(1) : text);
        if (typeof number === "string") throw new TypeError(`no number: ${number}`);
        const value = negative ? negate(number.value) : number.value;
        return new Num(src, number.isInt ? IntKind : FloatKind, value, marks);
      }
    }
  }

  #expression({ syntax, file }: ExpressionTree): Expr {
    const { expr, errors } = compileExpr(syntax, {
      labels: this.#core.runtime.labels,
      packagePath: "_",
      source: this.#file(file),
      vertices: [],
      builtinPath,
    });
    if (errors.length > 0) throw new TypeError("the expression refers to something outside of itself");
    return expr;
  }

  #src(place: Place | undefined): Src | null {
    if (place === undefined || place.span.start < 0) return null;
    const { start, end } = place.span;
    return new Src(this.#file(place.file), start, placeholder(start, end, place.label), newestFeatures);
  }

  #file(file: SourceText): SourceFile {
    if (file instanceof SourceFile) return file;
    let made = this.#files.get(file);
    if (made === undefined) this.#files.set(file, (made = new SourceFile(file.name, file.text)));
    return made;
  }
}

/** Of a value that is evaluated and no struct, list or choice, what it is; what it was made of said its part. */
function settledExpr(v: Vertex): Expr {
  const { base } = nodeBehind(v);
  if (v.status !== Status.Finalized || base === null) return v;
  switch (base.tag) {
    case Tag.StructMarker:
    case Tag.ListMarker:
    case Tag.Disjunction:
    case Tag.Bottom:
    case Tag.Vertex:
      return v;
    default:
      return base;
  }
}

const typeKinds = { string: StringKind, number: NumberKind, bool: BoolKind };

/** What stands there may be of another format: only where it begins and ends is known, and what it is called. */
function placeholder(pos: number, end: number, label: string | undefined): SyntaxNode {
  const node: SyntaxNode = { kind: "BadExpr", pos, end, rel: 0, comments: null };
  return label === undefined ? node : Object.assign(node, { label });
}
