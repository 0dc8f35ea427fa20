/**
 * The loader's synchronous view of a registry: what is at hand is answered at once, the rest is
 * noted as wanted; between two runs of the loader somebody fetches what was wanted.
 */
import { failure, moduleFailure, formatModuleVersion, parseModuleFile, reworded, success } from "../module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../module/index.ts";
import { isFileFault } from "./files.ts";
import type { Files } from "./files.ts";
import { isAbsolute, joinPath } from "./path.ts";
import type { ModuleSource, Registry } from "./registry.ts";
import type { Replacements } from "./replacement.ts";

export class ModuleStore {
  readonly #registry: Registry;
  readonly #sources = new Map<string, Result<ModuleSource>>();
  readonly #files = new Map<string, Result<ModuleFile>>();
  readonly #wantedSources = new Map<string, ModuleVersion>();
  readonly #wantedFiles = new Map<string, ModuleVersion>();
  #replacements: Replacements | undefined;
  #local: { files: Files; root: string } | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** From now on replaced modules come from where the main module says. */
  replace(replacements: Replacements, files: Files, root: string): void {
    this.#replacements = replacements;
    this.#local = { files, root };
  }

  isLocalFolder(m: ModuleVersion): boolean {
    const r = this.#replacements?.byPath.get(m.path);
    return r !== undefined && "dir" in r;
  }

  /** undefined: not known yet. */
  source(m: ModuleVersion): Result<ModuleSource> | undefined {
    const r = this.#replacements?.byPath.get(m.path);
    if (r !== undefined && "dir" in r) return success(this.#folder(r.dir));
    return this.#look(r === undefined ? m : r.module, this.#sources, this.#wantedSources, (v) =>
      this.#registry.cachedSource(v),
    );
  }

  moduleFile(m: ModuleVersion): Result<ModuleFile> | undefined {
    const r = this.#replacements?.byPath.get(m.path);
    if (r !== undefined && "dir" in r) return this.#folderModuleFile(r.dir);
    return this.#look(r === undefined ? m : r.module, this.#files, this.#wantedFiles, (v) =>
      this.#registry.cachedModuleFile(v),
    );
  }

  get hasWanted(): boolean {
    return this.#wantedSources.size + this.#wantedFiles.size > 0;
  }

  /** Fetches everything that was asked for and not at hand. */
  async fetchWanted(): Promise<void> {
    const work: Promise<void>[] = [];
    for (const [key, m] of this.#wantedSources) {
      work.push(this.#registry.fetch(m).then((r) => void this.#sources.set(key, r)));
    }
    for (const [key, m] of this.#wantedFiles) {
      work.push(this.#registry.moduleFile(m).then((r) => void this.#files.set(key, r)));
    }
    this.#wantedSources.clear();
    this.#wantedFiles.clear();
    await Promise.all(work);
  }

  /** Answers what was wanted with a fault: for callers that cannot wait. */
  refuseWanted(): void {
    for (const key of this.#wantedSources.keys()) this.#sources.set(key, failure(`module ${key}: not in the cache`));
    for (const key of this.#wantedFiles.keys()) this.#files.set(key, failure(`module ${key}: not in the cache`));
    this.#wantedSources.clear();
    this.#wantedFiles.clear();
  }

  #look<T>(
    m: ModuleVersion,
    known: Map<string, Result<T>>,
    wanted: Map<string, ModuleVersion>,
    cached: (m: ModuleVersion) => Result<T> | undefined,
  ): Result<T> | undefined {
    const key = formatModuleVersion(m);
    let result = known.get(key);
    if (result === undefined && !wanted.has(key)) {
      result = cached(m);
      if (result === undefined) wanted.set(key, m);
      else known.set(key, result);
    }
    return result;
  }

  #folder(dir: string): ModuleSource {
    const { files, root } = this.#local!;
    return { files, root: isAbsolute(dir) ? dir : joinPath(root, dir) };
  }

  #folderModuleFile(dir: string): Result<ModuleFile> {
    const { files, root } = this.#folder(dir);
    const path = joinPath(root, "cue.mod/module.cue");
    const content = files.readFile(path);
    if (isFileFault(content))
      return moduleFailure(`cannot read module file in replacement directory: open ${path}: ${content.text}`);
    const parsed = parseModuleFile(content, joinPath(dir, "cue.mod/module.cue"));
    return parsed.ok
      ? parsed
      : reworded(parsed.fault, `cannot parse module file in replacement directory: ${parsed.fault.message}`);
  }
}
