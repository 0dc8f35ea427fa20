/** Which CUE files belong to a package: its folder's, and those of the same package above it. */
import { isFileFault } from "./files.ts";
import type { FileFault, Files } from "./files.ts";
import { dirOf, joinPath } from "./path.ts";
import { isFault, packageNameOf } from "./source-cache.ts";
import type { ParsedFile, SourceCache } from "./source-cache.ts";

export interface FileSet {
  readonly files: Files;
  /** The module root: no file above it counts. */
  readonly root: string;
  readonly languageVersion: string;
  readonly cache: SourceCache;
}

/**
 * The files of one package ("*": of all packages) in a folder and its parents. Parents count only
 * if the folder itself has such a file, and stop at the one that holds cue.mod. Folders below
 * cue.mod have no parents.
 */
export function packageFiles(set: FileSet, dir: string, name: string): ParsedFile[] | FileFault {
  const out: ParsedFile[] = [];
  let matched: Set<string> | undefined;
  const relative = dir.slice(set.root.length);
  const inCueMod = relative.split("/").includes("cue.mod");
  if (leaves(set, dir)) return { fault: "other", text: "a link leads out of the module" };
  for (let at = dir; ;) {
    const entries = set.files.readFolder(at);
    if (isFileFault(entries)) return entries;
    let atRoot = at === set.root;
    const names = new Set<string>();
    for (const e of entries) {
      if (e.name === "cue.mod") atRoot = true;
      if (e.kind === "folder" || isHidden(e.name) || !e.name.endsWith(".cue")) continue;
      if (e.kind === "link" && leaves(set, joinPath(at, e.name))) continue;
      const file = set.cache.parse(set.files, joinPath(at, e.name), set.languageVersion);
      if (isFault(file)) continue;
      const own = packageNameOf(file);
      if (matched === undefined ? name !== "*" && own !== name : !matched.has(own)) continue;
      out.push(file);
      if (own !== "") names.add(own);
    }
    if (matched === undefined) matched = names;
    if (atRoot || inCueMod || matched.size === 0) return out;
    const parent = dirOf(at);
    if (parent.length >= at.length) return out;
    at = parent;
  }
}

/** All CUE files of a module from a folder down; nested modules and hidden folders are left out. */
export function allModuleFiles(set: FileSet, dir: string): ParsedFile[] {
  const out: ParsedFile[] = [];
  visit(set, dir, true, out);
  return out;
}

function visit(set: FileSet, dir: string, top: boolean, out: ParsedFile[]): void {
  const entries = set.files.readFolder(dir);
  set.files.lists?.(dir);
  if (isFileFault(entries)) return;
  if (!top && entries.some((e) => e.name === "cue.mod")) return;
  for (const e of entries) {
    if (e.kind === "folder" || isHidden(e.name) || !e.name.endsWith(".cue")) continue;
    if (e.kind === "link" && leaves(set, joinPath(dir, e.name))) continue;
    const file = set.cache.parse(set.files, joinPath(dir, e.name), set.languageVersion);
    if (!isFault(file)) out.push(file);
  }
  for (const e of entries) {
    if (e.kind === "folder" && e.name !== "cue.mod" && !isHidden(e.name)) visit(set, joinPath(dir, e.name), false, out);
  }
}

function leaves({ files, root }: FileSet, path: string): boolean {
  return root !== "" && path.startsWith(root) && files.outside?.(path, root) !== undefined;
}

function isHidden(name: string): boolean {
  return name === "" || name[0] === "." || name[0] === "_";
}

/** Whether a folder has a CUE file, whatever is in it. */
export function hasCueFiles(files: Files, dir: string): boolean | FileFault {
  const entries = files.readFolder(dir);
  if (isFileFault(entries)) return entries.fault === "absent" ? false : entries;
  for (const e of entries) {
    if (!e.name.endsWith(".cue")) continue;
    if (e.kind === "file" || (e.kind === "link" && files.stat(joinPath(dir, e.name)) === "file")) return true;
  }
  return false;
}
