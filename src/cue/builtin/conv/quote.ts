/** Go's quoted texts (strconv.Quote and relatives), which many messages use too. */

type QuoteMode = "printable" | "ascii" | "graphic";

const PRINT = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const SPACE_SEPARATOR = /^\p{Zs}$/u;

export function isPrintRune(c: number): boolean {
  if (c < 0 || c > 0x10ffff) return false;
  if (c < 0x7f) return c >= 0x20;
  return !(c >= 0xd800 && c < 0xe000) && PRINT.test(String.fromCodePoint(c));
}

export function isGraphicRune(c: number): boolean {
  return isPrintRune(c) || (c >= 0x80 && c <= 0x10ffff && SPACE_SEPARATOR.test(String.fromCodePoint(c)));
}

export function quote(s: string, mode: QuoteMode = "printable"): string {
  let out = '"';
  for (const rune of s) out += escapeRune(rune.codePointAt(0) as number, '"', mode);
  return out + '"';
}

/** A code point in single quotes; what is none becomes U+FFFD. */
export function quoteRune(c: number, mode: QuoteMode = "printable"): string {
  const valid = c >= 0 && c <= 0x10ffff && !(c >= 0xd800 && c < 0xe000);
  return `'${escapeRune(valid ? c : 0xfffd, "'", mode)}'`;
}

const NAMED = new Map([
  [7, "a"],
  [8, "b"],
  [12, "f"],
  [10, "n"],
  [13, "r"],
  [9, "t"],
  [11, "v"],
]);

function escapeRune(code: number, quoteChar: string, mode: QuoteMode): string {
  const c = code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
  const s = String.fromCodePoint(c);
  if (s === quoteChar || s === "\\") return "\\" + s;
  if (mode === "ascii" ? c < 0x80 && isPrintRune(c) : isPrintRune(c) || (mode === "graphic" && isGraphicRune(c)))
    return s;
  const named = NAMED.get(c);
  if (named !== undefined) return "\\" + named;
  if (c < 0x20 || c === 0x7f) return "\\x" + c.toString(16).padStart(2, "0");
  return c < 0x10000 ? "\\u" + c.toString(16).padStart(4, "0") : "\\U" + c.toString(16).padStart(8, "0");
}
