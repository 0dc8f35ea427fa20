// Names of files that are the same on every machine: in the repository, or in the home folder.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

export interface StablePaths {
  /** The repository's top folder, or the working folder. */
  readonly top: string;
  name(path: string): string;
  path(name: string): string;
}

export function stablePaths(cwd: string, env: Readonly<Record<string, string | undefined>>): StablePaths {
  const top = repositoryTop(cwd) ?? cwd;
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  const below = (path: string, folder: string): string | undefined =>
    path === folder
      ? "."
      : path.startsWith(`${folder === "/" ? "" : folder}/`)
        ? path.slice(folder.length + 1)
        : undefined;
  return {
    top,
    name(path) {
      const inside = below(path, top);
      if (inside !== undefined) return inside;
      const own = below(path, home);
      return own === undefined ? path : `~/${own}`;
    },
    path: (name) => (name.startsWith("~/") ? join(home, name.slice(2)) : resolve(top, name)),
  };
}

/** Git itself is not asked: only the name is needed. */
function repositoryTop(from: string): string | undefined {
  for (let at = resolve(from); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}
