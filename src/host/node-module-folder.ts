import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { IgnoreRules } from "../registry/index.ts";
import type { Surroundings, ZipFile } from "../registry/index.ts";
import { readRegularFile } from "./node-regular-file.ts";

const versionControl = new Set([".bzr", ".git", ".hg", ".svn"]);

/**
 * The files of a module folder for an archive: regular files only, names with slashes. Folders of
 * version control and nested modules are left out.
 */
export function readModuleFolder(root: string): ZipFile[] {
  const out: ZipFile[] = [];
  const work = [""];
  for (let dir = work.pop(); dir !== undefined; dir = work.pop()) {
    const entries = readdirSync(join(root, dir), { withFileTypes: true });
    if (dir !== "" && entries.some((e) => e.name === "cue.mod")) continue;
    for (const e of entries) {
      const name = dir === "" ? e.name : `${dir}/${e.name}`;
      if (e.isDirectory()) {
        if (!versionControl.has(e.name)) work.push(name);
      } else if (e.isFile()) out.push({ name, content: readRegularFile(join(root, name)) });
    }
  }
  return out.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The repository of git around a module's folder, and what its files above the folder say to ignore. */
export function repositoryAround(root: string): Surroundings {
  const above: string[] = [];
  let top = root;
  while (!existsSync(join(top, ".git"))) {
    const parent = dirname(top);
    if (parent === top) return { prefix: "", ignored: new IgnoreRules() };
    above.push((top = parent));
  }
  const ignored = new IgnoreRules();
  const slashed = (path: string): string => relative(top, path).replaceAll("\\", "/");
  const add = (folder: string, file: string): void => {
    try {
      ignored.add(slashed(folder), readRegularFile(join(folder, file), 1 << 20).toString("utf8"));
    } catch {
      // most folders have none
    }
  };
  add(top, ".git/info/exclude");
  for (const folder of above) add(folder, ".gitignore");
  const inside = slashed(root);
  return { prefix: inside === "" ? "" : `${inside}/`, ignored };
}
