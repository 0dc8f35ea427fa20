import { BytesKind, kindString, ListKind, StringKind, Tag } from "../value/index.ts";
import type { BuiltinPackage, Call, CallResult, Value } from "../value/index.ts";
import { definePackage, fn, S, T, wrongKind } from "./define.ts";
import { alignTabs } from "./tabwriter.ts";
import { decodeUtf8 } from "./text/utf8.ts";
import { kindOf, unwrap } from "./value-kind.ts";

export function tabwriterPackage(): BuiltinPackage {
  return definePackage("text/tabwriter", { Write: fn([T], S, write) });
}

function write(c: Call): CallResult {
  const v = c.value(0);
  const kind = kindOf(v);
  if (kind === StringKind || kind === BytesKind) return alignTabs(textOf(v) as string);
  if (kind !== ListKind) return c.fail(`tabwriter.Write: unsupported type ${kindString(kind)}`);
  let text = "";
  for (const e of c.engine.elements(v)) {
    const x = c.engine.finalize(e);
    const line = textOf(x);
    if (line === undefined) return wrongKind(c, x, "(string|bytes)");
    text += line + "\n";
  }
  return alignTabs(text);
}

function textOf(v: Value): string | undefined {
  const x = unwrap(v);
  return x.tag === Tag.String ? x.s : x.tag === Tag.Bytes ? decodeUtf8(x.b) : undefined;
}
