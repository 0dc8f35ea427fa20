import { LineIndex } from "./line-index.ts";
import type { LineColumn } from "./line-index.ts";

/** A place as it is printed. */
export interface SourcePosition extends LineColumn {
  readonly file: string;
}

/**
 * A named text. Everything that points into it does so with UTF-16 offsets;
 * lines and byte columns are computed when someone asks for the first time.
 */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  #lines: LineIndex | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    this.#lines = undefined;
  }

  /**
   * Decodes UTF-8. A byte that is not UTF-8 becomes the lone surrogate 0xDC00 + byte, which no
   * valid text contains: so it keeps its width of one byte and a scanner can report it.
   */
  static fromBytes(name: string, bytes: Uint8Array): SourceFile {
    return new SourceFile(name, decodeUtf8(bytes));
  }

  get lines(): LineIndex {
    return (this.#lines ??= new LineIndex(this.text));
  }

  /** Line and byte column, both from 1. */
  at(offset: number): LineColumn {
    return this.lines.at(offset);
  }

  lineAt(offset: number): number {
    return this.lines.lineAt(offset);
  }

  position(offset: number): SourcePosition {
    const { line, column } = this.lines.at(offset);
    return { file: this.name, line, column };
  }
}

/** The first of the units that stand for bytes outside UTF-8: unit = base + byte. */
export const badByteBase = 0xdc00;

/** Decodes UTF-8 losslessly: bytes that are not UTF-8 become units from 0xDC80 to 0xDCFF. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodeBrokenUtf8(bytes);
  }
}

function decodeBrokenUtf8(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let good = 0;
  let i = 0;
  const flush = (): void => {
    if (i > good) parts.push(decoder.decode(bytes.subarray(good, i)));
  };
  while (i < bytes.length) {
    const width = sequenceLength(bytes, i);
    if (width > 0) {
      i += width;
      continue;
    }
    flush();
    parts.push(String.fromCharCode(badByteBase + (bytes[i] as number)));
    good = ++i;
  }
  flush();
  return parts.join("");
}

/** Length of the valid UTF-8 sequence at i, or 0. Table 3-7 of the Unicode standard. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const a = bytes[i] as number;
  if (a < 0x80) return 1;
  if (a < 0xc2 || a > 0xf4) return 0;
  const b = i + 1 < bytes.length ? (bytes[i + 1] as number) : 0;
  if (a < 0xe0) return isContinuation(b) ? 2 : 0;
  const low = a === 0xe0 ? 0xa0 : a === 0xf0 ? 0x90 : 0x80;
  const high = a === 0xed ? 0x9f : a === 0xf4 ? 0x8f : 0xbf;
  if (b < low || b > high) return 0;
  const c = i + 2 < bytes.length ? (bytes[i + 2] as number) : 0;
  if (!isContinuation(c)) return 0;
  if (a < 0xf0) return 3;
  const d = i + 3 < bytes.length ? (bytes[i + 3] as number) : 0;
  return isContinuation(d) ? 4 : 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
