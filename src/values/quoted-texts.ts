// Literals in the text of an expression, for secrets that are written as one.
import { decodeString } from "../cue/syntax/index.ts";
import type { Place } from "../source/index.ts";

export interface SecretText {
  readonly text: string;
  readonly place: Place;
}

export function quotedIn({ file, span }: Place): SecretText[] {
  if (span.start < 0) return [];
  const literals = file.text.slice(span.start, span.end).matchAll(/"(?:[^"\\\n]|\\.)+"/g);
  return [...literals].flatMap(({ 0: literal, index }) => {
    const decoded = decodeString(literal);
    const start = span.start + index;
    return decoded.ok ? [{ text: decoded.value, place: { file, span: { start, end: start + literal.length } } }] : [];
  });
}
