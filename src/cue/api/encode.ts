import type { Engine } from "../eval/index.ts";
import { defaultVertex, derefValue } from "../eval/index.ts";
import type { Data, DataField } from "../codec/index.ts";
import { toText } from "../number/index.ts";
import { ArcType, IntKind, Tag, isIntLabel } from "../value/index.ts";
import type { Vertex } from "../value/index.ts";

/** An evaluated, concrete vertex as the encoders read it. */
export function encodable(v: Vertex, engine: Engine): Data {
  const x = derefValue(defaultVertex(v));
  const { base } = x;
  switch (base?.tag) {
    case Tag.Bool:
      return { kind: "bool", value: base.b };
    case Tag.String:
      return { kind: "string", value: base.s };
    case Tag.Bytes:
      return { kind: "bytes", value: base.b };
    case Tag.Num:
      return { kind: "number", text: toText(base.x), isInt: base.kind === IntKind };
    case Tag.ListMarker:
      return { kind: "list", items: x.arcs.filter((a) => isIntLabel(a.label)).map((a) => encodable(a, engine)) };
    case Tag.StructMarker: {
      const fields: DataField[] = [];
      for (const a of engine.runtime.orderedArcs(x)) {
        if (a.arcType !== ArcType.Member || (a.label & 7) !== 1) continue;
        fields.push({ name: engine.runtime.labels.text(a.label), value: encodable(a, engine) });
      }
      return { kind: "struct", fields };
    }
    default:
      return { kind: "null" };
  }
}
