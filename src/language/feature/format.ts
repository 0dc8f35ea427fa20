// Formatting: all of a document, a range of it, or what was just finished by typing.
import { format, parseFile } from "../../cue/syntax/index.ts";
import { SourceFile } from "../../source/index.ts";
import type { Range, TextEdit } from "../protocol/types.ts";
import type { TextDocument } from "../text/text-document.ts";
import { EditorLines } from "../text/text-document.ts";

/** The edits that make a document what `opm cue fmt` would; none if it does not parse. */
export function formatEdits(document: Pick<TextDocument, "text" | "path">, within?: Range): TextEdit[] {
  const { text, path } = document;
  const hasReturns = /\r\n/.test(text);
  const { file, errors } = parseFile(new SourceFile(path, text));
  if (errors.length > 0) return [];
  const formatted = format(file);
  const target = hasReturns ? formatted.replaceAll("\n", "\r\n") : formatted;
  const lines = new EditorLines(text);
  const edits = lineEdits(text, target).map(({ start, end, by }) => ({
    range: lines.rangeOf(start, end),
    newText: by,
  }));
  return within === undefined ? edits : edits.filter(({ range }) => touches(range, within));
}

const touches = (a: Range, b: Range): boolean => a.end.line >= b.start.line && a.start.line <= b.end.line;

interface Change {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/**
 * How one text becomes the other, in small edits: an editor keeps cursors and folds, and no literal travels along. The
 * formatter moves white space and commas; where it does more, the lines from there on are compared.
 */
export function lineEdits(from: string, to: string): Change[] {
  const out: Change[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const gap = gapEnd(from, i);
    const other = gapEnd(to, j);
    const by = to.slice(j, other);
    if (from.slice(i, gap) !== by) out.push(trimmed(from.slice(i, gap), by, i));
    i = gap;
    j = other;
    while (i < from.length && from[i] === to[j] && !GAP.test(from[i]!)) {
      i++;
      j++;
    }
    if (i >= from.length && j >= to.length) return out;
    const isGap = i >= from.length || j >= to.length || GAP.test(from[i]!) || GAP.test(to[j]!);
    if (!isGap) return [...out, trimmed(from.slice(i), to.slice(j), i)];
    // One has a gap where the other has none: `a:1`.
    if (gapEnd(from, i) === i && gapEnd(to, j) === j) return [...out, trimmed(from.slice(i), to.slice(j), i)];
  }
}

const GAP = /[\s,]/;

function gapEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && GAP.test(text[at]!)) at++;
  return at;
}

function trimmed(from: string, to: string, start: number): Change {
  let head = 0;
  const most = Math.min(from.length, to.length);
  while (head < most && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < most - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  return { start: start + head, end: start + from.length - tail, by: to.slice(head, to.length - tail) };
}
