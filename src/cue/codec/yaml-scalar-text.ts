import { resolveYamlScalar } from "./yaml-resolve.ts";

/** Words and shapes that parsers of YAML 1.1 would not read as text. */
const LEGACY = new Set(
  ("y Y yes Yes YES n N t T f F no No NO true True TRUE false False FALSE " + "on On ON off Off OFF .Nan").split(" "),
);
const HEX_LIKE = /^0x[a-fA-F0-9]+$/;
const DATE_CHARACTERS = /^[-+0-9:. \t]+(?:[tT][-+0-9:. \t]+)?[zZ]?$/;
const DATE_SEPARATOR = /^.[^]*[-:tT][^]*[^zZ]/;

/** Digits and signs around a `-`, `:` or `T`. In two tests: as one pattern it takes quadratic time. */
function isDateLike(s: string): boolean {
  return (DATE_CHARACTERS.test(s) && DATE_SEPARATOR.test(s)) || HEX_LIKE.test(s);
}

/** Says of a string that would read back as text whether it is quoted all the same. */
export type QuoteRule = (s: string) => boolean;

/** As `cue` writes YAML. */
export const cueQuotes: QuoteRule = (s) => LEGACY.has(s) || isDateLike(s);

/**
 * A string as YAML: plain where it reads back as itself, else quoted, or a block of lines. `indent` is the column of the
 * lines of a block; a `tag` of its own spares the quotes that only mark text.
 */
export function yamlString(
  s: string,
  indent: number,
  options: { block?: boolean; isKey?: boolean; tagged?: boolean; quotes?: QuoteRule } = {},
): string {
  const a = analyze(s);
  const lines = options.block === true || s.includes("\n");
  if (lines) return !options.isKey && a.blockAllowed ? literalBlock(s, indent) : doubleQuoted(s);
  if ((options.quotes ?? cueQuotes)(s)) return doubleQuoted(s);
  if (options.tagged !== true && s !== "<<" && resolveYamlScalar(s) !== "str") return doubleQuoted(s);
  if (a.plainAllowed && !(s === "" && options.isKey)) return s;
  return a.singleAllowed ? singleQuoted(s, indent) : doubleQuoted(s);
}

/** A key may stand before its colon if it is short and on one line; else it needs `? `. */
export function isSimpleKey(s: string): boolean {
  if (/[\n\r\x85\u2028\u2029]/.test(s)) return false;
  if (s.length <= 42) return true;
  let bytes = 0;
  for (const rune of s) {
    const c = rune.codePointAt(0) as number;
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }
  return bytes <= 128;
}

interface Analysis {
  plainAllowed: boolean;
  singleAllowed: boolean;
  blockAllowed: boolean;
}

const FIRST_INDICATORS = "#,[]{}&*!|>'\"%@`";

function analyze(s: string): Analysis {
  if (s === "") return { plainAllowed: true, singleAllowed: true, blockAllowed: false };
  let indicators = s.startsWith("---") || s.startsWith("...");
  let special = false;
  let tabs = false;
  let breaks = false;
  let breakSpace = false;
  let spaceBreak = false;
  let previousSpace = false;
  let previousBreak = false;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    const next = s.charCodeAt(i + 1);
    const blankAfter = i + 1 >= s.length || next === 0x20 || next === 9;
    const ch = s[i] as string;
    if (i === 0) {
      if (FIRST_INDICATORS.includes(ch) || (blankAfter && (ch === "?" || ch === ":" || ch === "-"))) indicators = true;
    } else if (ch === ":") {
      if (blankAfter) indicators = true;
    } else if (ch === "#") {
      const before = s.charCodeAt(i - 1);
      if (before === 0x20 || before === 9 || isBreak(before)) indicators = true;
    }
    if (c === 9) tabs = true;
    else if (!isPrintable(c)) special = true;
    if (c === 0x20) {
      if (previousBreak) breakSpace = true;
      previousSpace = true;
      previousBreak = false;
    } else if (isBreak(c)) {
      breaks = true;
      if (previousSpace) spaceBreak = true;
      previousSpace = false;
      previousBreak = true;
    } else {
      previousSpace = false;
      previousBreak = false;
    }
  }
  const first = s.charCodeAt(0);
  const last = s.charCodeAt(s.length - 1);
  const edges = first === 0x20 || last === 0x20 || isBreak(first) || isBreak(last);
  const odd = spaceBreak || tabs || special;
  return {
    plainAllowed: !(edges || breakSpace || odd || breaks || indicators),
    singleAllowed: !(breakSpace || odd),
    blockAllowed: !(last === 0x20 || spaceBreak || special),
  };
}

function isBreak(c: number): boolean {
  return c === 10 || c === 13 || c === 0x85 || c === 0x2028 || c === 0x2029;
}

/** Characters outside the basic plane count as special, hence surrogates do. */
function isPrintable(c: number): boolean {
  return (
    c === 10 || (c >= 0x20 && c <= 0x7e) || (c >= 0xa0 && c < 0xd800) || (c >= 0xe000 && c <= 0xfffd && c !== 0xfeff)
  );
}

function literalBlock(s: string, indent: number): string {
  const pad = " ".repeat(indent);
  let head = "|";
  const first = s.charCodeAt(0);
  if (first === 0x20 || isBreak(first)) head += "2";
  if (s === "" || !isBreak(s.charCodeAt(s.length - 1))) head += "-";
  else if (s.length === 1 || isBreak(s.charCodeAt(s.length - 2))) head += "+";
  const body = s.endsWith("\n") ? s.slice(0, -1) : s;
  const lines = body.split("\n").map((l) => (l === "" ? "" : pad + padOddBreaks(l, pad)));
  return head + "\n" + (s === "" ? "" : lines.join("\n"));
}

/** Unusual line separators start a new line too, which is indented. */
function padOddBreaks(s: string, pad: string): string {
  return s.replace(/([\u2028\u2029]+)(?=[^\u2028\u2029])/g, `$1${pad}`);
}

function singleQuoted(s: string, indent: number): string {
  return "'" + padOddBreaks(s.replaceAll("'", "''"), " ".repeat(indent)) + "'";
}

const ESCAPES = new Map<number, string>([
  [0, "0"],
  [7, "a"],
  [8, "b"],
  [9, "t"],
  [10, "n"],
  [11, "v"],
  [12, "f"],
  [13, "r"],
  [0x1b, "e"],
  [0x22, '"'],
  [0x5c, "\\"],
  [0x85, "N"],
  [0xa0, "_"],
  [0x2028, "L"],
  [0x2029, "P"],
]);

function doubleQuoted(s: string): string {
  let out = "";
  // go-yaml takes every character behind a leading byte order mark for another one, and escapes it.
  const marked = s.charCodeAt(0) === 0xfeff;
  for (const rune of s) {
    const c = rune.codePointAt(0) as number;
    if (!marked && c < 0x10000 && isPrintable(c) && !isBreak(c) && c !== 0x22 && c !== 0x5c) {
      out += rune;
      continue;
    }
    const short = ESCAPES.get(c);
    if (short !== undefined) out += "\\" + short;
    else if (c <= 0xff) out += "\\x" + hex(c, 2);
    else if (c <= 0xffff) out += "\\u" + hex(c, 4);
    else out += "\\U" + hex(c, 8);
  }
  return `"${out}"`;
}

function hex(c: number, width: number): string {
  return c.toString(16).toUpperCase().padStart(width, "0");
}
