import type { Data, DataField } from "../codec/index.ts";
import { nodeBehind, defaultVertex } from "../eval/index.ts";
import type { Engine } from "../eval/index.ts";
import { nodeText } from "../message/index.ts";
import { toText } from "../number/index.ts";
import { ArcType, Bottom, ErrorCode, Failure, IntKind, Tag, isIntLabel, isStringLabel } from "../value/index.ts";
import type { Value, Vertex } from "../value/index.ts";

/** Where a converted value goes. */
type Put = (d: Data) => void;

/** A concrete value as data, fields in output order; or the first error in it. Depth is no matter. */
export function valueData(root: Vertex, engine: Engine): Data | Bottom {
  const stack: { readonly v: Vertex; readonly put: Put }[] = [];
  let result: Data = { kind: "null" };
  stack.push({ v: root, put: (d) => (result = d) });
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { v: given, put } = next;
    engine.meter.values(1);
    engine.finalize(given);
    const v = nodeBehind(defaultVertex(given));
    const { base } = v;
    if (base === null || base.tag === Tag.StructMarker) {
      const fields: DataField[] = [];
      put({ kind: "struct", fields });
      const arcs = engine.runtime.orderedArcs(v).filter((a) => isStringLabel(a.label) && a.arcType === ArcType.Member);
      for (let i = arcs.length - 1; i >= 0; i--) {
        const a = arcs[i] as Vertex;
        const name = engine.runtime.labels.text(a.label);
        stack.push({ v: a, put: (value) => fields.push({ name, value }) });
      }
    } else if (base.tag === Tag.ListMarker) {
      const items: Data[] = [];
      put({ kind: "list", items });
      const arcs = v.arcs.filter((a) => isIntLabel(a.label));
      for (let i = arcs.length - 1; i >= 0; i--) stack.push({ v: arcs[i] as Vertex, put: (d) => items.push(d) });
    } else {
      const d = scalarData(base as Value, v, engine);
      if (d instanceof Bottom) return d;
      put(d);
    }
  }
  return result;
}

/** A scalar as data, or why it is none. */
export function scalarData(v: Value, at: Vertex, engine: Engine): Data | Bottom {
  switch (v.tag) {
    case Tag.Bottom:
      return v;
    case Tag.Null:
      return { kind: "null" };
    case Tag.Bool:
      return { kind: "bool", value: v.b };
    case Tag.Num:
      return { kind: "number", text: toText(v.x), isInt: v.kind === IntKind };
    case Tag.String:
      return { kind: "string", value: v.s };
    case Tag.Bytes:
      return { kind: "bytes", value: v.b };
    default: {
      const text = JSON.stringify(nodeText(v, engine.runtime.labels));
      return incomplete(at, text);
    }
  }
}

const incomplete = (at: Vertex, text: string): Bottom =>
  new Bottom(
    null,
    new Failure(at, null, null, [], "cannot convert incomplete value % to JSON", [text]),
    ErrorCode.Incomplete,
    at,
  );
