/**
 * Whitespace as Rust counts it: Unicode's White_Space. JavaScript's trim() differs in two characters,
 * U+0085, which it does not know, and the byte order mark, which it takes for a space.
 */
export function isWhitespace(c: number): boolean {
  if (c <= 32) return c === 32 || (c >= 9 && c <= 13);
  if (c < 0x80) return false;
  return (
    c === 0x85 ||
    c === 0xa0 ||
    c === 0x1680 ||
    (c >= 0x2000 && c <= 0x200a) ||
    c === 0x2028 ||
    c === 0x2029 ||
    c === 0x202f ||
    c === 0x205f ||
    c === 0x3000
  );
}

/** How many units at the start are whitespace. */
export function leadingSpace(text: string): number {
  let i = 0;
  while (i < text.length && isWhitespace(text.charCodeAt(i))) i++;
  return i;
}

export function trimStart(text: string): string {
  return text.slice(leadingSpace(text));
}

export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isWhitespace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

export function trim(text: string): string {
  return trimEnd(trimStart(text));
}

/** The parts between whitespace, none of them empty. */
export function words(text: string): string[] {
  const out: string[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const space = i === text.length || isWhitespace(text.charCodeAt(i));
    if (space && start >= 0) {
      out.push(text.slice(start, i));
      start = -1;
    } else if (!space && start < 0) start = i;
  }
  return out;
}
