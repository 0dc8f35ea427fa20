import { accessSync, constants, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a program on the PATH, if it is there. */
export function findProgram(name: string): string | undefined {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return realpathSync(path);
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/** The Go program of the same name as ours: one that is no script. */
export function findGoOpm(): string | undefined {
  const path = findProgram("opm");
  if (path === undefined) return undefined;
  return readFileSync(path).subarray(0, 2).toString() === "#!" ? undefined : path;
}
