/** Loads packages into instances, and what they import. */
import type { Reason, SourcePosition } from "../../source/index.ts";
import {
  canonicalImportPath,
  canonicalImportText,
  checkImportPath,
  formatImportPath,
  isBuiltinPath,
  isLocalImport,
  localModule,
  majorOf,
  makeFault,
  parseImportPath,
  parseModuleFile,
  quote,
  withoutQualifier,
  wrapFault,
} from "../module/index.ts";
import type { Fault, ModuleFile, ModuleVersion } from "../module/index.ts";
import type { FileArgument } from "./file-type.ts";
import { isFileFault } from "./files.ts";
import type { FileFault } from "./files.ts";
import { emptyInstance } from "./instance.ts";
import type { Instance } from "./instance.ts";
import type { LoadContext } from "./load-context.ts";
import { findModuleRoot, isModuleRoot } from "./module-root.ts";
import type { Obstacle } from "./package-graph.ts";
import { isNoFiles, PackageBuilder } from "./package-builder.ts";
import { cleanPath, dirOf, isAbsolute, joinPath, relativePath } from "./path.ts";
import { originalImportPath } from "./replacement.ts";
import { importPathOfFolder } from "./search.ts";
import { importsOf } from "./source-cache.ts";

interface Base {
  /** Files outside of `top` do not count. */
  readonly top: string;
  readonly dir: string;
}

export class InstanceLoader {
  readonly #c: LoadContext;
  readonly #imported = new Map<string, Instance>();
  readonly #folders = new Map<string, readonly string[] | FileFault>();
  readonly #moduleFiles = new Map<string, ModuleFile | Fault>();
  /** Import paths from the argument down to the package being loaded. */
  readonly #stack: string[] = [];

  constructor(context: LoadContext) {
    this.#c = context;
  }

  /** The instance of all file arguments together. */
  fileArguments(args: readonly FileArgument[]): Instance {
    const c = this.#c;
    const p = emptyInstance(c.files);
    p.dir = c.cwd;
    p.displayPath = "command-line-arguments";
    const builder = new PackageBuilder(c, p, true);
    if (c.package === "*") {
      builder.allPackages = true;
      p.packageName = "_";
    }
    for (const a of args) builder.add(a.name === "-" || isAbsolute(a.name) ? a.name : joinPath(c.cwd, a.name), a);
    p.root = c.cwd;
    for (const f of builder.finish(p)) if (p.dataFiles.length === 0 || !isNoFiles(f)) p.errors.push(f);
    this.#complete(p);
    return p;
  }

  /** The package of a folder given as `./x`. */
  relative(path: string, packageName: string): Instance {
    const c = this.#c;
    const p = emptyInstance(c.files);
    p.packageName = packageName;
    p.displayPath = path;
    p.root = c.moduleRoot;
    p.module = c.module;
    p.moduleVersion = c.module === "" ? undefined : { path: c.module, version: "" };
    p.moduleFile = c.mainFile;
    p.dir = joinPath(c.cwd, path);
    const clean = cleanLocal(path);
    if (path !== clean) {
      p.errors.push(
        makeFault(
          "import",
          `non-canonical import path: ${quote(path)} should be ${quote(cleanPath(path))}`,
          [],
          [...this.#stack],
        ),
      );
      p.incomplete = true;
    }
    const found = importPathOfFolder(c, p.dir, path);
    if (found.path !== undefined) {
      const named = c.package === "_" || c.package === "*" ? "" : c.package;
      p.importPath = qualify(found.path, named) ?? "";
    }
    return p;
  }

  /** The package of an import path. */
  absolute(path: string, position: SourcePosition | undefined): Instance {
    const c = this.#c;
    const p = emptyInstance(c.files);
    const parts = parseImportPath(path);
    const fail = (message: string, reason: Reason = { kind: "import", args: { path } }): void =>
      void p.errors.push(this.#packageFault(reason, message, position));
    p.packageName = parts.qualifier;
    p.displayPath = path;
    p.importPath = path;
    const info = this.#locate(path);
    if ("reason" in info) fail(info.text, info.reason);
    if (p.packageName === "") fail(`cannot determine package name for ${quote(path)}; set it explicitly with ':'`);
    else if (p.packageName === "_") fail(`_ is not a valid import path qualifier in ${quote(path)}`);
    if ("reason" in info) return p;
    const { module, source } = info;
    p.sourceFiles = source.files;
    p.dir = info.dir;
    p.root = source.root;
    p.module = module.path;
    p.moduleVersion = module;
    const file = this.#moduleFile(module, source.root, p);
    if ("message" in file) p.errors.push(file);
    else p.moduleFile = file;
    const version = parts.version === "" && module !== localModule ? majorOf(module.version) : parts.version;
    p.id = formatImportPath(canonicalImportPath({ ...parts, version }));
    return p;
  }

  #packageFault(reason: Reason, message: string, position: SourcePosition | undefined): Fault {
    if (position === undefined) return makeFault(reason, message, [], [...this.#stack]);
    return {
      ...makeFault(reason, message, [position], [...this.#stack]),
      detail: `${position.file}:${position.line}:${position.column}: ${message}`,
    };
  }

  #moduleFile(m: ModuleVersion, root: string, p: Instance): ModuleFile | Fault {
    if (m.path === this.#c.module || m === localModule) return this.#c.mainFile!;
    const key = `${root} ${m.version}`;
    let file = this.#moduleFiles.get(key);
    if (file === undefined) {
      const content = p.sourceFiles.readFile(joinPath(root, "cue.mod/module.cue"));
      const parsed = isFileFault(content)
        ? { ok: false as const, fault: makeFault("file", `open cue.mod/module.cue: ${content.text}`) }
        : parseModuleFile(content, "cue.mod/module.cue", { strict: !this.#c.store.isLocalFolder(m) });
      file = parsed.ok ? parsed.value : wrapFault(parsed.fault, `${m.path}@${m.version}`);
      this.#moduleFiles.set(key, file);
    }
    return file;
  }

  /** Module and folder of a package, or why there are none. */
  #locate(
    path: string,
  ): { module: ModuleVersion; source: { files: Instance["sourceFiles"]; root: string }; dir: string } | Obstacle {
    const c = this.#c;
    const obstacle = (text: string): Obstacle => ({ text, reason: { kind: "import", args: { path } } });
    if (path === "") return obstacle("empty import path");
    if (isBuiltinPath(path))
      return obstacle(`standard library import path ${quote(path)} cannot be imported as a CUE package`);
    if (c.graph === undefined) {
      return obstacle(checkImportPath(path) ?? "imports are unavailable because there is no cue.mod/module.cue file");
    }
    const parts = parseImportPath(path);
    const plain = formatImportPath(withoutQualifier(parts));
    const info = c.graph.get(canonicalImportText(path));
    if (info === undefined) return obstacle(`no dependency found for package ${quote(plain)}`);
    if (info.error !== undefined) {
      const { text, reason } = info.error;
      return {
        text: `cannot find package ${quote(plain)}: ${text}`,
        reason: { ...reason, args: { ...reason.args, path: plain } },
      };
    }
    if (info.module === undefined || info.source === undefined || info.dirs.length === 0)
      return obstacle(`no location found for package ${quote(plain)}`);
    // Packages below cue.mod may lie in up to three folders; gen stands for all of them.
    const dir = info.module === localModule ? joinPath(c.moduleRoot, "cue.mod/gen", parts.path) : info.dirs[0]!;
    return { module: info.module, source: info.source, dir };
  }

  /** Reads a package: one instance, or all of a folder if all were asked for. */
  load(p: Instance): Instance[] {
    if (this.#stack.includes(p.importPath)) {
      p.errors.push(makeFault({ kind: "import", args: { path: p.importPath } }, "package import cycle not allowed"));
      p.incomplete = true;
      return [p];
    }
    this.#stack.push(p.importPath);
    const all = p.errors.length > 0 ? [p] : this.#read(p);
    this.#stack.pop();
    for (const i of all) if (i.errors.length > 0) i.incomplete = true;
    return all;
  }

  #read(p: Instance): Instance[] {
    const c = this.#c;
    const builder = new PackageBuilder(c, p, false);
    if (p.packageName === "") {
      builder.allPackages = c.package === "*";
      p.packageName = c.package === "*" ? "_" : c.package;
    }
    builder.ignoreOther = p.packageName !== "";
    const bases = this.#bases(p);
    if (!bases.some((b) => p.sourceFiles.stat(b.dir) === "folder")) {
      p.errors.push(
        makeFault({ kind: "import", args: { path: p.displayPath } }, `cannot find package ${quote(p.displayPath)}`),
      );
      return [p];
    }
    const inModule = bases.some((b) => findModuleRoot(p.sourceFiles, b.dir) !== undefined);
    for (const base of bases) {
      const bad = this.#addFolders(p, builder, base, inModule);
      if (bad !== undefined) {
        p.errors.push(bad);
        return [p];
      }
    }
    const all: Instance[] = [];
    for (const q of builder.packages.values()) {
      const path = qualify(q.importPath, q.packageName);
      if (path !== undefined) q.importPath = path;
      else q.errors.push(makeFault("import", qualifierClash(q.importPath, q.packageName)));
      const faults = builder.finish(q);
      if (q.files.length === 0 && q.ignoredFiles.length === 0 && q.dataFiles.length === 0 && !builder.sawFiles)
        continue;
      all.push(q);
      if (faults.length > 0) {
        q.errors.push(...faults);
        return all;
      }
      this.#complete(q);
    }
    return all.sort((a, b) => (a.dir !== b.dir ? (a.dir < b.dir ? -1 : 1) : a.packageName < b.packageName ? -1 : 1));
  }

  /** The folders that make up a package: one, or those below cue.mod/{gen,pkg,usr}. */
  #bases(p: Instance): Base[] {
    const root = this.#c.moduleRoot;
    const gen = joinPath(root, "cue.mod/gen");
    if (p.sourceFiles !== this.#c.files || !p.dir.startsWith(gen))
      return [{ top: p.sourceFiles === this.#c.files ? root : p.root, dir: p.dir }];
    const rest = relativePath(gen, p.dir);
    return ["gen", "pkg", "usr"].map((sub) => {
      const top = joinPath(root, "cue.mod", sub);
      return { top, dir: joinPath(top, rest) };
    });
  }

  /** A folder and its parents up to the module root; parents only if the folder has files of the package. */
  #addFolders(p: Instance, builder: PackageBuilder, base: Base, inModule: boolean): Fault | undefined {
    for (let dir = cleanPath(base.dir), first = true; ; first = false) {
      const names = this.#folder(p, dir);
      if (isFileFault(names)) {
        return names.fault === "absent"
          ? undefined
          : makeFault(
              { kind: "file", args: { path: dir } },
              `import failed reading dir ${dir}: readDir: open ${dir}: ${names.text}`,
            );
      }
      let added = false;
      for (const name of names) if (builder.addFromFolder(dir, name)) added = true;
      if (
        p.packageName === "" ||
        !inModule ||
        isModuleRoot(p.sourceFiles, dir) ||
        dir === base.top ||
        (first && !added)
      )
        return undefined;
      builder.ignoreOther = true;
      const parent = dirOf(dir);
      if (parent === dir || parent.length < base.top.length) return undefined;
      dir = parent;
    }
  }

  #folder(p: Instance, dir: string): readonly string[] | FileFault {
    const cacheable = p.sourceFiles === this.#c.files;
    const known = cacheable ? this.#folders.get(dir) : undefined;
    if (known !== undefined) return known;
    const entries = p.sourceFiles.readFolder(dir);
    const names = isFileFault(entries)
      ? entries
      : entries.filter((e) => e.kind !== "folder").map((e) => (e.name === "-" ? "./-" : e.name));
    if (cacheable) this.#folders.set(dir, names);
    return names;
  }

  /** Loads the imports of an instance; the first that fails ends it. */
  #complete(p: Instance): void {
    const rename = this.#renaming(p);
    const uses = new Map<string, { position: SourcePosition; raws: Set<string>; all: SourcePosition[] }>();
    for (const f of p.files) {
      for (const { path: raw, position } of importsOf(f)) {
        const path = rename(raw);
        const known = uses.get(path);
        if (known === undefined) uses.set(path, { position, raws: new Set([raw]), all: [position] });
        else {
          known.raws.add(raw);
          known.all.push(position);
        }
      }
    }
    if (p.id === "")
      p.id = p.importPath !== "" ? p.importPath : p.packageName === "" ? "_" : `${p.module}:${p.packageName}`;
    const empty = uses.get("");
    if (empty !== undefined) {
      p.errors.push(makeFault("import", "empty import path", empty.all));
      p.incomplete = true;
      return;
    }
    for (const path of [...uses.keys()].sort()) {
      const { position, raws } = uses.get(path)!;
      const imported = this.#import(path, position);
      if (imported === undefined) continue;
      if (imported.errors.length > 0) {
        for (const e of imported.errors) p.errors.push(wrapFault(e, "import failed", position, "import"));
        p.incomplete = true;
        return;
      }
      for (const raw of raws) p.imports.set(raw, imported);
      if (imported.incomplete) p.incomplete = true;
    }
    if (p.errors.length > 0) p.incomplete = true;
  }

  /** undefined: a builtin package. */
  #import(path: string, position: SourcePosition): Instance | undefined {
    const known = this.#imported.get(path);
    if (known !== undefined) return known;
    if (isLocalImport(path)) {
      const p = emptyInstance(this.#c.files);
      p.errors.push(makeFault("import", `relative import paths not allowed (${quote(path)})`, [position]));
      return p;
    }
    if (isBuiltinPath(path)) return undefined;
    const p = this.absolute(path, position);
    this.load(p);
    if (p.errors.length === 0) {
      p.importPath = path;
      this.#imported.set(path, p);
    }
    return p;
  }

  /** What an import path in a package means: its module's own defaults and replacements. */
  #renaming(p: Instance): (path: string) => string {
    const { graph, replacements } = this.#c;
    const info = graph?.get(canonicalImportText(p.importPath));
    return (path) => {
      const to = replacements === undefined ? path : originalImportPath(replacements, path);
      return info?.external === true ? (info.resolved.get(to) ?? to) : to;
    };
  }
}

/** Adds a package name to an import path; undefined if it has another one. */
function qualify(path: string, name: string): string | undefined {
  if (name === "") return path;
  const ip = parseImportPath(path);
  if (ip.qualifier === "_" || (ip.explicit && ip.qualifier !== name)) return undefined;
  return formatImportPath({ ...ip, qualifier: name });
}

function qualifierClash(path: string, name: string): string {
  const ip = parseImportPath(path);
  return ip.qualifier === "_"
    ? `invalid import qualifier _ in ${quote(path)}`
    : `non-matching package names (${ip.qualifier} != ${name})`;
}

/** A relative path in its shortest form, its leading "./" kept. */
function cleanLocal(path: string): string {
  const clean = cleanPath(path);
  return path.startsWith("./") && clean !== ".." && !clean.startsWith("../") ? `./${clean}` : clean;
}
