// A file that could not be read may hold secrets that nobody knows yet, and a code frame would print them. So mistakes
// found before the schema is known show the file's names and punctuation alone.
import { blotted } from "../source/index.ts";
import type { Diagnostic, SourceText } from "../source/index.ts";

/** The same text with everything after the first `:` or `=` of a line blotted out, place by place and byte by byte. */
export function withoutValues(file: SourceText): SourceText {
  return { name: file.name, text: file.text.split("\n").map(blotLine).join("\n") };
}

export function hideValues(diagnostics: readonly Diagnostic[], file: SourceText): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const safe = withoutValues(file);
  return diagnostics.map((diagnostic) =>
    diagnostic.places === undefined
      ? diagnostic
      : {
          ...diagnostic,
          places: diagnostic.places.map((place) => (place.file.name === file.name ? { ...place, file: safe } : place)),
        },
  );
}

// What opens and closes a value stays; between them not even the punctuation is shown, nor how long it is.
function blotLine(line: string): string {
  const comment = /^\s*(?:#|\/\/)/.test(line);
  const name = comment ? null : /^\s*(?:-\s+)*(?:[A-Za-z0-9_.$#[\]-]+|"[^"]*"|'[^']*')\s*[:=]/.exec(line);
  const keep = name === null ? 0 : name[0].length;
  const [, head = "", body = "", tail = ""] = /^([\s"'`{[(|>&-]*)(.*?)([\s"'`}\]),]*)$/s.exec(line.slice(keep)) ?? [];
  return line.slice(0, keep) + head + blotted(body) + tail;
}
