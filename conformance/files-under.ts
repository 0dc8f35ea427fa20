import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Every file under a folder whose name ends so, sorted by path. */
export function filesUnder(folder: string, ending: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((e) => e.isFile() && e.name.endsWith(ending));
  return files.map((e) => join(e.parentPath, e.name)).sort();
}
