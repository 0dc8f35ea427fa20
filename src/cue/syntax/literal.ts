/** What literals of strings and bytes mean. */

export interface LiteralError {
  readonly ok: false;
  readonly message: string;
  /** Offset in the literal at which it went wrong. */
  readonly offset: number;
}

export type StringResult = { readonly ok: true; readonly value: string } | LiteralError;
export type BytesResult = { readonly ok: true; readonly value: Uint8Array } | LiteralError;
export type PartsResult<T> = { readonly ok: true; readonly values: readonly T[] } | LiteralError;

/** How a literal is quoted. */
export interface Quotes {
  readonly ok: true;
  /** `"` for strings, `'` for bytes. */
  readonly char: '"' | "'";
  readonly hashes: number;
  readonly multiline: boolean;
  /** White space before the closing quotes of a multi-line literal. */
  readonly indent: string;
  /** Length of the opening: hashes, quotes, and for multi-line literals line end and indent. */
  readonly opening: number;
}

const missingOpeningNewline = "invalid string: opening quote of multiline string must be followed by newline";
const missingClosingNewline = "invalid string: closing quote of multiline string must follow a newline";
const unmatchedQuote = "invalid string: unmatched quote";
const invalidSyntax = "invalid syntax";
const unmatchedSurrogate = "unmatched surrogate pair";

function fail(message: string, offset: number): LiteralError {
  return { ok: false, message, offset };
}

/**
 * Reads the quotes of a literal.
 * @param first its text, or the text of the first fragment of an interpolation
 * @param last its text again, or the text of the last fragment
 */
export function parseQuotes(first: string, last: string): Quotes | LiteralError {
  let hashes = 0;
  while (first.charCodeAt(hashes) === 35) hashes++;
  const char = first.charAt(hashes);
  if (char !== '"' && char !== "'") return fail(invalidSyntax, 0);
  let opening = hashes + 1;
  let multiline = false;
  const afterThree = first.charAt(hashes + 3);
  if (
    first.charAt(hashes + 1) === char &&
    first.charAt(hashes + 2) === char &&
    afterThree !== "" &&
    afterThree !== "#"
  ) {
    if (afterThree === "\n") opening = hashes + 4;
    else if (afterThree === "\r" && first.charAt(hashes + 4) === "\n") opening = hashes + 5;
    else return fail(missingOpeningNewline, 0);
    multiline = true;
  }
  const closing = char.repeat(multiline ? 3 : 1) + "#".repeat(hashes);
  if (!last.endsWith(closing)) return fail(unmatchedQuote, 0);
  if (!multiline) return { ok: true, char, hashes, multiline, indent: "", opening };

  const end = last.length - closing.length;
  let start = end;
  while (start > 0 && last.charAt(start - 1) !== "\n" && last.charAt(start - 1).trim() === "") start--;
  if (start === 0 || last.charAt(start - 1) !== "\n") return fail(missingClosingNewline, end);
  const indent = last.slice(start, end);
  if (opening < first.length && first.charAt(opening) !== "\n") {
    if (!first.startsWith(indent, opening)) return badIndent(first, opening, indent);
    opening += indent.length;
  }
  return { ok: true, char, hashes, multiline, indent, opening };
}

function badIndent(text: string, offset: number, expected: string): LiteralError {
  let end = offset;
  while (text.charAt(end) === " " || text.charAt(end) === "\t") end++;
  const actual = text.slice(offset, end);
  return fail(
    `invalid string: non-matching whitespace for multiline string (expected ${goQuote(expected)}, got ${goQuote(actual)})`,
    offset,
  );
}

function goQuote(blanks: string): string {
  return `"${blanks.replaceAll("\t", "\\t").replaceAll("\r", "\\r")}"`;
}

/** Decodes a whole literal of a string; text in single quotes is read as UTF-8. */
export function decodeString(text: string): StringResult {
  // The common case needs no second look at its quotes.
  if (text.charCodeAt(0) === 34 && text.length > 1 && isSimple(text, 1, text.length - 1, '"')) {
    return { ok: true, value: text.slice(1, -1) };
  }
  const quotes = parseQuotes(text, text);
  if (!quotes.ok) return quotes;
  const body = decodeBody(text, quotes.opening, quotes);
  return body.ok ? { ok: true, value: asString(body.units) } : body;
}

/** Decodes a whole literal of bytes. */
export function decodeBytes(text: string): BytesResult {
  const quotes = parseQuotes(text, text);
  if (!quotes.ok) return quotes;
  const body = decodeBody(text, quotes.opening, quotes);
  return body.ok ? { ok: true, value: asBytes(body.units) } : body;
}

/** Decodes the fragments of an interpolated string, in order. */
export function decodeStringParts(fragments: readonly string[]): PartsResult<string> {
  return decodeParts(fragments, asString);
}

/** Decodes the fragments of interpolated bytes, in order. */
export function decodeBytesParts(fragments: readonly string[]): PartsResult<Uint8Array> {
  return decodeParts(fragments, asBytes);
}

function decodeParts<T>(fragments: readonly string[], convert: (units: Units) => T): PartsResult<T> {
  const first = fragments[0] ?? "";
  const quotes = parseQuotes(first, fragments[fragments.length - 1] ?? "");
  if (!quotes.ok) return quotes;
  const values: T[] = [];
  for (let i = 0; i < fragments.length; i++) {
    const body = decodeBody(fragments[i] as string, i === 0 ? quotes.opening : 1, quotes);
    if (!body.ok) return body;
    values.push(convert(body.units));
  }
  return { ok: true, values };
}

/** Pieces of text, and single bytes as numbers. */
type Units = (string | number)[];

function asString(units: Units): string {
  if (units.every((unit) => typeof unit === "string")) return units.join("");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(asBytes(units));
}

function asBytes(units: Units): Uint8Array {
  const encoder = new TextEncoder();
  const parts = units.map((unit) => (typeof unit === "string" ? encoder.encode(unit) : Uint8Array.of(unit)));
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** Decodes from `start` to the closing quote or the `\(` at the end of the text. */
function decodeBody(text: string, start: number, q: Quotes): { ok: true; units: Units } | LiteralError {
  const units: Units = [];
  const end = text.length - 1;
  if (!q.multiline && text.indexOf("\n", start) >= 0) return fail(invalidSyntax, text.indexOf("\n", start));
  if (!q.multiline && q.hashes === 0 && isSimple(text, start, end, q.char)) {
    return { ok: true, units: end > start ? [text.slice(start, end)] : units };
  }
  const closing = q.char.repeat(q.multiline ? 3 : 1) + "#".repeat(q.hashes);
  const escape = "\\" + "#".repeat(q.hashes);
  const quote = q.char.charCodeAt(0);
  const closesEarly = (at: number): boolean =>
    q.multiline && text.startsWith(closing, at) && text.length - at > closing.length;
  if (closesEarly(start)) return fail(invalidSyntax, start);
  let i = start;
  let run = start;
  let newlineLast = false;
  let continued = false;
  const flush = (): void => {
    if (i > run) units.push(text.slice(run, i));
  };
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === 13) {
      flush();
      run = ++i;
      continued = false;
      continue;
    }
    if (c === 10) {
      flush();
      const next = skipIndent(text, i + 1, q);
      if (next < 0) return badIndent(text, i + 1, q.indent);
      if (closesEarly(next)) return fail(invalidSyntax, next);
      units.push("\n");
      i = run = next;
      newlineLast = true;
      continued = false;
      continue;
    }
    if (c === quote && text.startsWith(closing, i)) {
      if (text.length - i === closing.length) {
        if (continued) return fail("last newline of multiline string cannot be escaped", i);
        flush();
        // The line end before the closing quotes is not part of the value.
        if (newlineLast && q.multiline) units.pop();
        return { ok: true, units };
      }
      if (!q.multiline) return fail(invalidSyntax, i);
    }
    if (c === 92 && i + escape.length < text.length && text.startsWith(escape, i)) {
      flush();
      const at = i + escape.length;
      const kind = text.charAt(at);
      if (kind === "(") {
        return at + 1 === text.length ? { ok: true, units } : fail(invalidSyntax, i);
      }
      if (kind === "\n" || (kind === "\r" && text.charAt(at + 1) === "\n")) {
        const line = at + (kind === "\r" ? 2 : 1);
        const next = skipIndent(text, line, q);
        if (next < 0) return badIndent(text, line, q.indent);
        i = run = next;
        continued = true;
        continue;
      }
      const decoded = decodeEscape(text, at, q, escape);
      if (!decoded.ok) return decoded;
      units.push(decoded.unit);
      i = run = decoded.end;
    } else {
      if (c === 0) return fail(invalidSyntax, i);
      if (c >= 0xdc80 && c < 0xdd00 && !isHighSurrogate(text.charCodeAt(i - 1))) {
        return fail("invalid UTF-8 encoding", i);
      }
      i++;
    }
    newlineLast = false;
    continued = false;
  }
  return fail(unmatchedQuote, 0);
}

/** Text that means itself. Only there do carriage returns count. */
function isSimple(text: string, start: number, end: number, char: string): boolean {
  if (end < start || text.charAt(end) !== char) return false;
  const quote = char.charCodeAt(0);
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === quote || c === 92 || c === 10 || c === 0) return false;
    if (c >= 0xdc00 && c < 0xe000 && !isHighSurrogate(text.charCodeAt(i - 1))) return false;
  }
  return true;
}

function isHighSurrogate(c: number): boolean {
  return c >= 0xd800 && c < 0xdc00;
}

/** After a line feed: past the indentation. Empty lines need none. -1 if it does not match. */
function skipIndent(text: string, at: number, q: Quotes): number {
  if (text.startsWith(q.indent, at)) return at + q.indent.length;
  if (text.startsWith("\n", at) || text.startsWith("\r\n", at)) return at;
  return -1;
}

const simpleEscapes = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["/", "/"],
  ["\\", "\\"],
]);

type EscapeResult = { ok: true; unit: string | number; end: number } | LiteralError;

/** Decodes one escape; `at` is the offset of its letter. */
function decodeEscape(text: string, at: number, q: Quotes, escape: string): EscapeResult {
  const kind = text.charAt(at);
  const simple = simpleEscapes.get(kind) ?? (kind === q.char ? kind : undefined);
  if (simple !== undefined) return { ok: true, unit: simple, end: at + 1 };
  if (kind === "u" || kind === "U") return decodeUnicode(text, at, escape);
  if (q.char === '"') return fail(invalidSyntax, at);
  const octal = kind >= "0" && kind <= "7";
  if (kind !== "x" && !octal) return fail(invalidSyntax, at);
  const digits = octal ? text.slice(at, at + 3) : text.slice(at + 1, at + 3);
  if (!(octal ? /^[0-7]{3}$/ : /^[0-9a-fA-F]{2}$/).test(digits)) return fail(invalidSyntax, at);
  const value = parseInt(digits, octal ? 8 : 16);
  if (value > 255) return fail(invalidSyntax, at);
  return { ok: true, unit: value, end: at + 3 };
}

/** `\uXXXX` or `\UXXXXXXXX`; two escaped surrogates make one code point. */
function decodeUnicode(text: string, at: number, escape: string): EscapeResult {
  const high = hexValue(text, at);
  if (high < 0 || high > 0x10ffff) return fail(invalidSyntax, at);
  const end = at + (text.charAt(at) === "u" ? 5 : 9);
  if (high < 0xd800 || high >= 0xe000) return { ok: true, unit: String.fromCodePoint(high), end };
  if (high >= 0xdc00 || !text.startsWith(escape, end)) return fail(unmatchedSurrogate, at);
  const next = end + escape.length;
  const low = hexValue(text, next);
  if (low < 0xdc00 || low >= 0xe000) return fail(unmatchedSurrogate, at);
  return {
    ok: true,
    unit: String.fromCharCode(high, low),
    end: next + (text.charAt(next) === "u" ? 5 : 9),
  };
}

function hexValue(text: string, at: number): number {
  const kind = text.charAt(at);
  const width = kind === "u" ? 4 : kind === "U" ? 8 : 0;
  const digits = text.slice(at + 1, at + 1 + width);
  return width > 0 && digits.length === width && /^[0-9a-fA-F]+$/.test(digits) ? parseInt(digits, 16) : -1;
}
