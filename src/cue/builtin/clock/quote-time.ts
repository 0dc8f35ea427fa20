/** Quotes as Go's time package does: everything outside printable ASCII byte by byte. */
export function quoteTime(s: string): string {
  let out = '"';
  for (const rune of s) {
    const c = rune.codePointAt(0) as number;
    if (rune === '"' || rune === "\\") out += "\\" + rune;
    else if (c >= 0x20 && c < 0x80) out += rune;
    else for (const b of new TextEncoder().encode(rune)) out += "\\x" + b.toString(16).padStart(2, "0");
  }
  return out + '"';
}
