// The files of a release for the page, with every secret that is known cut out.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const TEXT = /\.(?:cue|ya?ml|json|toml)$/;
const LARGEST = 256 * 1024;
const MOST = 2000;

/** Text files below some folders and files. Links are not followed. */
export function textFiles(
  paths: readonly string[],
  nameOf: (path: string) => string,
  redact: (text: string) => string,
): Record<string, string> {
  const out: Record<string, string> = {};
  let left = MOST;
  const add = (file: string): void => {
    const name = nameOf(file);
    if (out[name] !== undefined || left-- <= 0) return;
    if (statSync(file).size <= LARGEST) out[name] = redact(readFileSync(file, "utf8"));
  };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".git")) walk(path);
      else if (entry.isFile() && TEXT.test(entry.name)) add(path);
    }
  };
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) walk(path);
    else if (stat?.isFile() === true) add(path);
  }
  return out;
}
