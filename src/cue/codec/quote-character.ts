/** The byte at an offset as Go quotes it in messages: the first byte of a character's UTF-8, taken for a code point. */
export function quoteCharacter(s: string, at: number): string {
  const code = s.codePointAt(at) as number;
  const byte =
    code < 0x80 ? code : code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
  const c = String.fromCharCode(byte);
  if (c === "'") return "'\\''";
  if (c === "\\") return "'\\\\'";
  const named = NAMED.get(c);
  if (named !== undefined) return `'${named}'`;
  if (byte < 0x20 || byte === 0x7f) return `'\\x${byte.toString(16).padStart(2, "0")}'`;
  return `'${c}'`;
}

const NAMED = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);
