// Which commit a folder is at, read from git's own files: no program has to be there.
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The full hash; undefined outside of a repository. */
export function gitCommit(folder: string): string | undefined {
  const git = findGit(resolve(folder));
  if (git === undefined) return undefined;
  const head = read(join(git, "HEAD"))?.trim() ?? "";
  if (/^[0-9a-f]{40,64}$/.test(head)) return head;
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  if (ref === undefined) return undefined;
  const common = read(join(git, "commondir"))?.trim();
  for (const root of [git, ...(common === undefined ? [] : [resolve(git, common)])]) {
    const loose = read(join(root, ref))?.trim();
    if (loose !== undefined && /^[0-9a-f]{40,64}$/.test(loose)) return loose;
    for (const line of (read(join(root, "packed-refs")) ?? "").split("\n")) {
      const [hash, name] = line.split(" ");
      if (name === ref && hash !== undefined) return hash;
    }
  }
  return undefined;
}

function findGit(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return path;
    // A worktree has a file that says where the rest is.
    if (stat?.isFile()) {
      const there = /^gitdir: (.+)$/m.exec(read(path) ?? "")?.[1];
      return there === undefined ? undefined : resolve(folder, there.trim());
    }
    if (dirname(folder) === folder) return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
