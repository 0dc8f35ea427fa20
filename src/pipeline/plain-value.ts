// Evaluated values as plain data.
import { defaultVertex, derefValue } from "../cue/eval/index.ts";
import { toText } from "../cue/number/index.ts";
import { isSecret } from "../secrets/index.ts";
import { ArcType, IntKind, Tag, isIntLabel, isStringLabel } from "../cue/value/index.ts";
import type { Bool, Bytes, LabelTable, MarkSet, Null, Num, Src, Str, Vertex } from "../cue/value/index.ts";

export type Plain = null | boolean | number | bigint | string | readonly Plain[] | PlainStruct;
export interface PlainStruct {
  readonly [name: string]: Plain;
}

/** What stands for a marked scalar. */
export type SealMarked = (text: string, marks: MarkSet, src: Src | null) => Plain;

const hide: SealMarked = () => "***";

/**
 * The regular fields of an evaluated value; what is not concrete is left out, so check first. Integers beyond what a
 * number holds are bigints, bytes are their base64 text. Marked scalars are secrets: they are `***` unless the caller
 * has something better.
 */
export function plainValue(v: Vertex, labels: LabelTable, seal: SealMarked = hide): Plain | undefined {
  const x = derefValue(defaultVertex(v));
  const base = x.base;
  if (base !== null && "marks" in base && base.marks !== null) return seal(scalarText(base), base.marks, base.src);
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
      const out: Plain[] = [];
      for (const arc of x.arcs) if (isIntLabel(arc.label)) out.push(plainValue(arc, labels, seal) ?? null);
      return out;
    }
    case Tag.StructMarker: {
      const out = Object.create(null) as Record<string, Plain>;
      for (const arc of x.arcs) {
        if (arc.arcType !== ArcType.Member || !isStringLabel(arc.label)) continue;
        const value = plainValue(arc, labels, seal);
        if (value !== undefined) out[labels.text(arc.label)] = value;
      }
      return out;
    }
    default:
      return undefined;
  }
}

function scalarText(base: Null | Bool | Num | Str | Bytes): string {
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
      return base64(base.b);
  }
}

export function isStruct(value: Plain | undefined): value is PlainStruct {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
