// A diagnostic about the generated CUE text, told about the files that users wrote.
import { linesOf } from "../source/index.ts";
import type { Diagnostic, Place } from "../source/index.ts";
import { originalPlace } from "./write-cue.ts";
import type { CueText } from "./write-cue.ts";

/** Places in the file `name` move to where the value of that line was written; a line without an origin is dropped. */
export function relocate(diagnostic: Diagnostic, cue: CueText, name: string): Diagnostic {
  if (diagnostic.places === undefined) return diagnostic;
  const places: Place[] = [];
  for (const place of diagnostic.places) {
    if (place.file.name !== name) {
      places.push(place);
      continue;
    }
    const original = place.span.start < 0 ? undefined : originalPlace(cue, linesOf(place).lineAt(place.span.start));
    if (original !== undefined) places.push(place.label === undefined ? original : { ...original, label: place.label });
  }
  return { ...diagnostic, places };
}
