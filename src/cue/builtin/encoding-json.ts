import {
  compactJson,
  decodeJson,
  decodeJsonStream,
  escapeJsonForHtml,
  indentJson,
  isValidJson,
  jsonText,
} from "../codec/index.ts";
import { SourceFile } from "../../source/index.ts";
import { makeList, parseExpr } from "../syntax/index.ts";
import { Bottom } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { chargeData, chargeIndent, jsonMarks } from "./charge.ts";
import { B, BOOL, definePackage, fn, S, schemaFn, T } from "./define.ts";
import { elementsOf } from "./encoding-csv.ts";
import { decodeUtf8 } from "./text/utf8.ts";
import { notJson, valueToData } from "./value-data.ts";

const text = (c: Call, i: number): string => decodeUtf8(c.bytes(i));
/** A text that values will be made of. */
const dataText = (c: Call): string => chargeData(c.meter, text(c, 0), jsonMarks);

export function jsonPackage(): BuiltinPackage {
  return definePackage("encoding/json", {
    Valid: fn([B], BOOL, (c) => isValidJson(text(c, 0))),
    Compact: fn([B], S, (c) => {
      const r = compactJson(text(c, 0));
      return typeof r === "string" ? r : c.fail(r.message);
    }),
    Indent: fn([B, S, S], S, (c) => {
      chargeIndent(c.meter, text(c, 0), c.string(1).length, c.string(2).length);
      const r = indentJson(text(c, 0), c.string(1), c.string(2));
      return typeof r === "string" ? r : c.fail(r.message);
    }),
    HTMLEscape: fn([B], S, (c) => escapeJsonForHtml(text(c, 0))),
    Marshal: fn([T], S, (c) => marshal(c, c.value(0))),
    MarshalStream: fn([T], S, (c) => {
      const list = elementsOf(c, c.value(0));
      if (list instanceof Bottom) return list;
      let out = "";
      for (const v of list) {
        const s = marshal(c, v);
        if (s instanceof Bottom) return s;
        out += s + "\n";
      }
      return out;
    }),
    UnmarshalStream: fn([B], T, (c) => {
      const d = decodeJsonStream(dataText(c));
      if (d.error !== undefined) return c.fail(`invalid JSON for file "": ${d.error.message}`);
      return c.engine.compile(makeList(d.documents));
    }),
    Unmarshal: fn([B], T, (c) => {
      const d = decodeJson(dataText(c));
      return d.error !== undefined ? c.fail("json: invalid JSON") : c.engine.compile(d.documents[0]!);
    }),
    Validate: schemaFn([B, T], BOOL, validate),
  });
}

function marshal(c: Call, v: Value): string | Bottom {
  const d = valueToData(c, v, notJson);
  return d instanceof Bottom ? d : jsonText(d);
}

function validate(c: Call): CallResult {
  const source = new SourceFile("json.Validate", dataText(c));
  const d = decodeJson(source.text);
  if (c.failed) return null;
  if (d.error !== undefined) return c.fail("json: invalid JSON");
  // JSON is an expression of CUE, and messages point at its tokens; only halves of characters mean something else.
  const parsed = /\\u[dD][89a-fA-F]/.test(source.text) ? undefined : parseExpr(source);
  const data = parsed?.errors.length === 0 ? parsed.expr : d.documents[0]!;
  const both = c.engine.unify(c.engine.compile(data, source), c.schema(1));
  return c.engine.validate(both, { final: true, all: true }) ?? true;
}
