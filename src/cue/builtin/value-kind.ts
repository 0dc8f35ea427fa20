import {
  BoolKind,
  BottomKind,
  BytesKind,
  ListKind,
  NullKind,
  StringKind,
  StructKind,
  Tag,
  TopKind,
} from "../value/index.ts";
import type { Kind, Value } from "../value/index.ts";

/** The kind of an evaluated value; of what is not concrete, BottomKind. */
export function kindOf(v: Value): Kind {
  switch (v.tag) {
    case Tag.Null:
      return NullKind;
    case Tag.Bool:
      return BoolKind;
    case Tag.Num:
      return v.kind;
    case Tag.String:
      return StringKind;
    case Tag.Bytes:
      return BytesKind;
    case Tag.BasicType:
      return v.kind;
    case Tag.Top:
      return TopKind;
    case Tag.Vertex: {
      const base = v.base;
      if (base === null) return TopKind;
      if (base.tag === Tag.StructMarker) return StructKind;
      if (base.tag === Tag.ListMarker) return ListKind;
      return kindOf(base);
    }
    default:
      return BottomKind;
  }
}

/** The vertex that a chain of shared ones leads to, or the value itself. */
export function follow(v: Value): Value {
  let x = v;
  while (x.tag === Tag.Vertex && x.base !== null && x.base.tag === Tag.Vertex) x = x.base;
  return x;
}

/** The scalar inside a vertex, or the value itself. */
export function unwrap(v: Value): Value {
  let x = v;
  while (x.tag === Tag.Vertex) {
    const base = x.base;
    if (base === null || base.tag === Tag.StructMarker || base.tag === Tag.ListMarker) return x;
    x = base;
  }
  return x;
}
