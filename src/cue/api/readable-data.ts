// Evaluated values as plain data for programs that must tell what is marked from what is not.
import type { Place } from "../../source/index.ts";
import { defaultVertex, nodeBehind } from "../eval/index.ts";
import { toText } from "../number/index.ts";
import { quoteBytes } from "../syntax/index.ts";
import { ArcType, IntKind, Tag, isIntLabel, isStringLabel } from "../value/index.ts";
import type { Bool, Bytes, LabelTable, Null, Num, Str, Vertex } from "../value/index.ts";
import { placeOfSrc } from "./declarations.ts";

export interface Scalar {
  readonly kind: "null" | "bool" | "number" | "string" | "bytes";
  /** The characters of a string; everything else as CUE writes it. */
  readonly text: string;
  /** Where the literal stands, or the expression that made it. */
  readonly place?: Place;
}

const kinds: ReadonlyMap<number, Scalar["kind"]> = new Map([
  [Tag.Null, "null"],
  [Tag.Bool, "bool"],
  [Tag.Num, "number"],
  [Tag.String, "string"],
  [Tag.Bytes, "bytes"],
]);

export function scalarOf(v: Vertex): Scalar | undefined {
  const { base } = nodeBehind(defaultVertex(v));
  const kind = base === null ? undefined : kinds.get(base.tag);
  if (kind === undefined) return undefined;
  const scalar = base as Null | Bool | Num | Str | Bytes;
  return { kind, text: scalarText(scalar), ...(scalar.src && { place: placeOfSrc(scalar.src) }) };
}

/** A scalar that is marked: what it says, why nobody may read it, and the expression that made it. */
export interface MarkedScalar {
  readonly text: string;
  readonly marks: readonly string[];
  readonly place?: Place;
}

/** Scalars, lists and prototype-free objects; `T` stands for what is marked. */
export type ReadableData<T = string> =
  | T
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly ReadableData<T>[]
  | { readonly [name: string]: ReadableData<T> };

export function readableData<T>(
  v: Vertex,
  labels: LabelTable,
  seal: (scalar: MarkedScalar) => T,
): ReadableData<T> | undefined {
  const x = nodeBehind(defaultVertex(v));
  const { base } = x;
  if (base !== null && "marks" in base && base.marks !== null)
    return seal({
      text: base.tag === Tag.Bytes ? base64(base.b) : scalarText(base),
      marks: base.marks.names,
      ...(base.src && { place: placeOfSrc(base.src) }),
    });
  switch (base?.tag) {
    case Tag.Null:
      return null;
    case Tag.Bool:
      return base.b;
    case Tag.String:
      return base.s;
    case Tag.Num: {
      const text = toText(base.x);
      const n = Number(text);
      return base.kind === IntKind && !Number.isSafeInteger(n) ? BigInt(text) : n;
    }
    case Tag.Bytes:
      return base64(base.b);
    case Tag.ListMarker: {
      const out: ReadableData<T>[] = [];
      for (const arc of x.arcs) if (isIntLabel(arc.label)) out.push(readableData(arc, labels, seal) ?? null);
      return out;
    }
    case Tag.StructMarker: {
      const out = Object.create(null) as Record<string, ReadableData<T>>;
      for (const arc of x.arcs) {
        if (arc.arcType !== ArcType.Member || !isStringLabel(arc.label)) continue;
        const value = readableData(arc, labels, seal);
        if (value !== undefined) out[labels.text(arc.label)] = value;
      }
      return out;
    }
    default:
      return undefined;
  }
}

/** The characters of a string; everything else as CUE writes it. */
export function scalarText(base: Null | Bool | Num | Str | Bytes): string {
  switch (base.tag) {
    case Tag.Null:
      return "null";
    case Tag.Bool:
      return String(base.b);
    case Tag.Num:
      return toText(base.x);
    case Tag.String:
      return base.s;
    case Tag.Bytes:
      return quoteBytes(base.b);
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
