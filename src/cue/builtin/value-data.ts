import { toText } from "../number/index.ts";
import { Bottom, ErrorCode, IntKind, isStringLabel, Tag } from "../value/index.ts";
import type { Call, Value } from "../value/index.ts";
import type { Data, DataField } from "../codec/index.ts";
import { failAt } from "./define.ts";

/** Words the complaint about a value that is not concrete, from its text. */
export type IncompleteMessage = (text: string) => string;

export const notJson: IncompleteMessage = (text) => `cannot convert incomplete value ${JSON.stringify(text)} to JSON`;

/** A concrete value as data for the encoders, or the error that keeps it from being data. */
export function valueToData(c: Call, value: Value, incomplete: IncompleteMessage): Data | Bottom {
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
          if (!isStringLabel(f.value.label)) continue;
          const d = valueToData(c, f.value, incomplete);
          if (d instanceof Bottom) return d;
          fields.push({ name: f.name, value: d });
        }
        return { kind: "struct", fields };
      }
      if (base.tag === Tag.ListMarker) {
        const items: Data[] = [];
        for (const e of c.engine.elements(v)) {
          const d = valueToData(c, e, incomplete);
          if (d instanceof Bottom) return d;
          items.push(d);
        }
        return { kind: "list", items };
      }
      return valueToData(c, base, incomplete);
    }
    default:
      return failAt(v, incomplete(c.engine.text(v)), ErrorCode.Incomplete);
  }
}
