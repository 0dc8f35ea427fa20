/**
 * Makes text from elsewhere harmless for a terminal: control characters (C0 but tab and line feed, DEL, C1) and the
 * characters that reorder text become visible escapes, so that no file name, value or message can move the
 * cursor, change colours, set the title or hide what it says.
 */
export function neutralise(text: string): string {
  for (let i = 0; i < text.length; i++) if (isDangerous(text.charCodeAt(i))) return escapeFrom(text, i);
  return text;
}

function escapeFrom(text: string, first: number): string {
  let out = text.slice(0, first);
  for (let i = first; i < text.length; i++) {
    const c = text.charCodeAt(i);
    out += isDangerous(c) ? `\\u${c.toString(16).padStart(4, "0")}` : text[i];
  }
  return out;
}

function isDangerous(c: number): boolean {
  if (c < 0x20) return c !== 9 && c !== 10;
  if (c < 0x7f) return false;
  if (c < 0xa0) return true;
  // Marks, embeddings, overrides and isolates of the bidirectional algorithm; line and paragraph separator.
  return c === 0x61c || c === 0x200e || c === 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}
