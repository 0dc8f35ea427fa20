/** From package arguments to packages: patterns, folders, import paths. */
import {
  canonicalImportPath,
  formatImportPath,
  isLocalImport,
  parseImportPath,
  quote,
  splitVersion,
} from "../module/index.ts";
import type { ImportPath } from "../module/index.ts";
import { decideBuild } from "./build-attribute.ts";
import { isFileFault } from "./files.ts";
import type { LoadContext } from "./load-context.ts";
import { multiplePackages } from "./package-builder.ts";
import { allModuleFiles, packageFiles } from "./package-files.ts";
import type { FileSet } from "./package-files.ts";
import { baseOf, cleanPath, dirOf, joinPath } from "./path.ts";
import { packageNameOf } from "./source-cache.ts";

/** The import path of a folder of the main module, or why it has none. */
export function importPathOfFolder(c: LoadContext, dir: string, shown: string): { path?: string; error?: string } {
  const cannot = (why: string): { error: string } => ({
    error: `cannot determine import path for ${quote(shown)} (${why})`,
  });
  const clean = cleanPath(dir);
  if (!clean.startsWith(c.moduleRoot)) return cannot("dir outside of root");
  let rest = clean.slice(c.moduleRoot.length);
  if (rest !== "" && !rest.startsWith("/")) rest = `/${rest}`;
  if (rest.startsWith("/cue.mod/")) return { path: rest.slice("/cue.mod/".length) };
  if (c.module === "") return cannot("no module");
  for (let d = clean; d !== c.moduleRoot && d.length > c.moduleRoot.length; d = dirOf(d)) {
    if (!isFileFault(c.files.stat(joinPath(d, "cue.mod/module.cue")))) return cannot("directory is in a nested module");
  }
  const ip = parseImportPath(c.module);
  return { path: formatImportPath({ path: ip.path + rest, version: ip.version, qualifier: "", explicit: false }) };
}

/** The canonical paths of the packages that arguments name; a text if one makes no sense. */
export function expandPackages(c: LoadContext, args: readonly string[]): string[] | string {
  const out: string[] = [];
  for (const arg of args) {
    const bad = expandPackage(c, arg, out);
    if (bad !== undefined) return bad;
  }
  return out;
}

function expandPackage(c: LoadContext, arg: string, out: string[]): string | undefined {
  let ip = parseImportPath(arg);
  if (ip.qualifier === "_") return `invalid import path qualifier _ in ${quote(arg)}`;
  const dotted = ip.path.startsWith("./");
  const clean = cleanPath(ip.path);
  ip = { ...ip, path: dotted && clean !== "." ? `./${clean}` : clean };
  const local = isLocalImport(ip.path);
  let root = c.moduleRoot;
  if (local && c.module !== "") {
    const found = importPathOfFolder(c, joinPath(c.cwd, ip.path), arg);
    if (found.path === undefined) return found.error;
    const own = parseImportPath(found.path);
    // Without a written qualifier the folder's own name is the one to look for.
    ip = { ...ip, path: own.path, version: own.version };
  } else if (local) root = c.cwd;
  const set: FileSet = { files: c.files, root, languageVersion: c.mainFile?.languageVersion ?? "", cache: c.cache };
  if (!ip.path.includes("...")) {
    if (local && !ip.explicit) return expandFolder(c, set, arg, ip, out);
    out.push(formatImportPath(canonicalImportPath(ip)));
    return undefined;
  }
  const inside = cutModule(ip, c.module);
  if (inside === undefined) return `pattern not allowed in external package path ${quote(arg)}`;
  return expandPattern(c, set, inside, out);
}

/** The package of one folder: the one with its name, or the only one. */
function expandFolder(c: LoadContext, set: FileSet, arg: string, ip: ImportPath, out: string[]): string | undefined {
  const inside = cutModule(ip, c.module);
  if (inside === undefined) {
    return `internal error: local import path ${quote(arg)} in module ${quote(c.module)} has resulted in non-internal package ${quote(formatImportPath(ip))}`;
  }
  const dir = joinPath(set.root, inside);
  const kind = set.files.stat(dir);
  const asIs = (): void => void out.push(formatImportPath(ip));
  if (isFileFault(kind)) return void asIs();
  if (kind !== "folder") return `${arg} is a file and not a package directory`;
  const files = packageFiles(set, dir, "*");
  if (isFileFault(files)) return `readDir: open ${dir}: ${files.text}`;
  const kept = files.filter((f) => decideBuild(f, c.tagger.isSet).kind === "build");
  if (c.package === "*") {
    for (const name of new Set(kept.map(packageNameOf))) out.push(formatImportPath({ ...ip, qualifier: name }));
    return undefined;
  }
  const named = [];
  for (const f of kept) {
    const name = packageNameOf(f);
    if ((name !== "" && name === ip.qualifier) || (c.package === "_" && name === "")) return void asIs();
    if (name !== "") named.push(f);
  }
  const first = named[0];
  if (first === undefined) return void asIs();
  const name = packageNameOf(first);
  for (const f of named) {
    const other = packageNameOf(f);
    // The folder is shown relative to the module root, as is.
    if (other !== name) return multiplePackages(name, baseOf(first.path), other, baseOf(f.path), cleanPath(inside));
  }
  out.push(formatImportPath({ ...ip, qualifier: name }));
  return undefined;
}

/** All packages below a folder; two in one folder are a mistake. What follows "..." does not count. */
function expandPattern(c: LoadContext, set: FileSet, inside: string, out: string[]): string | undefined {
  const before = inside.slice(0, inside.indexOf("..."));
  const top = joinPath(set.root, before.slice(0, before.lastIndexOf("/") + 1));
  const module = parseImportPath(c.module);
  let last: { dir: string; name: string; file: string } | undefined;
  for (const f of allModuleFiles(set, top)) {
    if (decideBuild(f, c.tagger.isSet).kind !== "build") continue;
    const own = packageNameOf(f);
    const wanted =
      c.package === "*" || (c.package === "" ? own !== "" : c.package === "_" ? own === "" : own === c.package);
    if (!wanted) continue;
    const name = own === "" ? "_" : own;
    const dir = dirOf(f.path).slice(set.root.length).replace(/^\//, "");
    if (c.package === "" && last !== undefined && last.dir === dir && last.name !== name) {
      return multiplePackages(last.name, last.file, name, baseOf(f.path), dir === "" ? "." : dir);
    }
    const path = module.path === "" ? `./${dir}` : joinPath(module.path, dir);
    out.push(formatImportPath({ path, version: module.version, qualifier: name, explicit: false }));
    last = { dir, name, file: baseOf(f.path) };
  }
  return undefined;
}

/** The path inside the module, "." for its root; undefined if it is another module's. */
function cutModule(ip: ImportPath, module: string): string | undefined {
  if (module === "") return ip.path;
  const m = splitVersion(module);
  if (ip.path === m.path) return ".";
  if (!ip.path.startsWith(`${m.path}/`)) return undefined;
  if (ip.version !== "" && m.version !== "" && ip.version !== m.version) return undefined;
  return `.${ip.path.slice(m.path.length)}`;
}
