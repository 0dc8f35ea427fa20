import { JsonScanner } from "./json-scan.ts";
import type { JsonError, JsonSink } from "./json-scan.ts";

/** A JSON string literal: control characters and U+2028/9 escaped, `<>&` too if asked. */
export function jsonString(s: string, escapeHtml = false): string {
  if (!escapeHtml) {
    // The language's own function is faster, and differs in two characters and in halves of pairs alone.
    const quoted = JSON.stringify(s);
    if (!/[\u2028\u2029]|\\ud[89a-f]/.test(quoted)) return quoted;
  }
  let from = 0;
  let out = "";
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    let by: string;
    if (c === 0x22) by = '\\"';
    else if (c === 0x5c) by = "\\\\";
    else if (c < 0x20) by = CONTROL[c] ?? `\\u${c.toString(16).padStart(4, "0")}`;
    else if (c === 0x2028 || c === 0x2029) by = `\\u${c.toString(16)}`;
    else if (escapeHtml && (c === 0x3c || c === 0x3e || c === 0x26)) by = `\\u00${c.toString(16)}`;
    else if (c >= 0xd800 && c < 0xe000) {
      const low = c < 0xdc00 ? s.charCodeAt(i + 1) : 0;
      if (low >= 0xdc00 && low < 0xe000) {
        i++;
        continue;
      }
      by = "\ufffd";
    } else continue;
    out += s.slice(from, i) + by;
    from = i + 1;
  }
  return '"' + (from === 0 ? s : out + s.slice(from)) + '"';
}

const CONTROL: Readonly<Record<number, string>> = { 8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r" };

/** JSON text without white space, its tokens unchanged. */
export function compactJson(src: string): string | JsonError {
  return rewrite(src, "", undefined);
}

/** JSON text with each element on a line of its own. */
export function indentJson(src: string, prefix: string, indent: string): string | JsonError {
  const r = rewrite(src, prefix, indent);
  // White space after the value stays.
  return typeof r === "string" ? r + src.slice(src.trimEnd().length) : r;
}

/** `<`, `>`, `&`, U+2028 and U+2029 replaced by escapes; the text need not be valid. */
export function escapeJsonForHtml(src: string): string {
  return src.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function rewrite(src: string, prefix: string, indent: string | undefined): string | JsonError {
  const scan = new JsonScanner(src);
  const parts: string[] = [];
  let depth = 0;
  let empty = true;
  let afterKey = false;
  const newline = () => {
    if (indent !== undefined) parts.push("\n", prefix, indent.repeat(depth));
  };
  const element = () => {
    if (afterKey) {
      afterKey = false;
      return;
    }
    if (depth === 0) return;
    if (!empty) parts.push(",");
    newline();
    empty = false;
  };
  const open = (bracket: string) => {
    element();
    parts.push(bracket);
    depth++;
    empty = true;
  };
  const close = (bracket: string) => {
    depth--;
    if (!empty) newline();
    parts.push(bracket);
    empty = false;
  };
  const token = (_: string, pos: number, end: number) => {
    element();
    parts.push(src.slice(pos, end));
  };
  const sink: JsonSink = {
    openObject: () => open("{"),
    closeObject: () => close("}"),
    openArray: () => open("["),
    closeArray: () => close("]"),
    key(_, pos, end) {
      token("", pos, end);
      parts.push(indent === undefined ? ":" : ": ");
      afterKey = true;
    },
    text: token,
    word: (pos, end) => token("", pos, end),
  };
  if (!scan.value(sink)) return scan.error!;
  scan.skipSpace();
  if (scan.pos < src.length) {
    scan.unexpected("after top-level value");
    return scan.error!;
  }
  return parts.join("");
}
