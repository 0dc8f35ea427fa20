import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ZipFile } from "../registry/index.ts";

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
      } else if (e.isFile()) out.push({ name, content: readFileSync(join(root, name)) });
    }
  }
  return out.sort((a, b) => (a.name < b.name ? -1 : 1));
}
