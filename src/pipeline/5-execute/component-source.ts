// A concrete value as CUE source: one line for each leaf, with the place it came from, so that an error in a job points
// at the module and not at this text.
import { defaultVertex, derefValue } from "../../cue/eval/index.ts";
import { toText } from "../../cue/number/index.ts";
import { quoteBytes, quoteLabel, quoteString } from "../../cue/syntax/index.ts";
import {
  ArcType,
  Bool,
  Bytes,
  Field,
  FloatKind,
  ListLit,
  Null,
  Num,
  Src,
  Str,
  StructLit,
  Tag,
  isIntLabel,
  isStringLabel,
  newestFeatures,
} from "../../cue/value/index.ts";
import type { Expr, Label, LabelTable, LiteralMarks, MarkSet, Vertex } from "../../cue/value/index.ts";
import type { SourceFile } from "../../source/index.ts";

export interface SourceText {
  readonly text: string;
  /** The place of each line's value, from line 1 at index 0. */
  readonly origins: readonly (Src | undefined)[];
  /** Where each line is in the value, as a path. */
  readonly paths: readonly (readonly string[])[];
  /** Literals that were made from secrets: they stay marked in the job. */
  readonly marks: LiteralMarks;
  /** What reading and compiling the text would make of it; only another thread has to. */
  readonly compiled?: (file: SourceFile) => StructLit;
}

export interface SourceRequest {
  readonly packageName: string;
  readonly name: string;
  readonly value: Vertex;
  /** Definitions of the value to be written too, with their regular fields alone. */
  readonly definitions?: readonly { readonly name: string; readonly value: Vertex }[];
  readonly labels: LabelTable;
  readonly ordered: (v: Vertex) => readonly Vertex[];
}

/** Serialises a value that is concrete, once; what jobs compile is made beside it. */
export function valueSource(request: SourceRequest): SourceText {
  const { labels } = request;
  const writer = new Writer(labels, request.ordered);
  writer.line(`package ${request.packageName}`, undefined);
  const whole = writer.open(labels.string(request.name), "", `${request.name}: `);
  writer.line(`${request.name}: {`, undefined);
  writer.members(request.value, 1);
  for (const { name, value } of request.definitions ?? [])
    writer.value(labels.identifier(name, ""), `${name}: `, value, 1, "");
  writer.line("}", undefined);
  const { lines, origins, paths, marks } = writer;
  return {
    text: `${lines.join("\n")}\n`,
    origins,
    paths,
    marks,
    compiled: (file) => new StructLit(placed(file, whole.at), [fieldOf(file, whole)], true),
  };
}

/** A value of the text, as it will be compiled. */
interface Item {
  readonly label: Label;
  /** Offsets of the field, or of the element, and of its value. */
  readonly at: number;
  readonly valueAt: number;
  readonly leaf?: Null | Bool | Num | Str | Bytes;
  readonly list?: boolean;
  readonly inner: Item[];
}

const placed = (file: SourceFile, offset: number): Src => new Src(file, offset, null, newestFeatures);

const fieldOf = (file: SourceFile, item: Item): Field =>
  new Field(placed(file, item.at), ArcType.Member, item.label, exprOf(file, item));

function exprOf(file: SourceFile, item: Item): Expr {
  const src = placed(file, item.valueAt);
  const { leaf } = item;
  if (leaf === undefined)
    return item.list === true
      ? new ListLit(
          src,
          item.inner.map((i) => exprOf(file, i)),
        )
      : new StructLit(
          src,
          item.inner.map((i) => fieldOf(file, i)),
          false,
        );
  switch (leaf.tag) {
    case Tag.Null:
      return new Null(src, leaf.marks);
    case Tag.Bool:
      return new Bool(src, leaf.b, leaf.marks);
    case Tag.Num:
      return new Num(src, leaf.kind, leaf.x, leaf.marks);
    case Tag.String:
      return new Str(src, leaf.s, leaf.marks);
    case Tag.Bytes:
      return new Bytes(src, leaf.b, leaf.marks);
  }
}

class Writer {
  readonly lines: string[] = [];
  readonly origins: (Src | undefined)[] = [];
  readonly paths: (readonly string[])[] = [];
  readonly marks = new Map<number, MarkSet>();
  #length = 0;
  /** The values that are being written, outermost first. */
  readonly #open: Item[] = [];
  readonly #labels: LabelTable;
  readonly #ordered: (v: Vertex) => readonly Vertex[];
  readonly #path: string[] = [];

  constructor(labels: LabelTable, ordered: (v: Vertex) => readonly Vertex[]) {
    this.#labels = labels;
    this.#ordered = ordered;
  }

  line(text: string, origin: Src | undefined): void {
    this.lines.push(text);
    this.#length += text.length + 1;
    this.origins.push(origin);
    this.paths.push([...this.#path]);
  }

  /** A struct or list whose first line is written next. */
  open(label: Label, indent: string, head: string, list = false): Item {
    const at = this.#length + indent.length;
    const item: Item = { label, at, valueAt: at + head.length, list, inner: [] };
    this.#open.at(-1)?.inner.push(item);
    this.#open.push(item);
    return item;
  }

  /** The regular fields of a struct. */
  members(v: Vertex, depth: number): void {
    for (const arc of this.#ordered(derefValue(defaultVertex(v)))) {
      if (arc.arcType !== ArcType.Member || !isStringLabel(arc.label)) continue;
      const name = this.#labels.text(arc.label);
      this.#path.push(name);
      this.value(arc.label, `${quoteLabel(name)}: `, arc, depth, "");
      this.#path.pop();
    }
  }

  value(label: Label, head: string, v: Vertex, depth: number, tail: string): void {
    const x = derefValue(defaultVertex(v));
    const base = x.base;
    const indent = "\t".repeat(depth);
    const leaf = (text: string, value: Null | Bool | Num | Str | Bytes): void => {
      const { src, marks } = value;
      const at = this.#length + indent.length;
      if (marks !== null) this.marks.set(at + head.length, marks);
      this.#open.at(-1)?.inner.push({ label, at, valueAt: at + head.length, leaf: value, inner: [] });
      // A secret's own place is known already; what matters is who uses it.
      this.line(`${indent}${head}${text}${tail}`, (marks === null ? src : (placeOf(v) ?? src)) ?? placeOf(v));
    };
    switch (base?.tag) {
      case Tag.Null:
        return leaf("null", base);
      case Tag.Bool:
        return leaf(String(base.b), base);
      case Tag.String:
        return leaf(quoteString(base.s), base);
      case Tag.Bytes:
        return leaf(quoteBytes(base.b), base);
      case Tag.Num: {
        const text = toText(base.x);
        // A float must stay one: 1.0 is not an int.
        return leaf(base.kind === FloatKind && /^-?[0-9]+$/.test(text) ? `${text}.0` : text, base);
      }
      case Tag.ListMarker: {
        this.open(label, indent, head, true);
        this.line(`${indent}${head}[`, placeOf(v));
        let index = 0;
        for (const arc of x.arcs) {
          if (!isIntLabel(arc.label)) continue;
          this.#path.push(String(index++));
          this.value(arc.label, "", arc, depth + 1, ",");
          this.#path.pop();
        }
        this.#open.pop();
        return this.line(`${indent}]${tail}`, undefined);
      }
      case Tag.StructMarker:
        this.open(label, indent, head);
        this.line(`${indent}${head}{`, placeOf(v));
        this.members(x, depth + 1);
        this.#open.pop();
        return this.line(`${indent}}${tail}`, undefined);
      default:
        return; // optional or open: nothing that a transformer could read
    }
  }
}

function placeOf(v: Vertex): Src | undefined {
  for (const { x } of v.conjuncts) if (x.src !== null) return x.src;
  return undefined;
}
