import { decodeCsv, encodeCsvRow, jsonText } from "../codec/index.ts";
import { Bottom, ListKind, Tag } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { chargeData, jsonMarks } from "./charge.ts";
import { B, definePackage, fn, L, S, T, wrongKind } from "./define.ts";
import { decodeUtf8 } from "./text/utf8.ts";
import { notJson, valueToData } from "./value-data.ts";
import { kindOf, unwrap } from "./value-kind.ts";

export function csvPackage(): BuiltinPackage {
  return definePackage("encoding/csv", {
    Encode: fn([T], S, encode),
    Decode: fn([B], L, (c) => {
      const r = decodeCsv(chargeData(c.meter, decodeUtf8(c.bytes(0)), jsonMarks));
      return typeof r === "string" ? c.fail(r) : r;
    }),
  });
}

/** A list of rows; what is no string is written as JSON. */
function encode(c: Call): CallResult {
  const rows = elementsOf(c, c.value(0));
  if (rows instanceof Bottom) return rows;
  let out = "";
  for (const row of rows) {
    const cells = elementsOf(c, c.engine.finalize(row));
    if (cells instanceof Bottom) return cells;
    const texts: string[] = [];
    for (const cell of cells) {
      const x = unwrap(c.engine.finalize(cell));
      if (x.tag === Tag.String) {
        texts.push(x.s);
        continue;
      }
      const d = valueToData(c, cell, notJson);
      if (d instanceof Bottom) return d;
      texts.push(jsonText(d));
    }
    out += encodeCsvRow(texts);
  }
  return out;
}

export function elementsOf(c: Call, v: Value): readonly Value[] | Bottom {
  if (v.tag === Tag.Bottom) return v;
  if (kindOf(v) === ListKind) return c.engine.elements(v);
  return wrongKind(c, v, "list");
}
