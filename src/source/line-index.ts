/** A line and column as people and CUE count them: both from 1, columns in UTF-8 bytes. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/**
 * The starts of all lines of a text. No line starts after a final line feed: as CUE counts, the
 * end of such a text is one column past that line feed. Offsets are UTF-16 units, as everywhere in the program;
 * this is the one place where they become lines and byte columns.
 */
export class LineIndex {
  readonly text: string;
  /** Offset of the first unit of each line; entry 0 is 0. */
  readonly lineStarts: readonly number[];
  /** True if a byte is a unit everywhere, which makes columns a subtraction. */
  readonly ascii: boolean;

  constructor(text: string) {
    const starts = [0];
    let ascii = true;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 && i + 1 < text.length) starts.push(i + 1);
      else if (c > 127) ascii = false;
    }
    this.text = text;
    this.lineStarts = starts;
    this.ascii = ascii;
  }

  /** The number of the line (from 1) that holds the offset. */
  lineAt(offset: number): number {
    const starts = this.lineStarts;
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Line and byte column of an offset. An offset past the end counts from the last line. */
  at(offset: number): LineColumn {
    const line = this.lineAt(offset);
    const start = this.lineStarts[line - 1] as number;
    const column = this.ascii ? offset - start : utf8Length(this.text, start, offset);
    return { line, column: column + 1 };
  }

  /** The offset of a line and byte column: the inverse of `at`, clamped to the text. */
  offsetOf(line: number, column: number): number {
    const starts = this.lineStarts;
    if (line < 1) return 0;
    const start = starts[line - 1];
    if (start === undefined) return this.text.length;
    const limit = line < starts.length ? (starts[line] as number) : this.text.length;
    if (this.ascii) return Math.min(start + column - 1, limit);
    let offset = start;
    for (let bytes = 1; bytes < column && offset < limit;) {
      const width = unitBytes(this.text, offset);
      bytes += width;
      offset += width === 4 ? 2 : 1;
    }
    return offset;
  }

  /** The text of a line without its line end. */
  lineText(line: number): string {
    const start = this.lineStarts[line - 1];
    if (start === undefined) return "";
    let end = this.lineStarts[line] ?? this.text.length;
    if (end > start && this.text.charCodeAt(end - 1) === 10) end--;
    if (end > start && this.text.charCodeAt(end - 1) === 13) end--;
    return this.text.slice(start, end);
  }
}

/** How many bytes UTF-8 needs for text[start, end). */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let i = start; i < end;) {
    const width = unitBytes(text, i);
    bytes += width;
    i += width === 4 ? 2 : 1;
  }
  return bytes;
}

/**
 * Bytes of the code point at an offset. A lone surrogate of the range that stands for
 * an undecodable byte (see `SourceFile.fromBytes`) is that one byte.
 */
function unitBytes(text: string, offset: number): number {
  const c = text.charCodeAt(offset);
  if (c < 0x80 || c !== c) return 1;
  if (c < 0x800) return 2;
  if (c >= 0xd800 && c < 0xdc00) {
    const next = text.charCodeAt(offset + 1);
    return next >= 0xdc00 && next < 0xe000 ? 4 : 3;
  }
  return c >= 0xdc80 && c < 0xdd00 ? 1 : 3;
}
