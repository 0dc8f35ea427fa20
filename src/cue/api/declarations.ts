import type { Place } from "../../source/index.ts";
import type { Instance } from "../load/index.ts";
import { mayHaveAttributes } from "../syntax/index.ts";
import type { Expr as Syntax, Field as FieldSyntax, Node } from "../syntax/index.ts";
import { Tag, conjunctExpr } from "../value/index.ts";
import type { Conjunct, LabelTable, Src, Vertex } from "../value/index.ts";

/** One declaration of a value: what somebody wrote for it. */
export interface Declaration {
  /** Where its value is written; undefined for what no file holds. */
  readonly place?: Place;
  /** What was written: the value of a field, and the field itself with its comments and attributes. */
  readonly syntax?: Syntax | undefined;
  readonly field?: FieldSyntax | undefined;
  /** The field, if it has attributes. */
  readonly tagged?: FieldSyntax | undefined;
  /** Where it is nothing but a field of another package: that package, and the field as it is written in a path. */
  readonly imported?: { readonly instance: Instance; readonly selector: string };
}

export function declarationOf(c: Conjunct, labels: LabelTable): Declaration {
  const expr = conjunctExpr(c.x);
  const src = expr?.src ?? c.x.src;
  const isImported = expr?.tag === Tag.SelectorExpr && expr.x.tag === Tag.ImportReference && expr.x.instance !== null;
  return {
    ...(src && { place: placeOfSrc(src) }),
    // A tree that was put away is parsed for it.
    get syntax() {
      const node: Node | null = c.x.src?.node ?? null;
      return (node?.kind === "Field" ? node.value : (node ?? undefined)) as Syntax | undefined;
    },
    get field() {
      const node: Node | null = c.x.src?.node ?? null;
      return node?.kind === "Field" ? node : undefined;
    },
    get tagged() {
      if (c.x.src === null || !mayHaveAttributes(c.x.src.file)) return undefined;
      return this.field !== undefined && this.field.attrs.length > 0 ? this.field : undefined;
    },
    ...(isImported && {
      imported: {
        instance: (expr.x as { instance: object }).instance as Instance,
        selector: labels.selector(expr.sel),
      },
    }),
  };
}

/** Every place that takes part in a value, each once; the one that gives it first. */
export function placesOf(v: Vertex): Place[] {
  const found = new Map<string, { place: Place; rank: number }>();
  for (const c of v.conjuncts) {
    const site = siteOf(c);
    if (site !== undefined) found.set(`${site.place.file.name}:${site.place.span.start}`, site);
  }
  return [...found.values()].sort((a, b) => b.rank - a.rank).map(({ place }) => place);
}

/** From where an expression begins to where it ends. */
export function placeOfSrc(src: Src): Place {
  const { file, offset, end } = src;
  const span = { start: offset, end: Math.max(offset, end) };
  const label = labelOf(src);
  return label === undefined ? { file, span } : { file, span, label };
}

/** What a tree of ours called the place: no text that was parsed has such names. */
export function labelOf({ nodeAtHand: node }: Src): string | undefined {
  return node?.kind === "BadExpr" ? (node as { label?: string }).label : undefined;
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

function siteOf({ x }: Conjunct): { place: Place; rank: number } | undefined {
  // A declaration points at its value, not at its name.
  const expr =
    "value" in x && typeof x.value === "object" && x.value !== null && "tag" in x.value && "src" in x.value
      ? x.value
      : x;
  const src = ((expr as { src?: Src | null }).src ?? (x as { src?: Src | null }).src) || undefined;
  if (src === undefined) return undefined;
  const node = src.nodeAtHand;
  const start = node !== null && node.pos >= 0 ? node.pos : src.offset;
  const label = labelOf(src);
  const span = { start, end: src.end >= 0 ? src.end : start };
  return {
    place: label === undefined ? { file: src.file, span } : { file: src.file, span, label },
    rank: rankOf(expr as { tag: number }),
  };
}
