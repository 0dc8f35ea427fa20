import { relative } from "node:path";
import type { Diagnostic } from "../../source/index.ts";

/** Names of files as the user would write them: relative to the working folder, unless that is a long way up. */
export function relativePlaces(diagnostics: readonly Diagnostic[], cwd: string): Diagnostic[] {
  return diagnostics.map((d) =>
    d.places === undefined
      ? d
      : {
          ...d,
          places: d.places.map((place) => ({
            ...place,
            file: { name: relativeName(place.file.name, cwd), text: place.file.text },
          })),
        },
  );
}

export function relativeName(name: string, cwd: string): string {
  if (!name.startsWith("/")) return name;
  const short = relative(cwd, name);
  return short.startsWith("../../..") ? name : short;
}
