import { ArcType, ErrorCode, isRegularLabel, Tag } from "../value/index.ts";
import type { CallEngine, Value } from "../value/index.ts";
import { unwrap } from "./value-kind.ts";

/** Whether nothing that may still be added can change a value: scalars, and closed structs of such. */
export function isFinal(engine: CallEngine, value: Value): boolean {
  const stack = [value];
  while (stack.length > 0) {
    let v = stack.pop() as Value;
    let closed = false;
    while (v.tag === Tag.Vertex) {
      closed ||= v.closedNonRecursive || v.closedRecursive;
      const base = v.base;
      if (base === null || base.tag === Tag.StructMarker || base.tag === Tag.ListMarker) break;
      v = base;
    }
    if (v.tag === Tag.Vertex) {
      if (!closed) return false;
      for (const arc of v.arcs) {
        if (!isRegularLabel(arc.label)) continue;
        // A field that may come counts unless it cannot.
        const x = unwrap(engine.finalize(arc));
        if (arc.arcType > ArcType.Member && x.tag !== Tag.Bottom) return false;
        stack.push(x.tag === Tag.Bottom ? x : arc);
      }
    } else if (v.tag === Tag.Bottom) {
      if (v.code > ErrorCode.StructuralCycle) return false;
    } else if (v.tag > Tag.Bytes) return false;
  }
  return true;
}
