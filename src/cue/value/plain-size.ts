import type { Field, ListLit, StructLit } from "./expr.ts";
import { isStringLabel } from "./label.ts";
import type { Label } from "./label.ts";
import { Tag } from "./tag.ts";
import { ArcType } from "./vertex.ts";
import type { ConjunctNode } from "./vertex.ts";

/** Literals that are nested deeper are not plain: whoever walks through one may do so by recursion. */
export const maxPlainDepth = 32;

/** The number of values in a literal that refers to nothing and declares each field once; 0 for any other expression. */
export function plainSize(x: ConjunctNode, depth = 0): number {
  switch (x.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.Num:
    case Tag.String:
    case Tag.Bytes:
      return 1;
    case Tag.StructLit:
      if (x.plainSize < 0) x.plainSize = depth < maxPlainDepth ? structSize(x, depth + 1) : 0;
      return x.plainSize;
    case Tag.ListLit:
      if (x.plainSize < 0) x.plainSize = depth < maxPlainDepth ? listSize(x, depth + 1) : 0;
      return x.plainSize;
    default:
      return 0;
  }
}

function structSize(s: StructLit, depth: number): number {
  if (s.hasEmbedding || s.isFile) return 0;
  let size = 1;
  const labels = s.decls.length > 1 ? new Set<Label>() : null;
  for (const d of s.decls) {
    const inner =
      d.tag === Tag.Field && d.arcType === ArcType.Member && isStringLabel(d.label) ? plainSize(d.value, depth) : 0;
    if (inner === 0) return 0;
    labels?.add((d as Field).label);
    size += inner;
  }
  return labels !== null && labels.size < s.decls.length ? 0 : size;
}

function listSize(l: ListLit, depth: number): number {
  let size = 1;
  for (const e of l.elems) {
    const inner = plainSize(e, depth);
    if (inner === 0) return 0;
    size += inner;
  }
  return size;
}
