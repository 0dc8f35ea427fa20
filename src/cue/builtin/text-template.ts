import { toBigInt, toFloat64 } from "../number/index.ts";
import { Bottom, IntKind, Tag } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { definePackage, Failed, fn, S, T } from "./define.ts";
import { jsEscape, templateHtmlEscape } from "./html/template-escape.ts";
import type { TemplateValue } from "./template/data.ts";
import { executeTemplate } from "./template/execute.ts";
import { parseTemplate } from "./template/parse.ts";

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
  const problem = c.engine.concreteError(c.value(1));
  if (problem !== null) return problem;
  const data = plain(c, c.value(1));
  if (data instanceof Bottom) return data;
  const r = executeTemplate(t, data);
  return r instanceof Failed ? c.fail(r.reason) : r;
}

/** A concrete value as plain data. */
function plain(c: Call, value: Value): TemplateValue | Bottom {
  const v = c.engine.finalize(value);
  switch (v.tag) {
    case Tag.Bottom:
      return v;
    case Tag.Bool:
      return v.b;
    case Tag.Num:
      return v.kind === IntKind ? (toBigInt(v.x) ?? 0n) : toFloat64(v.x);
    case Tag.String:
      return v.s;
    case Tag.Bytes:
      return v.b;
    case Tag.Vertex: {
      const base = v.base;
      if (base !== null && base.tag === Tag.ListMarker) {
        const out: TemplateValue[] = [];
        for (const e of c.engine.elements(v)) {
          const x = plain(c, e);
          if (x instanceof Bottom) return x;
          out.push(x);
        }
        return out;
      }
      if (base !== null && base.tag !== Tag.StructMarker) return plain(c, base);
      const out = new Map<string, TemplateValue>();
      for (const f of c.engine.fields(v)) {
        const x = plain(c, f.value);
        if (x instanceof Bottom) return x;
        out.set(f.name, x);
      }
      return out;
    }
    default:
      return null;
  }
}
