import { Conjunct, Conjunction, Disjunction, Status, Tag, isRegularLabel } from "../value/index.ts";
import type { BaseValue, Value, Vertex } from "../value/index.ts";
import type { Context } from "./context.ts";
import { copyVertex } from "./defaults.ts";
import { isDefined } from "./validate.ts";

/** A copy that is plain data: defaults taken, no closedness, no optional or hidden fields. */
export function toData(c: Context, v: Vertex): Vertex {
  return copy(c, v, new Map());
}

function copy(c: Context, v: Vertex, done: Map<Vertex, Vertex>): Vertex {
  const known = done.get(v);
  if (known !== undefined) return known;
  c.meter.values(1);
  c.finalize(v);
  const w = copyVertex(v);
  w.status = Status.Finalized;
  w.isData = true;
  w.closedRecursive = false;
  w.closedNonRecursive = false;
  const arcs: Vertex[] = [];
  for (const a of v.arcs) if (isDefined(c, a) && isRegularLabel(a.label)) arcs.push(copy(c, a, done));
  w.base = v.base === null ? null : copyBase(c, v.base, done);
  w.setArcs(arcs);
  w.conjuncts = v.conjuncts.map(
    (x) =>
      new Conjunct(
        x.env,
        x.x.tag <= Tag.Vertex ? (copyBase(c, x.x as Value, done) as Value) : x.x,
        x.ci.withIds(0, 0, 0),
      ),
  );
  done.set(v, w);
  return w;
}

function copyBase(c: Context, v: BaseValue, done: Map<Vertex, Vertex>): BaseValue {
  switch (v.tag) {
    case Tag.Vertex:
      return copy(c, v, done);
    case Tag.Disjunction: {
      if (v.numDefaults === 1) return copyBase(c, v.values[0] as Value, done);
      const values = v.numDefaults === 0 ? v.values : v.values.slice(0, v.numDefaults);
      return new Disjunction(
        v.src,
        values.map((x) => copyBase(c, x, done) as Value),
        v.numDefaults,
        v.hasDefaults,
      );
    }
    case Tag.Conjunction:
      return new Conjunction(
        v.src,
        v.values.map((x) => copyBase(c, x, done) as Value),
      );
    default:
      return v;
  }
}
