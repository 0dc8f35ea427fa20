/** Finding the main module and reading its module files. */
import { moduleFailure, makeFault, parseLocalModuleFile, parseModuleFile, quote, success } from "../module/index.ts";
import type { ModuleFile, Result } from "../module/index.ts";
import { isFileFault } from "./files.ts";
import type { Files } from "./files.ts";
import { baseOf, dirOf, joinPath } from "./path.ts";
import { makeReplacements } from "./replacement.ts";
import type { Replacements } from "./replacement.ts";

interface MainModule {
  /** The folder that holds cue.mod; without one, the working folder. */
  readonly root: string;
  /** Undefined if there is no module.cue. */
  readonly file: ModuleFile | undefined;
  readonly replacements: Replacements | undefined;
}

export function isModuleRoot(files: Files, dir: string): boolean {
  return !isFileFault(files.stat(joinPath(dir, "cue.mod")));
}

/** The nearest ancestor with a cue.mod; undefined if there is none. */
export function findModuleRoot(files: Files, dir: string): string | undefined {
  for (let at = dir; ;) {
    if (isModuleRoot(files, at)) return at;
    const parent = dirOf(at);
    // Below a cue.mod there are no modules of their own.
    if (baseOf(parent) === "cue.mod" || parent.length >= at.length) return undefined;
    at = parent;
  }
}

/** Packages cannot be loaded from inside cue.mod, except from its package folders. */
function insideCueMod(dir: string): boolean {
  const elements = dir.split("/");
  const i = elements.lastIndexOf("cue.mod");
  if (i < 0) return false;
  const next = elements[i + 1];
  return next !== "pkg" && next !== "usr" && next !== "gen";
}

export function loadMainModule(files: Files, cwd: string, givenRoot: string | undefined): Result<MainModule> {
  if (insideCueMod(cwd)) return moduleFailure("cannot load packages inside the cue.mod directory");
  const root = givenRoot ?? findModuleRoot(files, cwd) ?? cwd;
  const path = joinPath(root, "cue.mod/module.cue");
  const content = files.readFile(path);
  if (isFileFault(content)) {
    if (content.fault === "not-folder" || files.stat(joinPath(root, "cue.mod")) === "file") {
      return moduleFailure("cue.mod files are no longer supported; use cue.mod/module.cue");
    }
    return success({ root, file: undefined, replacements: undefined });
  }
  const parsed = parseModuleFile(content, path);
  if (!parsed.ok) return parsed;
  let file = parsed.value;
  for (const [name, entry] of file.entries) {
    if (entry.replaceWith !== "") {
      return moduleFailure(
        `module replace for ${quote(name)} is not allowed in module.cue; move it to cue.mod/local-module.cue`,
      );
    }
  }
  const localPath = joinPath(root, "cue.mod/local-module.cue");
  const localContent = files.readFile(localPath);
  if (!isFileFault(localContent)) {
    const local = parseLocalModuleFile(localContent, localPath, file);
    if (!local.ok) return local;
    file = local.value;
  } else if (localContent.fault !== "absent") {
    return { ok: false, fault: makeFault("module", `load: open ${localPath}: ${localContent.text}`) };
  }
  const replacements = makeReplacements(file);
  if (typeof replacements === "string") return moduleFailure(replacements);
  const bad = replacements === undefined ? undefined : checkFolders(files, root, replacements);
  return bad === undefined ? success({ root, file, replacements }) : moduleFailure(bad);
}

/** A replacing folder must hold the module that it replaces. */
function checkFolders(files: Files, root: string, replacements: Replacements): string | undefined {
  for (const [path, r] of replacements.byPath) {
    if (!("dir" in r)) continue;
    const at = r.dir.startsWith("/") ? r.dir : joinPath(root, r.dir);
    const content = files.readFile(joinPath(at, "cue.mod/module.cue"));
    if (isFileFault(content)) continue;
    const parsed = parseModuleFile(content, "cue.mod/module.cue");
    if (parsed.ok && parsed.value.qualifiedModule !== path) {
      return `replacement directory ${r.dir} has module path ${quote(parsed.value.qualifiedModule)}, want ${quote(path)}`;
    }
  }
  return undefined;
}
