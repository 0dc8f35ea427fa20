// A concrete value as CUE source: one line for each leaf, with the place it came from, so that an error in a job points
// at the module and not at this text.
import { defaultVertex, derefValue } from "../../cue/eval/index.ts";
import { toText } from "../../cue/number/index.ts";
import { quoteBytes, quoteLabel, quoteString } from "../../cue/syntax/index.ts";
import { ArcType, FloatKind, Tag, isIntLabel, isStringLabel } from "../../cue/value/index.ts";
import type {
  Bool,
  Bytes,
  LabelTable,
  LiteralMarks,
  MarkSet,
  Null,
  Num,
  Src,
  Str,
  Vertex,
} from "../../cue/value/index.ts";

export interface SourceText {
  readonly text: string;
  /** The place of each line's value, from line 1 at index 0. */
  readonly origins: readonly (Src | undefined)[];
  /** Where each line is in the value, as a path. */
  readonly paths: readonly (readonly string[])[];
  /** Literals that were made from secrets: they stay marked in the job. */
  readonly marks: LiteralMarks;
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

/** Serialises a value that is concrete, once; jobs compile the text. */
export function valueSource(request: SourceRequest): SourceText {
  const writer = new Writer(request.labels, request.ordered);
  writer.line(`package ${request.packageName}`, undefined);
  writer.line(`${request.name}: {`, undefined);
  writer.members(request.value, 1);
  for (const { name, value } of request.definitions ?? []) writer.value(`${name}: `, value, 1, "");
  writer.line("}", undefined);
  const { lines, origins, paths, marks } = writer;
  return { text: `${lines.join("\n")}\n`, origins, paths, marks };
}

class Writer {
  readonly lines: string[] = [];
  readonly origins: (Src | undefined)[] = [];
  readonly paths: (readonly string[])[] = [];
  readonly marks = new Map<number, MarkSet>();
  #length = 0;
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

  /** The regular fields of a struct. */
  members(v: Vertex, depth: number): void {
    for (const arc of this.#ordered(derefValue(defaultVertex(v)))) {
      if (arc.arcType !== ArcType.Member || !isStringLabel(arc.label)) continue;
      const name = this.#labels.text(arc.label);
      this.#path.push(name);
      this.value(`${quoteLabel(name)}: `, arc, depth, "");
      this.#path.pop();
    }
  }

  value(head: string, v: Vertex, depth: number, tail: string): void {
    const x = derefValue(defaultVertex(v));
    const base = x.base;
    const indent = "\t".repeat(depth);
    const leaf = (text: string, { src, marks }: Null | Bool | Num | Str | Bytes): void => {
      if (marks !== null) this.marks.set(this.#length + indent.length + head.length, marks);
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
        this.line(`${indent}${head}[`, placeOf(v));
        let index = 0;
        for (const arc of x.arcs) {
          if (!isIntLabel(arc.label)) continue;
          this.#path.push(String(index++));
          this.value("", arc, depth + 1, ",");
          this.#path.pop();
        }
        return this.line(`${indent}]${tail}`, undefined);
      }
      case Tag.StructMarker:
        this.line(`${indent}${head}{`, placeOf(v));
        this.members(x, depth + 1);
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
