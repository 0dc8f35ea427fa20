/**
 * The first letter of each word upper, the rest lower. A word is a run of letters, digits and
 * apostrophes that begins and ends at a word boundary, so an apostrophe outside a word ends none.
 */
export function titleCase(text: string): string {
  let out = "";
  let from = 0;
  let i = 0;
  const chars = Array.from(text);
  const offsets: number[] = [];
  let offset = 0;
  for (const char of chars) {
    offsets.push(offset);
    offset += char.length;
  }
  const word = chars.map((c) => isWordChar(c));
  const boundary = (at: number): boolean => (word[at - 1] ?? false) !== (word[at] ?? false);
  const wordLike = (at: number): boolean => (word[at] ?? false) || chars[at] === "'";
  while (i < chars.length) {
    if (!boundary(i) || !wordLike(i)) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < chars.length && wordLike(end)) end++;
    while (end > i && !boundary(end)) end--;
    if (end === i) {
      i++;
      continue;
    }
    const start = offsets[i] as number;
    const stop = end < chars.length ? (offsets[end] as number) : text.length;
    const first = chars[i] as string;
    out += text.slice(from, start) + first.toUpperCase() + text.slice(start + first.length, stop).toLowerCase();
    from = stop;
    i = end;
  }
  return out + text.slice(from);
}

const wordChar = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]$/u;

function isWordChar(char: string): boolean {
  return wordChar.test(char);
}
