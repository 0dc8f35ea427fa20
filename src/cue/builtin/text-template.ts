import type { Data } from "../codec/index.ts";
import { parseDecimal, toBigInt, toFloat64 } from "../number/index.ts";
import { Bottom } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult } from "../value/index.ts";
import { definePackage, Failed, fn, S, T } from "./define.ts";
import { jsEscape, templateHtmlEscape } from "./html/template-escape.ts";
import type { TemplateValue } from "./template/data.ts";
import { executeTemplate } from "./template/execute.ts";
import { parseTemplate } from "./template/parse.ts";
import { openFields, valueToData } from "./value-data.ts";

export function templatePackage(): BuiltinPackage {
  return definePackage("text/template", {
    Execute: fn([S, T], S, execute),
    HTMLEscape: fn([S], S, (c) => templateHtmlEscape(c.string(0))),
    JSEscape: fn([S], S, (c) => jsEscape(c.string(0))),
  });
}

function execute(c: Call): CallResult {
  const t = parseTemplate(c.string(0));
  if (t instanceof Failed) return c.fail(t.reason);
  const problem = openFields(c, c.value(1), (text) => `cannot convert non-concrete value ${text}`);
  if (problem !== null) return problem;
  const data = valueToData(c, c.value(1), (text) => `cannot convert non-concrete value ${text}`);
  if (data instanceof Bottom) return data;
  const r = executeTemplate(t, plain(data), c.meter);
  return r instanceof Failed ? c.fail(r.reason) : r;
}

function plain(d: Data): TemplateValue {
  switch (d.kind) {
    case "null":
      return null;
    case "number": {
      const n = parseDecimal(d.text);
      if (n === undefined) return NaN;
      return d.isInt ? (toBigInt(n) ?? 0n) : toFloat64(n);
    }
    case "list":
      return d.items.map(plain);
    case "struct":
      return new Map(d.fields.map((f) => [f.name, plain(f.value)]));
    default:
      return d.value;
  }
}
