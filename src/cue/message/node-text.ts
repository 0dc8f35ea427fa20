import { toText } from "../number/index.ts";
import { quoteBytes, quoteString } from "../syntax/index.ts";
import {
  ArcType,
  Tag,
  conjunctExpr,
  isHiddenLabel,
  isIntLabel,
  isLetLabel,
  kindString,
  NoLabel,
  quoteSelector,
} from "../value/index.ts";
import type { Bottom, Expr, Interpolation, Label, LabelTable, Node, Vertex } from "../value/index.ts";
import { rangeName } from "./range-name.ts";

/*
 * One switch over all sorts of nodes: splitting it would only scatter what belongs to one notation.
 */

/** The text of an error inside of a value; given from outside, since errors print values in turn. */
type ErrorPrinter = (b: Bottom, stack: readonly Vertex[]) => string;

/** A node in one line, the way messages quote values and expressions. */
export class NodePrinter {
  readonly #labels: LabelTable;
  readonly #error: ErrorPrinter;
  /** The vertices being printed: one that comes again is named instead. */
  readonly #stack: Vertex[];
  #out = "";

  constructor(labels: LabelTable, error: ErrorPrinter, stack: readonly Vertex[]) {
    this.#labels = labels;
    this.#error = error;
    this.#stack = [...stack];
  }

  print(node: Node): string {
    this.#node(node);
    return this.#out;
  }

  #list(nodes: readonly Node[], separator: string): void {
    for (let i = 0; i < nodes.length; i++) {
      if (i > 0) this.#out += separator;
      this.#node(nodes[i] as Node);
    }
  }

  #label(label: Label): void {
    const labels = this.#labels;
    if (isHiddenLabel(label)) {
      this.#out += labels.text(label);
      const owner = labels.packageOf(label);
      if (owner !== "_") this.#out += `(${owner})`;
    } else if (isLetLabel(label)) {
      const id = Number(labels.packageOf(label)).toString(16).toUpperCase();
      this.#out += `${labels.text(label)}#${id}`;
    } else this.#out += labels.selector(label);
  }

  #node(x: Node): void {
    if ("marks" in x && x.marks !== null) {
      // What is marked must not be read in a message.
      this.#out += "***";
      return;
    }
    switch (x.tag) {
      case Tag.Bottom:
        this.#out += `_|_(${this.#error(x, this.#stack)})`;
        break;
      case Tag.Null:
        this.#out += "null";
        break;
      case Tag.Bool:
        this.#out += String(x.b);
        break;
      case Tag.Num:
        this.#out += toText(x.x);
        break;
      case Tag.String:
        this.#out += quoteString(x.s);
        break;
      case Tag.Bytes:
        this.#out += quoteBytes(x.b);
        break;
      case Tag.Top:
        this.#out += "_";
        break;
      case Tag.BasicType:
        this.#out += kindString(x.kind);
        break;
      case Tag.BoundValue:
        this.#out += x.op;
        this.#node(x.value);
        break;
      case Tag.Conjunction: {
        const name = rangeName(x);
        if (name === null) this.#list(x.values, " & ");
        else this.#out += name;
        break;
      }
      case Tag.Disjunction:
        for (let i = 0; i < x.values.length; i++) {
          if (i > 0) this.#out += " | ";
          if (i < x.numDefaults) this.#out += "*";
          this.#node(x.values[i] as Node);
        }
        break;
      case Tag.Builtin:
        if (x.pkg !== "") this.#out += `${quoteSelector(x.pkg)}.`;
        this.#out += x.name;
        break;
      case Tag.BuiltinValidator:
        this.#node(x.builtin);
        this.#args(x.args);
        break;
      case Tag.StructMarker:
        this.#out += "struct";
        break;
      case Tag.ListMarker:
        this.#out += "list";
        break;
      case Tag.Vertex:
        this.#vertex(x);
        break;
      default:
        this.#expression(x);
    }
  }

  #expression(
    x: Exclude<Node, { readonly tag: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 }>,
  ): void {
    switch (x.tag) {
      case Tag.StructLit:
        this.#out += "{";
        this.#list(x.decls, ",");
        this.#out += "}";
        break;
      case Tag.ListLit:
        this.#out += "[";
        this.#list(x.elems, ",");
        this.#out += "]";
        break;
      case Tag.DisjunctionExpr:
        this.#out += "(";
        for (let i = 0; i < x.values.length; i++) {
          const d = x.values[i] as { readonly expr: Expr; readonly isDefault: boolean };
          if (i > 0) this.#out += "|";
          if (d.isDefault) this.#out += "*";
          this.#node(d.expr);
        }
        this.#out += ")";
        break;
      case Tag.BoundExpr:
        this.#out += x.op;
        this.#node(x.expr);
        break;
      case Tag.SliceExpr:
        this.#node(x.x);
        this.#out += "[";
        if (x.lo !== null) this.#node(x.lo);
        this.#out += ":";
        if (x.hi !== null) this.#node(x.hi);
        this.#out += "]";
        break;
      case Tag.Interpolation:
        this.#interpolation(x);
        break;
      case Tag.UnaryExpr:
        this.#out += x.op;
        this.#node(x.x);
        break;
      case Tag.BinaryExpr:
        this.#out += "(";
        this.#node(x.x);
        this.#out += ` ${x.op} `;
        this.#node(x.y);
        this.#out += ")";
        break;
      case Tag.OpenExpr:
        this.#node(x.x);
        this.#out += "...";
        break;
      case Tag.CallExpr:
        this.#node(x.fun);
        this.#args(x.args);
        break;
      case Tag.LabelReference: {
        const id = x.src?.node;
        this.#out += id?.kind === "Ident" ? id.name : "LABEL";
        break;
      }
      case Tag.FieldReference:
        this.#label(x.label);
        if (x.optional) this.#out += "?";
        break;
      case Tag.ValueReference:
        this.#label(x.label);
        break;
      case Tag.DynamicReference:
        this.#node(x.key);
        break;
      case Tag.ImportReference:
        this.#out += quoteSelector(x.importPath);
        break;
      case Tag.LetReference:
        this.#out += this.#labels.text(x.label);
        break;
      case Tag.SelectorExpr:
        this.#node(x.x);
        this.#out += ".";
        this.#label(x.sel);
        if (x.optional) this.#out += "?";
        break;
      case Tag.IndexExpr:
        this.#node(x.x);
        this.#out += "[";
        this.#node(x.index);
        this.#out += "]";
        if (x.optional) this.#out += "?";
        break;
      case Tag.Field:
        this.#label(x.label);
        this.#out += `${suffix(x.arcType)}:`;
        this.#node(x.value);
        break;
      case Tag.LetField:
        this.#out += "let ";
        this.#label(x.label);
        this.#out += "=";
        this.#node(x.value);
        break;
      case Tag.BulkOptionalField:
        this.#out += "[";
        this.#node(x.filter);
        this.#out += "]:";
        this.#node(x.value);
        break;
      case Tag.DynamicField:
        this.#node(x.key);
        this.#out += `${suffix(x.arcType)}:`;
        this.#node(x.value);
        break;
      case Tag.Ellipsis:
        this.#out += "...";
        if (x.value !== null) this.#node(x.value);
        break;
      case Tag.Comprehension:
        this.#list(x.clauses, "");
        this.#node(x.value);
        if (x.fallback !== null) {
          this.#out += " else ";
          this.#node(x.fallback);
        }
        break;
      case Tag.ForClause:
        this.#out += `for ${this.#ident(x.key)}, ${this.#ident(x.value)} in `;
        this.#node(x.source);
        this.#out += " ";
        break;
      case Tag.IfClause:
        this.#out += "if ";
        this.#node(x.condition);
        this.#out += " ";
        break;
      case Tag.LetClause:
        this.#out += `let ${this.#ident(x.label)} = `;
        this.#node(x.expr);
        this.#out += " ";
        break;
      case Tag.TryClause:
        this.#out += "try ";
        if (x.expr !== null) {
          this.#out += `${this.#ident(x.label)} = `;
          this.#node(x.expr);
          this.#out += " ";
        }
        break;
    }
  }

  #ident(label: Label): string {
    return label === NoLabel ? "_" : this.#labels.text(label);
  }

  #args(args: readonly Node[]): void {
    this.#out += "(";
    for (let i = 0; i < args.length; i++) {
      const a = args[i] as Node;
      if (i > 0) this.#out += ", ";
      if (a.tag === Tag.Vertex && a.label !== NoLabel) this.#path(a);
      else this.#node(a);
    }
    this.#out += ")";
  }

  #interpolation(x: Interpolation): void {
    const quote = (x.parts[0] as Node).tag === Tag.Bytes ? "'" : '"';
    this.#out += quote;
    for (let i = 0; i < x.parts.length; i++) {
      const part = x.parts[i] as Node;
      if (i % 2 === 1) {
        this.#out += "\\(";
        this.#node(part);
        this.#out += ")";
      } else if (part.tag === Tag.String) this.#out += part.s;
      else if (part.tag === Tag.Bytes) this.#out += new TextDecoder().decode(part.b);
    }
    this.#out += quote;
  }

  #path(v: Vertex): void {
    if (v.parent !== null && v.parent.label !== NoLabel) {
      this.#path(v.parent);
      this.#out += ".";
    }
    this.#label(v.label);
  }

  /** False, and a hint instead, if the vertex is already being printed. */
  #enter(v: Vertex): boolean {
    if (this.#stack.includes(v)) {
      this.#out += "value at path '";
      this.#path(v);
      this.#out += "'";
      return false;
    }
    this.#stack.push(v);
    return true;
  }

  #vertex(v: Vertex): void {
    const { base } = v;
    if (base === null) {
      this.#conjuncts(v);
      return;
    }
    switch (base.tag) {
      case Tag.StructMarker:
        if (!this.#enter(v)) return;
        this.#arcs(v);
        this.#stack.pop();
        break;
      case Tag.ListMarker: {
        if (!this.#enter(v)) return;
        this.#out += "[";
        let first = true;
        for (const a of v.arcs) {
          if (!isIntLabel(a.label)) continue;
          if (!first) this.#out += ",";
          first = false;
          this.#node(a);
        }
        this.#out += "]";
        this.#stack.pop();
        break;
      }
      case Tag.Vertex:
        this.#shared(v);
        break;
      default:
        this.#node(base);
    }
  }

  #conjuncts(v: Vertex): void {
    for (let i = 0; i < v.conjuncts.length; i++) {
      if (i > 0) this.#out += " & ";
      const x = conjunctExpr((v.conjuncts[i] as (typeof v.conjuncts)[number]).x);
      if (x === null) this.#out += "...";
      else this.#node(x);
    }
  }

  #arcs(v: Vertex): void {
    this.#out += "{";
    for (let i = 0; i < v.arcs.length; i++) {
      const a = v.arcs[i] as Vertex;
      if (i > 0) this.#out += ",";
      if (isLetLabel(a.label)) {
        this.#out += "let ";
        this.#label(a.label);
        if (a.multiLet) {
          this.#out += "m=";
          const x = a.conjuncts[0] === undefined ? null : conjunctExpr(a.conjuncts[0].x);
          if (x !== null) this.#node(x);
          continue;
        }
        this.#out += "=";
      } else {
        this.#label(a.label);
        this.#out += `${suffix(a.arcType)}:`;
      }
      this.#node(a);
    }
    this.#out += "}";
  }

  /** A node that stands for another one: a shared struct is only named. */
  #shared(v: Vertex): void {
    let from = v;
    while (from.base?.tag === Tag.Vertex && from.base.isDisjunct) from = from.base;
    const target = from.base?.tag === Tag.Vertex ? from.base : null;
    let end = from;
    while (end.base?.tag === Tag.Vertex) end = end.base;
    const isInternal = end.nonRooted || end.anonymous || end.isDynamic;
    if (from.isShared && !isInternal && target !== null && end.arcs.length > 0) {
      this.#link(end);
      return;
    }
    if (!this.#enter(end)) {
      if (target !== null) {
        this.#link(target);
        this.#out += " =>";
      }
      this.#link(end);
      return;
    }
    // Entered twice: a struct below is named instead of printed, as `cue` does.
    this.#vertex(end);
    this.#stack.pop();
  }

  #link(v: Vertex): void {
    this.#out += "~(";
    this.#path(v);
    this.#out += ")";
  }
}

function suffix(arcType: ArcType): string {
  switch (arcType) {
    case ArcType.Optional:
      return "?";
    case ArcType.Required:
      return "!";
    case ArcType.Pending:
      return "*";
    case ArcType.NotPresent:
      return "-";
    default:
      return "";
  }
}
