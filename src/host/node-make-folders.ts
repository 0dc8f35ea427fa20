import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never ends where a folder cannot be made
 * and is not there either (`/proc/x`).
 */
export function makeFolders(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let at = path; !isFolder(at); at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFolder(folder)) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false; // making it will say why
  }
}
