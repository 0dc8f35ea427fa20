/** Text of string and bytes literals, as the language itself would print them. */

/** A string literal. With `tabs` >= 0 a text of several lines becomes a multi-line literal of that indentation. */
export function quoteString(s: string, tabs = -1): string {
  if (tabs < 0 || !s.includes("\n")) return `"${escape(s, '"', "")}"`;
  const hashes = "#".repeat(requiredHashes(s, '"'));
  const indent = "\t".repeat(tabs);
  const lines = s.split("\n").map((line) => (line === "" ? "" : indent + escape(line, "", hashes)));
  return `${hashes}"""\n${lines.join("\n")}\n${indent}"""${hashes}`;
}

/** A bytes literal; bytes that are not UTF-8 are written in hexadecimal. */
export function quoteBytes(b: Uint8Array): string {
  let out = "";
  for (let i = 0; i < b.length; ) {
    const n = sequenceLength(b, i);
    if (n === 0) {
      out += "\\x" + (b[i] as number).toString(16).padStart(2, "0");
      i++;
      continue;
    }
    const rune = decoder.decode(b.subarray(i, i + n));
    const c = rune.codePointAt(0) as number;
    if (c < 0x20 && !SHORT.has(rune)) out += "\\x" + c.toString(16).padStart(2, "0");
    else out += escape(rune, "'", "");
    i += n;
  }
  return `'${out}'`;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const SHORT = new Map([
  ["\x07", "a"], ["\b", "b"], ["\f", "f"], ["\n", "n"], ["\r", "r"], ["\t", "t"], ["\v", "v"],
]);

const PLAIN = /^[ !#-&(-\[\]-~]*$/;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

export function isPrintable(rune: string): boolean {
  return PRINTABLE.test(rune);
}

/** Escapes what is not printable, backslashes and the quote. */
function escape(s: string, quote: string, hashes: string): string {
  if (PLAIN.test(s)) return s;
  let out = "";
  for (const rune of s) {
    if (rune === "\\" || rune === quote) out += "\\" + hashes + rune;
    else if (PRINTABLE.test(rune)) out += rune;
    else out += "\\" + hashes + escapeCode(rune);
  }
  return out;
}

function escapeCode(rune: string): string {
  const short = SHORT.get(rune);
  if (short !== undefined) return short;
  const c = rune.codePointAt(0) as number;
  if (c >= 0xd800 && c < 0xe000) return "ufffd";
  return c < 0x10000 ? "u" + c.toString(16).padStart(4, "0") : "U" + c.toString(16).padStart(8, "0");
}

/** How many # a multi-line literal needs so that quotes inside do not end it. */
function requiredHashes(s: string, quote: string): number {
  let most = 0;
  const triple = quote.repeat(3);
  for (let i = s.indexOf(triple); i >= 0; i = s.indexOf(triple, i)) {
    i += 3;
    while (s[i] === quote) i++;
    const end = i - 1;
    while (s[i] === "#") i++;
    most = Math.max(most, i - end);
  }
  return most;
}

/** Length of the UTF-8 sequence at i, or 0 if the bytes there are none. */
function sequenceLength(b: Uint8Array, i: number): number {
  const c = b[i] as number;
  if (c < 0x80) return 1;
  const n = c >= 0xf0 && c <= 0xf4 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 0;
  if (n === 0 || c > 0xf4 || i + n > b.length) return 0;
  for (let k = 1; k < n; k++) if (((b[i + k] as number) & 0xc0) !== 0x80) return 0;
  const second = b[i + 1] as number;
  if (c === 0xe0 && second < 0xa0) return 0;
  if (c === 0xed && second > 0x9f) return 0;
  if (c === 0xf0 && second < 0x90) return 0;
  if (c === 0xf4 && second > 0x8f) return 0;
  return n;
}
