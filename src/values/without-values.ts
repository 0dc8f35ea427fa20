// A file that could not be read may hold secrets that nobody knows yet, and a code frame would print them. So mistakes
// found before the schema is known show the file's names and punctuation alone.
import { blotted, hiding, reword } from "../source/index.ts";
import type { Diagnostic, SourceText } from "../source/index.ts";

/**
 * The same text with everything after the first `:` or `=` of a line blotted out, place by place and byte by byte; or
 * after the last of a row of names, where none of them can be what somebody forgot to quote.
 */
export function withoutValues(file: SourceText, names: "first" | "row" = "first"): SourceText {
  const known = names === "row" ? rows : firsts;
  let safe = known.get(file);
  if (safe === undefined) {
    const lines = file.text.split("\n").map((line) => blotLine(line, names === "row" ? ROW : FIRST));
    known.set(file, (safe = { name: file.name, text: lines.join("\n") }));
  }
  return safe;
}

/** A file with thousands of mistakes is blotted once. */
const firsts = new WeakMap<SourceText, SourceText>();
const rows = new WeakMap<SourceText, SourceText>();

const FIRST = /^\s*(?:-\s+)*(?:[A-Za-z0-9_.$#[\]-]+|"[^"]*"|'[^']*')\s*[:=]/;
const ROW = /^\s*(?:[A-Za-z0-9_$#]+\s*:\s*)+/;

/** Diagnostics about a file whose values nobody knows, without them: neither its lines nor the words show any. */
export function hideValues(
  diagnostics: readonly Diagnostic[],
  file: SourceText,
  names: "first" | "row" = "first",
): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const safe = withoutValues(file, names);
  return diagnostics.map((diagnostic) => {
    const { places } = diagnostic;
    const told = withoutEchoes(diagnostic, file, safe);
    if (places === undefined) return told;
    return {
      ...told,
      places: places.map((place) => (place.file.name === file.name ? hiding(place, safe, "unread") : place)),
    };
  });
}

/** What parsers say of their own: it may well be among the values of a file. */
const OWN_WORDS = new Set(
  (
    "expected found unexpected literal string number integer float bool boolean null list struct mapping sequence " +
    "document document's value values field fields file name names label alias anchor unknown undefined unidentified " +
    "referenced reference terminated invalid illegal escape escaped character characters token tokens bytes missing " +
    "package import comma newline indentation quoted quotes cannot decode start after before with without that this which there " +
    "such from into have does must only duplicate different same used error line column IDENT STRING INT FLOAT " +
    "NULL TRUE FALSE ILLEGAL ATTRIBUTE INTERPOLATION operand operator true false"
  ).split(" "),
);

/** Numbers that are none, and tags that other tools have: they tell what is wrong, and hold nothing. */
const KNOWN = /^(?:[-+]?\.?(?:inf|nan)|!(?:Ref|Sub|GetAtt|Join|Select|If|vault|include|env|secret))$/i;

/** The words of a diagnostic without pieces of what a file's values say: parsers repeat what they stumble over. */
export function withoutEchoes(
  diagnostic: Diagnostic,
  file: SourceText,
  safe: SourceText = withoutValues(file),
): Diagnostic {
  const hidden = (word: string): boolean =>
    !OWN_WORDS.has(word) && !KNOWN.test(word) && file.text.includes(word) && !safe.text.includes(word);
  // As a whole, as it stands between blanks and quotes; then in parts, for what is put into a path or behind a sign.
  const clean = (said: string): string =>
    said
      .replaceAll(/[^\s"'`]{4,}/g, (word) => (hidden(word) ? "***" : word))
      .replaceAll(/[\p{L}\p{N}_$]{4,}/gu, (word) => (hidden(word) ? "***" : word));
  const { path } = diagnostic;
  return { ...reword(diagnostic, clean), ...(path !== undefined && { path: clean(path) }) };
}

// What opens and closes a value stays; between them not even the punctuation is shown, nor how long it is.
function blotLine(line: string, names: RegExp): string {
  const comment = /^\s*(?:#|\/\/)/.test(line);
  const name = comment ? null : names.exec(line);
  const keep = name === null ? 0 : name[0].length;
  const [, head = "", body = "", tail = ""] = /^([\s"'`{[(|>&-]*)(.*?)([\s"'`}\]),]*)$/s.exec(line.slice(keep)) ?? [];
  return line.slice(0, keep) + head + blotted(body) + tail;
}
