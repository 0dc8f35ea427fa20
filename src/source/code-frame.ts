import { unblotted } from "./blot.ts";
import type { Hidden, Place, SourceText } from "./diagnostic.ts";
import { LineIndex } from "./line-index.ts";
import { SourceFile } from "./source-file.ts";

/** A line of a frame, in parts, so that the printer alone decides about colour and escapes. */
export interface FrameLine {
  /** The line number, or undefined for the line of marks under it. */
  readonly number?: number;
  readonly text: string;
  readonly marked: boolean;
}

const context = 1;
const widest = 160;

/** The lines around a place, with a line of `^` under what it covers of its first line. */
export function codeFrame(place: Place): FrameLine[] {
  if (place.span.start < 0) return [];
  const lines = linesOf(place);
  const { line } = lines.at(place.span.start);
  const out: FrameLine[] = [];
  for (let n = Math.max(1, line - context); n <= Math.min(lines.lineStarts.length, line + context); n++) {
    const { text, at } = unblotted(lines.lineText(n));
    const start = lines.lineStarts[n - 1] as number;
    const [from, to] = [at(place.span.start - start), at(place.span.end - start)];
    const cut = n === line ? window(from, text.length) : 0;
    out.push({ number: n, text: clip(text, cut), marked: n === line });
    if (n === line) out.push({ text: marks(text, from, to, cut), marked: true });
  }
  return out;
}

/** The place in a text where more is blotted out; it says why if that shows in its frame. */
export function hiding(place: Place, file: SourceText, why: Hidden): Place {
  if (file.text === place.file.text) return place;
  const shown = (one: Place): string =>
    codeFrame(one)
      .map(({ text }) => text)
      .join("\n");
  const safe: Place = { ...place, file };
  return place.hidden !== undefined || shown(place) === shown(safe) ? safe : { ...safe, hidden: why };
}

/** `file:line:column`, with the column in bytes, as CUE prints positions. */
export function placeText(place: Place): string {
  if (place.span.start < 0) return place.file.name;
  const { line, column } = linesOf(place).at(place.span.start);
  return `${place.file.name}:${line}:${column}`;
}

export function linesOf(place: Place): LineIndex {
  const { file } = place;
  if (file instanceof SourceFile) return file.lines;
  let lines = known.get(file);
  if (lines === undefined) known.set(file, (lines = new LineIndex(file.text)));
  return lines;
}

/** Of files that are plain data. */
const known = new WeakMap<SourceText, LineIndex>();

/** Where a long line is cut on the left so that the marked part stays visible. */
function window(start: number, length: number): number {
  return length <= widest || start < widest / 2 ? 0 : start - widest / 2;
}

function clip(text: string, cut: number): string {
  const part = text.slice(cut, cut + widest);
  return `${cut > 0 ? "…" : ""}${part}${cut + widest < text.length ? "…" : ""}`;
}

function marks(text: string, from: number, to: number, cut: number): string {
  const start = Math.min(Math.max(from, 0), text.length);
  const end = Math.min(Math.max(to, start + 1), Math.max(text.length, start + 1));
  let pad = cut > 0 ? " " : "";
  // Tabs stay tabs, so that the marks stand under the text whatever the terminal's tab width is.
  for (let i = cut; i < start; i++) pad += text.charCodeAt(i) === 9 ? "\t" : isLowSurrogate(text, i) ? "" : " ";
  return pad + "^".repeat(Math.min(end, cut + widest) - start || 1);
}

function isLowSurrogate(text: string, i: number): boolean {
  const c = text.charCodeAt(i);
  return c >= 0xdc00 && c < 0xe000;
}
