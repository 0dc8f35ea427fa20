import { isFileFault, parseSource } from "../../cue/load/index.ts";
import type { Files } from "../../cue/load/index.ts";

/** The import paths of the CUE files of one folder. */
export function folderImports(files: Files, folder: string, languageVersion: string): ReadonlySet<string> {
  const found = new Set<string>();
  const entries = files.readFolder(folder);
  if (isFileFault(entries)) return found;
  for (const { name, kind } of entries) {
    if (kind === "folder" || !name.endsWith(".cue") || /^[._]/.test(name)) continue;
    const content = files.readFile(`${folder}/${name}`);
    if (isFileFault(content)) continue;
    for (const decl of parseSource(`${folder}/${name}`, content, languageVersion).syntax.decls) {
      if (decl.kind !== "ImportDecl") continue;
      for (const { path } of decl.specs) found.add(path.text.replace(/^"|"$/g, ""));
    }
  }
  return found;
}

/** The folders of a module that may hold packages: not hidden ones, not nested modules, not cue.mod. */
export function moduleFolders(files: Files, root: string): string[] {
  const out: string[] = [];
  const work = [root];
  for (let folder = work.pop(); folder !== undefined; folder = work.pop()) {
    const entries = files.readFolder(folder);
    if (isFileFault(entries) || (folder !== root && entries.some(({ name }) => name === "cue.mod"))) continue;
    out.push(folder);
    for (const { name, kind } of entries)
      if (kind === "folder" && !/^[._]/.test(name) && name !== "cue.mod") work.push(`${folder}/${name}`);
  }
  return out;
}
