/**
 * A half-open range of UTF-16 offsets into the text of one source file.
 * Offsets of -1 mean "no place in any file": the node was made by a program.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const noSpan: Span = { start: -1, end: -1 };

/** Reports whether the span points into a file. */
export function hasPlace(span: Span): boolean {
  return span.start >= 0;
}

/** The smallest span that covers both; a span without a place is ignored. */
export function coverSpans(a: Span, b: Span): Span {
  if (a.start < 0) return b;
  if (b.start < 0) return a;
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
