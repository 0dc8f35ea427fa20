let segmenter: Intl.Segmenter | undefined;

/** What readers take for one character each: letters with their accents, flags, families. */
export function graphemes(text: string): string[] {
  if (isPlain(text)) return text.split("");
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Letters before the first mark that joins another; without the carriage return, which joins with the newline after it. */
export function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0x300 || c === 13) return false;
  }
  return true;
}

/** The first of them, and whether there are more. */
export function firstGraphemes(text: string, count: number): { text: string; more: boolean } {
  if (isPlain(text)) return { text: text.slice(0, count), more: text.length > count };
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let seen = 0;
  for (const { index } of segmenter.segment(text))
    if (seen++ === count) return { text: text.slice(0, index), more: true };
  return { text, more: false };
}

/** Characters as Rust counts them: code points. */
export function countChars(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 0xdc00 && c <= 0xdfff) count--;
  }
  return count;
}
