let segmenter: Intl.Segmenter | undefined;

/** What readers take for one character each: letters with their accents, flags, families. */
export function graphemes(text: string): string[] {
  if (isPlain(text)) return text.split("");
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** ASCII without the carriage return, which joins with the newline after it. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c > 126 || c === 13) return false;
  }
  return true;
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
