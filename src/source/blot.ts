// What must not be read in a text whose lines and columns count: each character is replaced by one that is as wide and
// that no source has. A frame shows a row of them as one mask, so that nobody sees how long it is.

const MASK = "***";
/** One, two, three and four bytes of UTF-8. */
const BLOTS = ["\u001a", "\u0091", "\ue03a", "\u{f003a}"] as const;
const ROW = /[\u001a\u0091\ue03a]|\u{f003a}/u;
const ROWS = /(?:[\u001a\u0091\ue03a]|\u{f003a})+/gu;

/** The text with everything but line ends blotted out. */
export function blotted(text: string): string {
  return text.replaceAll(/[^\r\n]/gu, (char) => {
    const code = char.codePointAt(0)!;
    return BLOTS[code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3];
  });
}

export function isBlotted(text: string): boolean {
  return ROW.test(text);
}

/** A line as it is shown, and where an offset of it is then. */
export function unblotted(line: string): { readonly text: string; at(offset: number): number } {
  if (!isBlotted(line)) return { text: line, at: (offset) => offset };
  const rows = [...line.matchAll(ROWS)].map((row) => ({ start: row.index, end: row.index + row[0].length }));
  return {
    text: line.replaceAll(ROWS, MASK),
    at: (offset) => {
      let moved = 0;
      for (const { start, end } of rows) {
        if (offset <= start) break;
        // Inside of a row nothing but its beginning is told.
        if (offset < end) return start + moved;
        moved += MASK.length - (end - start);
      }
      return offset + moved;
    },
  };
}
