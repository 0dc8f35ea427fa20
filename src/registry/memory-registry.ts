/** Modules that need no network: those that ship with the product, and those of tests. */
import {
  failure,
  formatModuleVersion,
  majorOf,
  makeModuleVersion,
  modulePathOf,
  parseModuleFile,
  quote,
  sortSemver,
  splitVersion,
  success,
} from "../cue/module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../cue/module/index.ts";
import { isFileFault, MemoryFiles } from "../cue/load/index.ts";
import type { Files, ModuleSource, Registry } from "../cue/load/index.ts";

interface StoredFolder {
  readonly source: ModuleSource;
  readonly file: ModuleFile;
}

export class MemoryRegistry implements Registry {
  readonly #modules = new Map<string, StoredFolder>();
  readonly #versions = new Map<string, string[]>();

  /** Adds the module in a folder of some files (a disk, an archive). Returns what is wrong with it. */
  addFolder(version: string, files: Files, root: string): string | undefined {
    const content = files.readFile(`${root}/cue.mod/module.cue`);
    if (isFileFault(content)) return `open ${root}/cue.mod/module.cue: ${content.text}`;
    const parsed = parseModuleFile(content, `${root}/cue.mod/module.cue`);
    if (!parsed.ok) return parsed.fault.message;
    const m = makeModuleVersion(parsed.value.qualifiedModule, version);
    if (typeof m === "string") return m;
    if (m.version === "") return `module ${quote(m.path)} needs a version`;
    this.#modules.set(formatModuleVersion(m), { source: { files, root }, file: parsed.value });
    const base = modulePathOf(m);
    const versions = this.#versions.get(base) ?? [];
    versions.push(version);
    this.#versions.set(base, sortSemver(versions));
    return undefined;
  }

  /** Adds a module by the texts of its files; messages show them below `path@version/`. */
  addFiles(path: string, version: string, files: Iterable<readonly [string, string | Uint8Array]>): string | undefined {
    const root = `${splitVersion(path).path}@${version}`;
    const memory = new MemoryFiles();
    for (const [name, content] of files) memory.write(`${root}/${name}`, content);
    return this.addFolder(version, memory, root);
  }

  cachedModuleFile(m: ModuleVersion): Result<ModuleFile> {
    const found = this.#modules.get(formatModuleVersion(m));
    return found === undefined ? notFound(m) : success(found.file);
  }

  cachedSource(m: ModuleVersion): Result<ModuleSource> {
    const found = this.#modules.get(formatModuleVersion(m));
    return found === undefined ? notFound(m) : success(found.source);
  }

  moduleFile(m: ModuleVersion): Promise<Result<ModuleFile>> {
    return Promise.resolve(this.cachedModuleFile(m));
  }

  fetch(m: ModuleVersion): Promise<Result<ModuleSource>> {
    return Promise.resolve(this.cachedSource(m));
  }

  versions(path: string): Promise<Result<readonly string[]>> {
    const split = splitVersion(path);
    const all = this.#versions.get(split.path) ?? [];
    return Promise.resolve(success(split.found ? all.filter((v) => majorOf(v) === split.version) : all));
  }
}

function notFound(m: ModuleVersion): ReturnType<typeof failure> {
  return failure(`module ${formatModuleVersion(m)}: module not found`, true);
}
