import type { BuiltinPackage } from "../value/index.ts";
import { definePackage, fn, S } from "./define.ts";
import { escapeHtml, unescapeHtml } from "./html/escape.ts";

export function htmlPackage(): BuiltinPackage {
  return definePackage("html", {
    Escape: fn([S], S, (c) => escapeHtml(c.string(0))),
    Unescape: fn([S], S, (c) => unescapeHtml(c.string(0))),
  });
}
