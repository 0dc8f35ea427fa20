import { Bool, Bytes, Null, Num, Str, Tag, unionMarks } from "../value/index.ts";
import type { Marks, Value } from "../value/index.ts";
import { marksOf } from "./operators.ts";
import { derefValue } from "./vertex-ops.ts";

/** The same scalar with other marks. */
export function withMarks(v: Value, marks: Marks): Value {
  switch (v.tag) {
    case Tag.Null:
      return new Null(v.src, marks);
    case Tag.Bool:
      return new Bool(v.src, v.b, marks);
    case Tag.Num:
      return new Num(v.src, v.kind, v.x, marks);
    case Tag.String:
      return new Str(v.src, v.s, marks);
    case Tag.Bytes:
      return new Bytes(v.src, v.b, marks);
    default:
      return v;
  }
}

/** All marks in a value, to the bottom. */
export function deepMarks(v: Value): Marks {
  if (v.tag !== Tag.Vertex) return marksOf(v);
  const x = derefValue(v);
  let marks = marksOf(x);
  if (x.base !== null && x.base.tag === Tag.Disjunction) for (const d of x.base.values) marks = unionMarks(marks, deepMarks(d));
  for (const a of x.arcs) marks = unionMarks(marks, deepMarks(a));
  return marks;
}
