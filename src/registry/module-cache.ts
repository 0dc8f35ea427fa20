/**
 * Modules on disk in the layout that cue uses, so that both tools share one cache:
 *   mod/download/PATH/@v/VERSION.mod  the module file
 *   mod/download/PATH/@v/VERSION.zip  the archive
 *   mod/extract/PATH@VERSION/         its content
 * A VERSION.partial file marks content that is not complete. Upper case is escaped as "!x".
 */
import {
  escapeModulePath,
  escapeVersion,
  failure,
  formatModuleVersion,
  modulePathOf,
  parseModuleFile,
  reworded,
  success,
} from "../cue/module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../cue/module/index.ts";
import type { Files, ModuleSource, Registry } from "../cue/load/index.ts";
import { isFileFault } from "../cue/load/index.ts";
import { digestOf } from "./digest.ts";
import { readModuleArchive } from "./module-archive.ts";
import type { ModuleClient, StoredModule } from "./module-client.ts";
import type { Inflate } from "./zip-read.ts";
import type { ZipFile } from "./zip-write.ts";

/** The folder of a cache: reading as any files, writing so that others never see half of it. */
export interface CacheFolder {
  readonly files: Files;
  /** Absolute path of the folder that holds `mod`. */
  readonly root: string;
  /** Why somebody else may have written what is at a path; undefined if nobody else can have. */
  foreignHand(path: string): string | undefined;
  /** Writes a file whole or not at all. */
  writeFile(path: string, content: Uint8Array): Promise<void>;
  /**
   * Makes a read-only folder with these files, whole or not at all. If the folder is made by
   * another process meanwhile, that one stays. `partial` is the marker file of the other's work.
   */
  writeFolder(path: string, files: readonly ZipFile[], partial: string): Promise<void>;
}

export class ModuleCache implements Registry {
  readonly #folder: CacheFolder;
  readonly #client: ModuleClient;
  readonly #inflate: Inflate;
  readonly #fetching = new Map<string, Promise<Result<ModuleSource>>>();
  readonly #found = new Map<string, Promise<Result<StoredModule>>>();
  readonly #moduleFiles = new Map<string, Result<ModuleFile>>();

  constructor(folder: CacheFolder, client: ModuleClient, inflate: Inflate) {
    this.#folder = folder;
    this.#client = client;
    this.#inflate = inflate;
  }

  cachedModuleFile(m: ModuleVersion): Result<ModuleFile> | undefined {
    const key = formatModuleVersion(m);
    const known = this.#moduleFiles.get(key);
    if (known !== undefined) return known;
    const path = this.#downloadPath(m, "mod");
    if (!path.ok) return path;
    const content = this.#folder.files.readFile(path.value);
    if (isFileFault(content)) return undefined;
    return this.#refused(path.value) ?? this.#parse(m, content);
  }

  /** What somebody else may have written is not rendered as ours. */
  #refused(path: string): Result<never> | undefined {
    const why = this.#folder.foreignHand(path);
    return why === undefined
      ? undefined
      : failure(`the module cache is not used: ${why}; remove it, or name another cache with CUE_CACHE_DIR`);
  }

  cachedSource(m: ModuleVersion): Result<ModuleSource> | undefined {
    const folder = this.#extractPath(m);
    if (!folder.ok) return folder;
    const partial = this.#downloadPath(m, "partial");
    if (!partial.ok) return partial;
    const { files } = this.#folder;
    if (files.stat(folder.value) !== "folder" || !isFileFault(files.stat(partial.value))) return undefined;
    const refused = this.#refused(folder.value);
    if (refused !== undefined) return refused;
    return success({ files, root: folder.value });
  }

  async moduleFile(m: ModuleVersion): Promise<Result<ModuleFile>> {
    const cached = this.cachedModuleFile(m);
    if (cached !== undefined) return cached;
    const stored = await this.#find(m);
    if (!stored.ok) return stored;
    const content = await this.#client.moduleFile(stored.value);
    if (!content.ok) return content;
    const parsed = this.#parse(m, content.value);
    const path = this.#downloadPath(m, "mod");
    if (parsed.ok && path.ok) {
      const bad = await attempt(() => this.#folder.writeFile(path.value, content.value));
      if (bad !== undefined) return failure(bad);
    }
    return parsed;
  }

  fetch(m: ModuleVersion): Promise<Result<ModuleSource>> {
    const cached = this.cachedSource(m);
    if (cached !== undefined) return Promise.resolve(cached);
    const key = formatModuleVersion(m);
    let pending = this.#fetching.get(key);
    if (pending === undefined) {
      pending = this.#download(m);
      this.#fetching.set(key, pending);
    }
    return pending;
  }

  versions(path: string): Promise<Result<readonly string[]>> {
    return this.#client.versions(path);
  }

  async #download(m: ModuleVersion): Promise<Result<ModuleSource>> {
    const zipPath = this.#downloadPath(m, "zip");
    const folder = this.#extractPath(m);
    const partial = this.#downloadPath(m, "partial");
    if (!zipPath.ok) return zipPath;
    if (!folder.ok) return folder;
    if (!partial.ok) return partial;
    const refused = this.#refused(zipPath.value) ?? this.#refused(folder.value);
    if (refused !== undefined) return refused;
    const cached = this.#folder.files.readFile(zipPath.value);
    let files = isFileFault(cached) ? undefined : readModuleArchive(cached, this.#inflate);
    if (files === undefined || !files.ok) {
      // Not there, or damaged on disk: only the registry's content, by its digest, can be trusted.
      const stored = await this.#find(m);
      if (!stored.ok) return stored;
      const archive = await this.#client.archive(stored.value);
      if (!archive.ok) return reworded(archive.fault, `failed to get module zip contents: ${archive.fault.message}`);
      files = readModuleArchive(archive.value, this.#inflate);
      if (!files.ok) return reworded(files.fault, `unzip ${zipPath.value}: ${files.fault.message}`);
      // Dependencies are resolved by the one, packages read with the other: they must be the same.
      const moduleFile = files.value.find((f) => f.name === "cue.mod/module.cue")!.content;
      const named = stored.value.manifest.layers[1]!.digest;
      if ((await digestOf(moduleFile)) !== named)
        return failure(`module ${formatModuleVersion(m)}: the module file in its archive is not the one beside it`);
      const bad = await attempt(() => this.#folder.writeFile(zipPath.value, archive.value));
      if (bad !== undefined) return failure(bad);
    }
    const content = files.value;
    const bad = await attempt(() => this.#folder.writeFolder(folder.value, content, partial.value));
    if (bad !== undefined) return failure(bad);
    return success({ files: this.#folder.files, root: folder.value });
  }

  #find(m: ModuleVersion): Promise<Result<StoredModule>> {
    const key = formatModuleVersion(m);
    let pending = this.#found.get(key);
    if (pending === undefined) this.#found.set(key, (pending = this.#client.find(m)));
    return pending;
  }

  #parse(m: ModuleVersion, content: Uint8Array): Result<ModuleFile> {
    const key = formatModuleVersion(m);
    let parsed = parseModuleFile(content, key, { strict: true });
    if (!parsed.ok) parsed = reworded(parsed.fault, `cannot parse module file from ${key}: ${parsed.fault.message}`);
    this.#moduleFiles.set(key, parsed);
    return parsed;
  }

  #extractPath(m: ModuleVersion): Result<string> {
    const names = escaped(m);
    return names.ok ? success(`${this.#folder.root}/mod/extract/${names.value.path}@${names.value.version}`) : names;
  }

  #downloadPath(m: ModuleVersion, suffix: string): Result<string> {
    const names = escaped(m);
    return names.ok
      ? success(`${this.#folder.root}/mod/download/${names.value.path}/@v/${names.value.version}.${suffix}`)
      : names;
  }
}

function escaped(m: ModuleVersion): Result<{ path: string; version: string }> {
  const path = escapeModulePath(modulePathOf(m));
  if (path.error !== undefined) return failure(path.error);
  const version = escapeVersion(m.version);
  if (version.error !== undefined) return failure(version.error);
  return success({ path: path.text, version: version.text });
}

/** Disk errors are the user's, not ours. */
async function attempt(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
