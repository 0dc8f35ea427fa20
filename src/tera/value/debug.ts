/** A string as Rust's `{:?}` shows it. */
export function debugText(text: string): string {
  let out = '"';
  for (const char of text) out += escapeChar(char);
  return `${out}"`;
}

function escapeChar(char: string): string {
  switch (char) {
    case '"':
    case "\\":
      return `\\${char}`;
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    case "\0":
      return "\\0";
  }
  const code = char.codePointAt(0) as number;
  if (code < 0x7f && code >= 0x20) return char;
  return invisible.test(char) ? `\\u{${code.toString(16)}}` : char;
}

/** What Rust does not print: controls, formats, unassigned, private, separators but the space, and what extends a grapheme. */
const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Grapheme_Extend}]/u;
