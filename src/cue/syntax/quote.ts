import { decodeUtf8 } from "../../source/index.ts";
import { isPrintable, labelNeedsQuotes } from "./characters.ts";

export interface QuoteOptions {
  /**
   * - "never" (default): one line, line feeds escaped
   * - "auto": several lines if the text has a line feed
   * - "always": several lines
   */
  readonly multiline?: "never" | "auto" | "always";
  /** Tabs before each line of a multi-line literal. */
  readonly indent?: number;
  /** Escape everything outside ASCII. */
  readonly ascii?: boolean;
}

/** The literal of a string. What does not print is escaped; a lone surrogate is replaced. */
export function quoteString(value: string, options: QuoteOptions = {}): string {
  return quote(value, '"', options);
}

/** The literal of bytes: valid UTF-8 as text, other bytes as `\xNN`. */
export function quoteBytes(value: Uint8Array, options: QuoteOptions = {}): string {
  return quote(decodeUtf8(value), "'", options);
}

/** A field's name as it is written: quoted where it must be. */
export function quoteLabel(name: string): string {
  return labelNeedsQuotes(name) ? quoteString(name) : name;
}

function quote(value: string, char: '"' | "'", options: QuoteOptions): string {
  const mode = options.multiline ?? "never";
  const multiline = mode === "always" || (mode === "auto" && value.includes("\n"));
  const ascii = options.ascii ?? false;
  if (!multiline) return char + escapeText(value, char, "\\", "", false, ascii) + char;
  const indent = "\t".repeat(options.indent ?? 0);
  const triple = char.repeat(3);
  if (value === "") return `${triple}\n${indent}${triple}`;
  const hashes = "#".repeat(requiredHashes(value, char));
  const first = value.startsWith("\n") ? "" : indent;
  const body = escapeText(value, char, "\\" + hashes, indent, true, ascii);
  return `${hashes}${triple}\n${first}${body}\n${indent}${triple}${hashes}`;
}

/** One hash more than follow any run of three or more quotes in the text. */
function requiredHashes(value: string, char: string): number {
  const triple = char.repeat(3);
  let count = 0;
  let i = value.indexOf(triple);
  while (i >= 0) {
    i += 3;
    while (value.charAt(i) === char) i++;
    const start = i;
    while (value.charAt(i) === "#") i++;
    count = Math.max(count, i - start + 1);
    i = value.indexOf(triple, i);
  }
  return count;
}

const shortEscapes = new Map([
  [7, "a"],
  [8, "b"],
  [12, "f"],
  [10, "n"],
  [13, "r"],
  [9, "t"],
  [11, "v"],
]);

function escapeText(
  value: string,
  char: string,
  escape: string,
  indent: string,
  multiline: boolean,
  ascii: boolean,
): string {
  const bytes = char === "'";
  const quoteCode = char.charCodeAt(0);
  let out = "";
  let run = 0;
  let i = 0;
  while (i < value.length) {
    const c = value.codePointAt(i) as number;
    const width = c > 0xffff ? 2 : 1;
    const keep = c < 128 ? c >= 32 && c < 127 && c !== 92 && (multiline || c !== quoteCode) : !ascii && isPrintable(c);
    if (keep) {
      i += width;
      continue;
    }
    out += value.slice(run, i);
    if (multiline && c === 10) {
      out += "\n";
      if (i + 1 < value.length && value.charCodeAt(i + 1) !== 10) out += indent;
    } else if (c === 92 || c === quoteCode) {
      out += escape + String.fromCharCode(c);
    } else {
      out += escapeCharacter(c, escape, bytes, ascii);
    }
    i += width;
    run = i;
  }
  return out + value.slice(run);
}

function escapeCharacter(c: number, escape: string, bytes: boolean, ascii: boolean): string {
  const short = shortEscapes.get(c);
  if (short !== undefined) return escape + short;
  // Bytes outside UTF-8 are held as lone surrogates.
  if (bytes && c >= 0xdc80 && c < 0xdd00) return `${escape}x${hex(c - 0xdc00, 2)}`;
  if (c >= 0xd800 && c < 0xe000) return ascii ? `${escape}ufffd` : "\ufffd";
  if (bytes && c < 32) return `${escape}x${hex(c, 2)}`;
  return c < 0x10000 ? `${escape}u${hex(c, 4)}` : `${escape}U${hex(c, 8)}`;
}

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, "0");
}
