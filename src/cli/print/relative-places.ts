import { relative } from "node:path";
import type { Diagnostic, SourceText } from "../../source/index.ts";

/** Names of files as the user would write them: relative to the working folder, unless that is a long way up. */
export function relativePlaces(diagnostics: readonly Diagnostic[], cwd: string): Diagnostic[] {
  // One for each file, however many places are in it: its lines are counted once.
  const files = new Map<SourceText, SourceText>();
  const renamed = (file: SourceText): SourceText => {
    let short = files.get(file);
    if (short === undefined) files.set(file, (short = { name: relativeName(file.name, cwd), text: file.text }));
    return short;
  };
  return diagnostics.map((d) =>
    d.places === undefined ? d : { ...d, places: d.places.map((place) => ({ ...place, file: renamed(place.file) })) },
  );
}

export function relativeName(name: string, cwd: string): string {
  if (!name.startsWith("/")) return name;
  const short = relative(cwd, name);
  return short.startsWith("../../..") ? name : short;
}
