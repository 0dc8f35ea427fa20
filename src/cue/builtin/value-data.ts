import { toText } from "../number/index.ts";
import { Bottom, ErrorCode, IntKind, isStringLabel, Tag } from "../value/index.ts";
import type { Call, Value } from "../value/index.ts";
import { buildData } from "../codec/index.ts";
import type { Data, Opened } from "../codec/index.ts";
import { failAt } from "./define.ts";

/** Words the complaint about a value that is not concrete, from its text. */
export type IncompleteMessage = (text: string) => string;

export const notJson: IncompleteMessage = (text) => `cannot convert incomplete value ${JSON.stringify(text)} to JSON`;

/** A concrete value as data for the encoders, or the error that keeps it from being data. */
export function valueToData(c: Call, value: Value, incomplete: IncompleteMessage): Data | Bottom {
  return buildData<Value, Bottom>(
    value,
    (v) => open(c, v, incomplete),
    (r): r is Bottom => r instanceof Bottom,
  );
}

function open(c: Call, value: Value, incomplete: IncompleteMessage): Opened<Value> | Bottom {
  c.meter.values(1);
  let v = c.engine.finalize(value);
  for (;;) {
    switch (v.tag) {
      case Tag.Bottom:
        return v;
      case Tag.Null:
        return { data: { kind: "null" } };
      case Tag.Bool:
        return { data: { kind: "bool", value: v.b } };
      case Tag.Num:
        return { data: { kind: "number", text: toText(v.x), isInt: v.kind === IntKind } };
      case Tag.String:
        c.meter.bytes(v.s.length);
        return { data: { kind: "string", value: v.s } };
      case Tag.Bytes:
        return { data: { kind: "bytes", value: v.b } };
      case Tag.Vertex: {
        const base = v.base;
        if (base === null || base.tag === Tag.StructMarker) {
          const fields = c.engine.fields(v).filter((f) => isStringLabel(f.value.label));
          return { fields: fields.map((f) => ({ name: f.name, node: f.value })) };
        }
        if (base.tag === Tag.ListMarker) return { items: c.engine.elements(v) };
        v = c.engine.finalize(base);
        continue;
      }
      default:
        return failAt(v, incomplete(c.engine.text(v)), ErrorCode.Incomplete);
    }
  }
}
