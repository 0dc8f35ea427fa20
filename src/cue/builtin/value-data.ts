import { toText } from "../number/index.ts";
import { Bottom, IntKind, Tag } from "../value/index.ts";
import type { Call, Value } from "../value/index.ts";
import type { Data, DataField } from "../codec/index.ts";

/** A concrete value as data for the encoders, or the error that keeps it from being data. */
export function valueToData(c: Call, v: Value): Data | Bottom {
  const problem = c.engine.concreteError(v);
  return problem ?? convert(c, v);
}

function convert(c: Call, value: Value): Data | Bottom {
  const v = c.engine.finalize(value);
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
    case Tag.Vertex: {
      const base = v.base;
      if (base === null || base.tag === Tag.StructMarker) {
        const fields: DataField[] = [];
        for (const f of c.engine.fields(v)) {
          const d = convert(c, f.value);
          if (d instanceof Bottom) return d;
          fields.push({ name: f.name, value: d });
        }
        return { kind: "struct", fields };
      }
      if (base.tag === Tag.ListMarker) {
        const items: Data[] = [];
        for (const e of c.engine.elements(v)) {
          const d = convert(c, e);
          if (d instanceof Bottom) return d;
          items.push(d);
        }
        return { kind: "list", items };
      }
      return convert(c, base);
    }
    default:
      return c.fail(`cannot convert ${c.engine.text(v)} to data`);
  }
}
