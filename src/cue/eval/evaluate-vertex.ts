import { ArcType, Bottom, ErrorCode, Status, Tag } from "../value/index.ts";
import type { Resolver, Value, Vertex } from "../value/index.ts";
import type { Flags } from "./conditions.ts";
import { inProgressMarker, isInProgressMarker } from "./context.ts";
import type { Context } from "./context.ts";
import { remainingConstraints } from "./settle.ts";

/** What reading a vertex gives, possibly before it is complete: a scalar that is there must be the result. */
export function evaluateVertex(c: Context, vertex: Vertex, r: Resolver, f: Flags): Value | null {
  let v = vertex;
  if (v.arcType !== ArcType.Member || v.base === null || v.base === inProgressMarker) {
    c.unify(v, f);
    if (v.arcType === ArcType.Pending) {
      if (v.status === Status.Evaluating) {
        while (v.parent !== null && v.arcType === ArcType.Pending) v = v.parent;
        const b = new Bottom(null, c.failure("cycle with field %", r), ErrorCode.Cycle, v);
        v.base = b;
        return b;
      }
      c.failAt(ErrorCode.Incomplete, c.src, "undefined field: %", { label: v.label });
      return null;
    }
  }
  const n = v.state;
  if (n !== null) {
    if (n.errs !== null && !n.errs.isIncomplete) return n.errs;
    if (n.scalar !== null && isInProgressMarker(v.base)) return n.scalar;
  }
  const base = v.base;
  if (base === null) {
    if (n === null) return null;
    return remainingConstraints(c, n);
  }
  if (base.tag === Tag.Bottom) {
    if (!base.isIncomplete) return base;
    c.addError(base);
    return null;
  }
  return v;
}
