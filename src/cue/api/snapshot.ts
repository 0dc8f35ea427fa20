import type { Place } from "../../source/index.ts";
import { defaultVertex, nodeBehind } from "../eval/index.ts";
import { ArcType, FloatKind, Tag, isIntLabel, isStringLabel } from "../value/index.ts";
import type { LabelTable, Marks, Src, Vertex } from "../value/index.ts";
import { placeOfSrc } from "./declarations.ts";
import { scalarText } from "./readable-data.ts";
import type { SourceTree, StructTree, TreeField } from "./source-tree.ts";

/**
 * The regular fields of an evaluated value as a tree for another evaluation, in the order of their declaration, which is
 * how a comprehension goes through them. The label of each place says where in the value it is.
 */
export function snapshotOf(v: Vertex, labels: LabelTable, definitions: readonly string[]): StructTree {
  const taker = new Taker(labels);
  const fields = taker.fields(v);
  for (const name of definitions) {
    const arc = nodeBehind(defaultVertex(v)).arc(labels.identifier(name, ""));
    const value = arc === null || arc.arcType !== ArcType.Member ? undefined : taker.value(arc);
    if (value !== undefined) fields.push({ selector: { identifier: name }, value });
  }
  return { kind: "struct", fields };
}

class Taker {
  readonly #labels: LabelTable;
  readonly #path: string[] = [];

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  fields(v: Vertex): TreeField[] {
    const out: TreeField[] = [];
    for (const arc of nodeBehind(defaultVertex(v)).arcs) {
      if (arc.arcType !== ArcType.Member || !isStringLabel(arc.label)) continue;
      const name = this.#labels.text(arc.label);
      this.#path.push(name);
      const value = this.value(arc);
      this.#path.pop();
      if (value !== undefined) out.push({ selector: name, value });
    }
    return out;
  }

  value(v: Vertex): SourceTree | undefined {
    const x = nodeBehind(defaultVertex(v));
    const { base } = x;
    switch (base?.tag) {
      case Tag.Null:
        return { kind: "null", text: "null", ...this.#leaf(v, base) };
      case Tag.Bool:
        return { kind: "bool", text: scalarText(base), ...this.#leaf(v, base) };
      case Tag.String:
        return { kind: "string", text: base.s, ...this.#leaf(v, base) };
      case Tag.Bytes:
        return { kind: "bytes", text: scalarText(base), ...this.#leaf(v, base) };
      case Tag.Num: {
        const text = scalarText(base);
        // A float must stay one: 1.0 is not an int.
        const isShort = base.kind === FloatKind && /^-?[0-9]+$/.test(text);
        return { kind: "number", text: isShort ? `${text}.0` : text, ...this.#leaf(v, base) };
      }
      case Tag.ListMarker: {
        const items: SourceTree[] = [];
        const place = this.#place(declaredAt(v));
        for (const arc of x.arcs) {
          if (!isIntLabel(arc.label)) continue;
          this.#path.push(String(items.length));
          const item = this.value(arc);
          this.#path.pop();
          if (item !== undefined) items.push(item);
        }
        return { kind: "list", items, place };
      }
      case Tag.StructMarker: {
        const place = this.#place(declaredAt(v));
        return { kind: "struct", fields: this.fields(x), place };
      }
      default:
        return undefined; // optional or open: no data
    }
  }

  #leaf(
    v: Vertex,
    { src, marks }: { src: Src | null; marks: Marks },
  ): { place: Place | undefined; marks?: readonly string[] } {
    // Where a marked scalar was given is known already; what matters is who uses it.
    const at = (marks === null ? src : (declaredAt(v) ?? src)) ?? declaredAt(v);
    return { place: this.#place(at), ...(marks && { marks: marks.names }) };
  }

  #place(src: Src | null): Place | undefined {
    return src === null ? undefined : { ...placeOfSrc(src), label: this.#path.join(".") };
  }
}

function declaredAt(v: Vertex): Src | null {
  for (const { x } of v.conjuncts) if (x.src !== null) return x.src;
  return null;
}
