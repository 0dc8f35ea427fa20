import type { ContentChange, Position, Range } from "../protocol/types.ts";

/** The starts of the lines of a text as editors count them: `\n`, `\r\n` and `\r` end one, and a last one may be empty. */
export class EditorLines {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10) starts.push(i + 1);
      else if (c === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1);
    }
    this.#starts = starts;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Clamped to the text, and never between the two units of a line's end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    const start = this.#starts[line];
    if (start === undefined) return this.text.length;
    return Math.min(start + Math.max(0, character), this.#lineEnd(line));
  }

  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineAt(at);
    return { line, character: Math.min(at, this.#lineEnd(line)) - this.#starts[line]! };
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  startOf(line: number): number {
    return this.#starts[Math.min(line, this.#starts.length - 1)]!;
  }

  /** Without what ends it. */
  textOf(line: number): string {
    return this.text.slice(this.startOf(line), this.#lineEnd(line));
  }

  rangeOf(start: number, end: number): Range {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }

  #lineEnd(line: number): number {
    let end = this.#starts[line + 1] ?? this.text.length;
    const start = this.#starts[line]!;
    if (line + 1 < this.#starts.length) {
      end--;
      if (end > start && this.text.charCodeAt(end) === 10 && this.text.charCodeAt(end - 1) === 13) end--;
    }
    return end;
  }
}

/** A document that is open in the editor: its text is the truth, whatever the file says. */
export class TextDocument {
  readonly uri: string;
  readonly path: string;
  readonly languageId: string;
  version: number;
  #lines: EditorLines;

  constructor(uri: string, path: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.path = path;
    this.languageId = languageId;
    this.version = version;
    this.#lines = new EditorLines(text);
  }

  get text(): string {
    return this.#lines.text;
  }

  get lines(): EditorLines {
    return this.#lines;
  }

  /** Applies changes one after another: each is about the text that the one before left. */
  update(changes: readonly ContentChange[], version: number): void {
    for (const { range, text } of changes) {
      if (range === undefined) {
        this.#lines = new EditorLines(text);
        continue;
      }
      const start = this.#lines.offsetAt(range.start);
      const end = Math.max(start, this.#lines.offsetAt(range.end));
      const old = this.#lines.text;
      this.#lines = new EditorLines(old.slice(0, start) + text + old.slice(end));
    }
    this.version = version;
  }
}
