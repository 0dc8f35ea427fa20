// CueView over the evaluator's vertices.
import { accepts, bottomOf, defaultVertex, derefValue, isConcrete, kindOf } from "../cue/eval/index.ts";
import type { Engine } from "../cue/eval/index.ts";
import { errorText, nodeText } from "../cue/message/index.ts";
import { toText } from "../cue/number/index.ts";
import { orderedArcs } from "../cue/order/index.ts";
import { quoteBytes } from "../cue/syntax/index.ts";
import { ArcType, isIntLabel, isRegularLabel, isStringLabel, ListKind, StructKind, Tag } from "../cue/value/index.ts";
import type { Conjunct, LabelTable, Src, Value, Vertex } from "../cue/value/index.ts";
import type { Place } from "../source/index.ts";
import type { CueField, CueTag, CueView } from "./cue-view.ts";
import { tagOfField } from "./tag-attribute.ts";

export interface VertexContext {
  readonly engine: Engine;
  readonly labels: LabelTable;
}

export function viewOf(vertex: Vertex, context: VertexContext): CueView {
  context.engine.finalize(vertex);
  return new VertexView(vertex, context);
}

const NO_TAGS: readonly CueTag[] = [];

class VertexView implements CueView {
  readonly #vertex: Vertex;
  readonly #data: Vertex; // with the default taken
  readonly #context: VertexContext;
  readonly kind: CueView["kind"];

  constructor(vertex: Vertex, context: VertexContext) {
    this.#vertex = vertex;
    this.#context = context;
    this.#data = derefValue(defaultVertex(vertex));
    this.kind = kindName(this.#data);
  }

  get hasDefault(): boolean {
    const base = derefValue(this.#vertex).base;
    return base?.tag === Tag.Disjunction && base.numDefaults > 0;
  }

  get text(): string {
    const base = this.#data.base;
    switch (base?.tag) {
      case Tag.Null:
        return "null";
      case Tag.Bool:
        return String(base.b);
      case Tag.String:
        return base.s;
      case Tag.Bytes:
        return quoteBytes(base.b);
      case Tag.Num:
        return toText(base.x);
      default:
        return "";
    }
  }

  get source(): string {
    return nodeText(derefValue(this.#vertex), this.#context.labels);
  }

  get bare(): string {
    const base = derefValue(this.#vertex).base;
    if (base?.tag !== Tag.Disjunction) return this.source;
    const parts = base.values.map((value) => (isPlainValue(value) ? nodeText(value, this.#context.labels) : ""));
    return parts.includes("") ? "" : parts.join(" | ");
  }

  get places(): readonly Place[] {
    const found = new Map<string, { place: Place; rank: number }>();
    for (const conjunct of this.#vertex.conjuncts) {
      const site = placeOfConjunct(conjunct);
      if (site !== undefined) found.set(`${site.place.file.name}:${site.place.span.start}`, site);
    }
    return [...found.values()].sort((a, b) => b.rank - a.rank).map(({ place }) => place);
  }

  get doc(): string {
    const texts = new Set<string>();
    for (const { x } of this.#vertex.conjuncts) {
      const node = x.tag === Tag.Field ? x.src?.node : undefined;
      for (const group of node?.comments ?? [])
        if (group.doc) texts.add(group.list.map(({ text }) => text.replace(/^\/\/ ?/, "")).join("\n"));
    }
    return [...texts].join("\n");
  }

  get tags(): readonly CueTag[] {
    let found: CueTag[] | undefined;
    for (const { x } of this.#vertex.conjuncts) {
      const { src } = x as { src?: Src | null };
      const node = x.tag === Tag.Field ? src?.node : undefined;
      if (node?.kind !== "Field" || node.attrs.length === 0) continue;
      const tag = tagOfField(node);
      if (tag === undefined) continue;
      const place = { file: src!.file, span: { start: tag.attribute.pos, end: tag.attribute.end } };
      (found ??= []).push({ attribute: tag.attribute.text, wants: tag.wants, place });
    }
    return found ?? NO_TAGS;
  }

  allows(name: string): boolean {
    return accepts(this.#context.engine, this.#data, this.#context.labels.string(name));
  }

  get error(): string | undefined {
    const bottom = bottomOf(this.#vertex);
    return bottom === null ? undefined : errorText(bottom.err, { labels: this.#context.labels });
  }

  fields(): readonly CueField[] {
    const out: CueField[] = [];
    for (const arc of orderedArcs(this.#data, this.#context.labels)) {
      if (!isStringLabel(arc.label)) continue;
      const presence =
        arc.arcType === ArcType.Member
          ? "field"
          : arc.arcType === ArcType.Required
            ? "required"
            : arc.arcType === ArcType.Optional
              ? "optional"
              : undefined;
      if (presence !== undefined)
        out.push({ name: this.#context.labels.text(arc.label), presence, value: viewOf(arc, this.#context) });
    }
    return out;
  }

  items(): readonly CueView[] {
    return this.#data.arcs
      .filter((arc) => isIntLabel(arc.label) && arc.arcType === ArcType.Member)
      .map((arc) => viewOf(arc, this.#context));
  }

  alternatives(): readonly CueView[] {
    const base = derefValue(this.#vertex).base;
    if (base?.tag !== Tag.Disjunction) return [this];
    return base.values.flatMap((value) => (value.tag === Tag.Vertex ? [viewOf(value, this.#context)] : []));
  }

  field(name: string, declared = false): CueView | undefined {
    const { labels } = this.#context;
    for (const arc of this.#data.arcs) {
      const regular = isRegularLabel(arc.label);
      if (labels.text(arc.label) !== name || (!regular && !name.startsWith("#"))) continue;
      if (
        arc.arcType === ArcType.Member ||
        (declared && (arc.arcType === ArcType.Required || arc.arcType === ArcType.Optional))
      )
        return viewOf(arc, this.#context);
    }
    return undefined;
  }
}

function kindName(data: Vertex): CueView["kind"] {
  const base = data.base;
  switch (base?.tag) {
    case Tag.Null:
      return "null";
    case Tag.Bool:
      return "bool";
    case Tag.String:
      return "string";
    case Tag.Bytes:
      return "bytes";
    case Tag.Num:
      return "number";
    case Tag.StructMarker:
      return "struct";
    case Tag.ListMarker:
      return "list";
    default:
      if (base === null || !isConcrete(data)) return "other";
      return kindOf(data) === StructKind ? "struct" : kindOf(data) === ListKind ? "list" : "other";
  }
}

function isPlainValue(value: Value): boolean {
  return (
    value.tag !== Tag.Vertex ||
    (value.arcs.length === 0 && value.base?.tag !== Tag.StructMarker && value.base?.tag !== Tag.ListMarker)
  );
}

const LITERALS: ReadonlySet<number> = new Set([
  Tag.Null,
  Tag.Bool,
  Tag.Num,
  Tag.String,
  Tag.Bytes,
  Tag.StructLit,
  Tag.ListLit,
]);

// Data says where a value was written; then a default; a type or a pattern only what it must be.
function rankOf(expr: { readonly tag: number; readonly hasDefaults?: boolean }): number {
  return LITERALS.has(expr.tag) ? 2 : expr.hasDefaults === true ? 1 : 0;
}

function placeOfConjunct({ x }: Conjunct): { place: Place; rank: number } | undefined {
  // A declaration points at its value, not at its name.
  const expr =
    "value" in x && typeof x.value === "object" && x.value !== null && "tag" in x.value && "src" in x.value
      ? x.value
      : x;
  const src = ((expr as { src?: Src | null }).src ?? (x as { src?: Src | null }).src) || undefined;
  if (src === undefined) return undefined;
  const node = src.node;
  const start = node !== null && node.pos >= 0 ? node.pos : src.offset;
  return {
    place: { file: src.file, span: { start, end: node !== null && node.end >= 0 ? node.end : start } },
    rank: rankOf(expr as { tag: number }),
  };
}
