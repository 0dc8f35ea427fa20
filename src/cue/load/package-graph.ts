/**
 * Finds the module and folder of every package that is needed, following imports. Works only with
 * what the module store has at hand; packages that wait for a module are left without an answer,
 * and the graph is made anew when the store knows more.
 */
import {
  canonicalImportPath,
  canonicalImportText,
  checkImportPath,
  defaultMajor,
  dependencyDefaultMajor,
  formatImportPath,
  formatModuleVersion,
  isBuiltinPath,
  listedVersion,
  localModule,
  majorOf,
  makeModuleVersion,
  parseImportPath,
  quote,
  selectVersions,
} from "../module/index.ts";
import type { Reason } from "../../source/index.ts";
import type { Fault, ModuleFile, ModuleVersion, Requirements } from "../module/index.ts";
import { isFileFault } from "./files.ts";
import type { ModuleStore } from "./module-store.ts";
import { hasCueFiles, packageFiles } from "./package-files.ts";
import { dirOf, joinPath } from "./path.ts";
import type { ModuleSource } from "./registry.ts";
import { originalImportPath } from "./replacement.ts";
import type { Replacements } from "./replacement.ts";
import { importsOf } from "./source-cache.ts";
import type { ParsedFile, SourceCache } from "./source-cache.ts";

/** Why a package is not to be had. */
export interface Obstacle {
  readonly text: string;
  readonly reason: Reason;
}

interface PackageInfo {
  /** Canonical import path. */
  readonly path: string;
  builtin: boolean;
  error: Obstacle | undefined;
  module: ModuleVersion | undefined;
  source: ModuleSource | undefined;
  /** More than one only for packages below cue.mod. */
  dirs: readonly string[];
  external: boolean;
  /** Imports whose path means another one here: a default major version, a replacement. */
  readonly resolved: Map<string, string>;
  /** Needs a module that is not at hand yet. */
  waiting: boolean;
}

interface GraphContext {
  readonly main: ModuleFile;
  readonly mainSource: ModuleSource;
  readonly requirements: Requirements;
  readonly store: ModuleStore;
  readonly replacements: Replacements | undefined;
  readonly cache: SourceCache;
  /** Whether a file's imports count. */
  readonly includes: (file: ParsedFile, inMain: boolean) => boolean;
}

interface Location {
  readonly module: ModuleVersion;
  readonly source: ModuleSource;
  readonly dirs: readonly string[];
}

/** The answer, a reason why there is none, or "waiting". */
type Search = Location | Obstacle | typeof waiting;
const waiting = Symbol("waiting");

export class PackageGraph {
  readonly #c: GraphContext;
  readonly #packages = new Map<string, PackageInfo>();
  readonly #mainVersion: ModuleVersion;
  #selected: Map<string, string> | Obstacle | undefined;

  constructor(context: GraphContext) {
    this.#c = context;
    this.#mainVersion = { path: context.requirements.mainPath, version: "" };
  }

  get(path: string): PackageInfo | undefined {
    return this.#packages.get(path);
  }

  /** Adds packages by canonical path, and all that they import. */
  load(paths: readonly string[]): void {
    const work = [...paths];
    for (let path = work.pop(); path !== undefined; path = work.pop()) {
      if (this.#packages.has(path)) continue;
      const info: PackageInfo = {
        path,
        builtin: false,
        error: undefined,
        module: undefined,
        source: undefined,
        dirs: [],
        external: false,
        resolved: new Map(),
        waiting: false,
      };
      this.#packages.set(path, info);
      for (const next of this.#loadOne(info)) if (!this.#packages.has(next)) work.push(next);
    }
  }

  #loadOne(info: PackageInfo): readonly string[] {
    // A leading slash has an empty first element, which has no dot either.
    if (isBuiltinPath(info.path) || info.path.startsWith("/")) {
      info.builtin = true;
      return [];
    }
    const found = this.#find(info.path, (prefix) => defaultMajor(this.#c.requirements, prefix));
    if (found === waiting) {
      info.waiting = true;
      return [];
    }
    if ("reason" in found) {
      info.error = found;
      return [];
    }
    info.module = found.module;
    info.source = found.source;
    info.dirs = found.dirs;
    info.external = found.module !== this.#mainVersion;
    const ip = parseImportPath(info.path);
    if (ip.qualifier === "") return [];
    if (ip.qualifier === "_") {
      info.error = obstacle(info.path, `_ is not a valid import path qualifier in ${quote(info.path)}`);
      return [];
    }
    const imports = this.#importsOf(info, ip.qualifier);
    return imports === undefined ? [] : this.#resolveImports(info, imports);
  }

  /** The canonical paths that a package's files import, sorted; undefined after an error. */
  #importsOf(info: PackageInfo, name: string): string[] | undefined {
    const inMain = info.module?.path === this.#mainVersion.path;
    const imports = new Set<string>();
    let found = false;
    let excluded = 0;
    for (const dir of info.dirs) {
      const set = {
        files: info.source!.files,
        root: info.source!.root,
        languageVersion: this.#languageOf(info),
        cache: this.#c.cache,
      };
      const files = packageFiles(set, dir, name);
      if (isFileFault(files)) {
        info.error = obstacle(info.path, `cannot get imports: cannot read ${quote(dir)}: ${files.text}`);
        return undefined;
      }
      for (const f of files) {
        if (!this.#c.includes(f, inMain)) {
          excluded++;
          continue;
        }
        found = true;
        for (const i of importsOf(f)) imports.add(canonicalImportText(i.path));
      }
    }
    if (!found) {
      const excludes = excluded > 0 ? ` (${excluded} files were excluded)` : "";
      info.error = obstacle(info.path, `no files in package directory with package name ${quote(name)}${excludes}`);
      return undefined;
    }
    return [...imports].sort();
  }

  #languageOf(info: PackageInfo): string {
    if (info.module === undefined || info.module === localModule || !info.external) return this.#c.main.languageVersion;
    const file = this.#c.store.moduleFile(info.module);
    return file?.ok === true ? file.value.languageVersion : "";
  }

  #resolveImports(info: PackageInfo, imports: string[]): string[] {
    const { replacements, store } = this.#c;
    const rename = (i: number, to: string): void => {
      if (to === imports[i]) return;
      info.resolved.set(imports[i]!, to);
      imports[i] = to;
    };
    // A replacing module that imports itself by its own name means the module it stands for.
    if (replacements?.byPath.has(info.module!.path) === true) {
      for (const [i, path] of imports.entries()) rename(i, originalImportPath(replacements, path));
    }
    if (!info.external) return imports;
    const file = info.module === localModule ? undefined : store.moduleFile(info.module!);
    for (const [i, path] of imports.entries()) {
      const ip = parseImportPath(path);
      if (ip.version !== "" || isBuiltinPath(path)) continue;
      if (file === undefined && info.module !== localModule) {
        info.waiting = true;
        return [];
      }
      const majorIn = (prefix: string): string | undefined =>
        file?.ok === true ? dependencyDefaultMajor(file.value, prefix) : undefined;
      const found = this.#find(path, majorIn);
      if (found === waiting) {
        info.waiting = true;
        return [];
      }
      if ("reason" in found) {
        if (found.text !== missing(path).text) info.error = found;
        continue;
      }
      if (found.module === localModule) continue;
      const version = majorOf(found.module.version);
      rename(i, formatImportPath(canonicalImportPath({ ...ip, version })));
    }
    return imports;
  }

  #find(path: string, majorFor: (prefix: string) => string | undefined): Search {
    const ip = parseImportPath(path);
    if (ip.path.startsWith("/")) return obstacle(path, `${quote(path)} is not a package path`);
    const bad = checkImportPath(path);
    if (bad !== undefined) return obstacle(path, bad);
    const local = this.#localLocation(ip.path);
    // First with the listed versions alone; only then with those of all module files.
    for (const full of [false, true]) {
      const selected = full ? this.#select() : undefined;
      if (selected === waiting) return waiting;
      if (selected !== undefined && "reason" in selected)
        return { text: `cannot expand module graph: ${selected.text}`, reason: about(selected.reason, { path }) };
      const found = this.#locations(ip.path, ip.version, majorFor, selected);
      if (found === waiting || "reason" in found) return found;
      if (local !== undefined) found.unshift(local);
      if (found.length > 1) return obstacle(path, ambiguous(path, found));
      if (found.length === 1) return found[0]!;
    }
    return missing(path);
  }

  #localLocation(path: string): Location | undefined {
    const source = this.#c.mainSource;
    const dirs: string[] = [];
    for (const sub of ["gen", "usr", "pkg"]) {
      const dir = joinPath(source.root, "cue.mod", sub, path);
      if (hasCueFiles(source.files, dir) === true) dirs.push(dir);
    }
    return dirs.length === 0 ? undefined : { module: localModule, source, dirs };
  }

  /** Every ancestor of the path that is a module of the build and has CUE files there. */
  #locations(
    path: string,
    major: string,
    majorFor: (prefix: string) => string | undefined,
    selected: ReadonlyMap<string, string> | undefined,
  ): Location[] | Obstacle | typeof waiting {
    const out: Location[] = [];
    let wait = false;
    for (let prefix = path; ;) {
      const v = major === "" ? majorFor(prefix) : major;
      const full = v === undefined ? undefined : `${prefix}@${v}`;
      const version =
        full === undefined
          ? undefined
          : selected === undefined
            ? listedVersion(this.#c.requirements, full)
            : selected.get(full);
      if (full !== undefined && version !== undefined && version !== "none") {
        const m = full === this.#mainVersion.path ? this.#mainVersion : makeModuleVersion(full, version);
        if (typeof m !== "string") {
          const found = this.#inModule(path, prefix, m);
          if (found === waiting) wait = true;
          else if (found !== undefined && "reason" in found) return found;
          else if (found !== undefined) out.push(found);
        }
      }
      const parent = dirOf(prefix);
      if (parent === "." || parent === prefix) break;
      prefix = parent;
    }
    return wait ? waiting : out;
  }

  #inModule(path: string, prefix: string, m: ModuleVersion): Location | Obstacle | undefined | typeof waiting {
    const isMain = m === this.#mainVersion;
    let source = this.#c.mainSource;
    if (!isMain) {
      const result = this.#c.store.source(m);
      if (result === undefined) return waiting;
      if (!result.ok) return unfetched(`cannot fetch ${formatModuleVersion(m)}`, result.fault, m, { path });
      source = result.value;
    }
    const dir = joinPath(source.root, path.slice(prefix.length));
    if (isMain || this.#c.store.isLocalFolder(m)) {
      // A module inside the module hides what lies below it.
      for (let d = dir; d !== source.root && d.length > source.root.length; d = dirOf(d)) {
        if (!isFileFault(source.files.stat(joinPath(d, "cue.mod/module.cue")))) return undefined;
      }
    }
    const has = hasCueFiles(source.files, dir);
    if (typeof has !== "boolean") return obstacle(path, `cannot find package: readDir: open ${dir}: ${has.text}`);
    return has ? { module: m, source, dirs: [dir] } : undefined;
  }

  /** Versions by minimal version selection; an obstacle if a module file cannot be had. */
  #select(): Map<string, string> | Obstacle | typeof waiting {
    if (this.#selected !== undefined) return this.#selected;
    const files: ModuleFile[] = [];
    let wait = false;
    for (const m of this.#c.requirements.roots) {
      if (m.version === "none" || (m.version === "" && this.#c.replacements?.byPath.has(m.path) !== true)) continue;
      const file = this.#c.store.moduleFile(m);
      if (file === undefined) wait = true;
      else if (!file.ok) return (this.#selected = unfetched(formatModuleVersion(m), file.fault, m));
      else files.push(file.value);
    }
    if (wait) return waiting;
    return (this.#selected = selectVersions(this.#c.requirements, files));
  }
}

const obstacle = (path: string, text: string): Obstacle => ({ text, reason: { kind: "import", args: { path } } });

const missing = (path: string): Obstacle => obstacle(path, `cannot find module providing package ${path}`);

/** A module that cannot be had keeps the registry's reason. */
function unfetched(what: string, fault: Fault, m: ModuleVersion, args: Reason["args"] = {}): Obstacle {
  return {
    text: `${what}: ${fault.message}`,
    reason: about(fault.reason, { ...args, module: formatModuleVersion(m) }),
  };
}

const about = (reason: Reason, args: Reason["args"]): Reason => ({ ...reason, args: { ...reason.args, ...args } });

/** From the shortest module path to the longest. */
function ambiguous(path: string, found: readonly Location[]): string {
  let out = `ambiguous import: found package ${path} in multiple locations:`;
  for (const l of [...found].reverse()) {
    const version = l.module.version === "" ? "" : ` ${l.module.version}`;
    const dir = l.dirs[0]!.slice(l.source.root.length).replace(/^\//, "");
    out += `\n\t${l.module.path}${version} (${dir === "" ? "." : dir})`;
  }
  return out;
}
