import { readFileSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { SourceText } from "../../source/index.ts";

const MOST = 100;

/** The CUE files beside a file: together they are its package. */
export function neighbourFiles(name: string): SourceText[] {
  if (!isAbsolute(name)) return [];
  const folder = dirname(name);
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".cue"))
      .slice(0, MOST)
      .map((file) => ({ name: join(folder, file), text: readFileSync(join(folder, file), "utf8") }));
  } catch {
    return []; // a file of the catalog, of an archive, of nowhere
  }
}
