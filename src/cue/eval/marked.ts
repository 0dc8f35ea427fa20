import {
  ArcType,
  Bool,
  Bytes,
  Field,
  ListLit,
  Null,
  Num,
  Str,
  StructLit,
  Tag,
  isIntLabel,
  isRegularLabel,
  unionMarks,
} from "../value/index.ts";
import type { Expr, LabelTable, Marks, Value, Vertex } from "../value/index.ts";
import { defaultVertex } from "./defaults.ts";
import { marksOf } from "./operators.ts";
import type { Runtime } from "./runtime.ts";
import { nodeBehind, isConcrete } from "./vertex-ops.ts";

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

/** All marks in a value, to the bottom: of scalars, and of names that were computed. */
export function deepMarks(v: Value, labels: LabelTable): Marks {
  if (v.tag !== Tag.Vertex) return marksOf(v);
  const x = nodeBehind(v);
  let marks = marksOf(x);
  if (x.base !== null && x.base.tag === Tag.Disjunction)
    for (const d of x.base.values) marks = unionMarks(marks, deepMarks(d, labels));
  for (const a of x.arcs) marks = unionMarks(unionMarks(marks, labels.marksOf(a.label)), deepMarks(a, labels));
  return marks;
}

/** Names of fields that were computed from something marked: where, without the name, and of what. */
export function markedNames(v: Vertex, labels: LabelTable): { path: string[]; marks: readonly string[] }[] {
  const found: { path: string[]; marks: readonly string[] }[] = [];
  if (!labels.hasMarks) return found;
  const look = (at: Vertex, path: string[]): void => {
    for (const a of nodeBehind(at).arcs) {
      if (a.arcType !== ArcType.Member || !isRegularLabel(a.label)) continue;
      const marks = labels.marksOf(a.label);
      if (marks !== null) found.push({ path, marks: marks.names });
      look(a, [...path, marks === null ? labels.text(a.label) : "***"]);
    }
  };
  look(v, []);
  return found;
}

/** The evaluated vertex as an expression whose concrete scalars carry marks; the rest stays a reference to it. */
export function markedExpr(v: Vertex, runtime: Pick<Runtime, "orderedArcs">, mark: (scalar: Expr) => Expr): Expr {
  const x = nodeBehind(defaultVertex(v));
  const base = x.base;
  if (base === null || !isConcrete(x)) return v;
  switch (base.tag) {
    case Tag.Null:
    case Tag.Bool:
    case Tag.String:
    case Tag.Bytes:
    case Tag.Num:
      return mark(base);
    case Tag.ListMarker:
      return new ListLit(
        null,
        x.arcs.filter((a) => isIntLabel(a.label)).map((a) => markedExpr(a, runtime, mark)),
      );
    case Tag.StructMarker:
      return new StructLit(
        null,
        runtime
          .orderedArcs(x)
          .map(
            (a) => new Field(null, a.arcType, a.label, a.arcType === ArcType.Member ? markedExpr(a, runtime, mark) : a),
          ),
        false,
      );
    default:
      return v;
  }
}
