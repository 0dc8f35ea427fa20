import type { BuiltinPackage } from "../value/index.ts";
import { definePackage, fn, S, T } from "./define.ts";
import { jsEscape, templateHtmlEscape } from "./html/template-escape.ts";

export function templatePackage(): BuiltinPackage {
  return definePackage("text/template", {
    Execute: fn([S, T], S, (c) => c.fail("not supported")),
    HTMLEscape: fn([S], S, (c) => templateHtmlEscape(c.string(0))),
    JSEscape: fn([S], S, (c) => jsEscape(c.string(0))),
  });
}
