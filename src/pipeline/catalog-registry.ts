// The catalog that ships with the package, as a registry: so a newcomer needs no server, and air-gapped users none ever.
import { compareSemver, failure, majorOf, parseModuleFile, splitVersion, success } from "../cue/module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../cue/module/index.ts";
import { isFileFault } from "../cue/load/index.ts";
import type { FileFault, Files, FolderEntry, ModuleSource, Registry } from "../cue/load/index.ts";

export interface CatalogIndex {
  /** The version that everything in the catalog has. */
  readonly version: string;
  /** Folder by module path with its major version. */
  readonly modules: Readonly<Record<string, string>>;
  /** A hash of the whole content; absent where nobody computed it. */
  readonly hash?: string;
}

/**
 * The Kubernetes types that the original catalog was built on. Modules that were tidied with it name them as a dependency
 * and import nothing of them: their requirements are known here, so that nobody has to be asked.
 */
const NAMED_ONLY = new Map([["cue.dev/x/k8s.io@v0", 'module: "cue.dev/x/k8s.io@v0"\nlanguage: version: "v0.9.0"\n']]);

/**
 * Serves every version up to the catalog's own with what the catalog has: a module that was written for an older
 * catalog of the same major version works with this one.
 */
export class CatalogRegistry implements Registry {
  readonly index: CatalogIndex;
  readonly #moduleFiles = new Map<string, Result<ModuleFile>>();
  /** One object for each module, whatever version is asked for. */
  readonly #sources = new Map<string, ModuleSource>();
  /** Folders by the name that messages show. */
  readonly #folders = new Map<string, string>();

  constructor(index: CatalogIndex, files: Files, root: string) {
    this.index = index;
    for (const [path, folder] of Object.entries(index.modules)) {
      // Messages show files of the catalog under their module, wherever the package is installed.
      const name = `${splitVersion(path).path}@${index.version}`;
      this.#folders.set(name, `${root}/${folder}`);
      this.#sources.set(path, { files: new MovedFiles(files, name, `${root}/${folder}`), root: name });
    }
  }

  /** Names the content, for what is derived from it. */
  get contentKey(): string | undefined {
    return this.index.hash === undefined ? undefined : `catalog-${this.index.hash}`;
  }

  /** Files of modules: what is read of them stays as it is while this program runs. */
  get files(): ReadonlySet<Files> {
    return new Set([...this.#sources.values()].map((source) => source.files));
  }

  /** Where a file is that messages show under its module: for programs that open it. */
  pathOf(file: string): string | undefined {
    for (const [name, folder] of this.#folders)
      if (file.startsWith(`${name}/`)) return folder + file.slice(name.length);
    return undefined;
  }

  /** Import paths of its packages, with their major version. */
  packages(): string[] {
    return [...this.#sources].flatMap(([path, { files, root }]) => {
      const module = splitVersion(path);
      return packageFolders(files, root).map(
        (folder) => `${module.path}${folder.slice(root.length)}@${module.version}`,
      );
    });
  }

  #source(m: ModuleVersion): ModuleSource | undefined {
    const source = this.#sources.get(m.path);
    return source !== undefined && compareSemver(m.version, this.index.version) <= 0 ? source : undefined;
  }

  cachedSource(m: ModuleVersion): Result<ModuleSource> {
    const source = this.#source(m);
    return source === undefined ? this.#notFound(m) : success(source);
  }

  cachedModuleFile(m: ModuleVersion): Result<ModuleFile> {
    const named = NAMED_ONLY.get(m.path);
    if (named !== undefined) return parseModuleFile(named, `${m.path}/cue.mod/module.cue`);
    const source = this.#source(m);
    if (source === undefined) return this.#notFound(m);
    let file = this.#moduleFiles.get(m.path);
    if (file === undefined) this.#moduleFiles.set(m.path, (file = this.#readModuleFile(source)));
    return file;
  }

  #readModuleFile({ root, files }: ModuleSource): Result<ModuleFile> {
    const path = `${root}/cue.mod/module.cue`;
    const content = files.readFile(path);
    return isFileFault(content) ? failure(`open ${path}: ${content.text}`) : parseModuleFile(content, path);
  }

  #notFound(m: ModuleVersion): ReturnType<typeof failure> {
    const known = this.#sources.has(m.path) ? `; the catalog of this opm is ${this.index.version}` : "";
    return failure(`module ${m.path}: version ${m.version} not found${known}`, true);
  }

  moduleFile(m: ModuleVersion): Promise<Result<ModuleFile>> {
    return Promise.resolve(this.cachedModuleFile(m));
  }

  fetch(m: ModuleVersion): Promise<Result<ModuleSource>> {
    return Promise.resolve(this.cachedSource(m));
  }

  versions(path: string): Promise<Result<readonly string[]>> {
    const { version } = this.index;
    const has = this.#sources.has(path) || this.#sources.has(`${path}@${majorOf(version)}`);
    return Promise.resolve(success(has ? [version] : []));
  }
}

/** Folders that hold CUE files, below and including one. */
function packageFolders(files: Files, folder: string): string[] {
  const entries = files.readFolder(folder);
  if (isFileFault(entries)) return [];
  const own = entries.some((e) => e.kind !== "folder" && e.name.endsWith(".cue")) ? [folder] : [];
  const inner = entries.filter((e) => e.kind === "folder" && e.name !== "cue.mod");
  return [...own, ...inner.flatMap((e) => packageFolders(files, `${folder}/${e.name}`))];
}

/** A folder under another name. */
class MovedFiles implements Files {
  readonly #files: Files;
  readonly #from: string;
  readonly #to: string;

  constructor(files: Files, from: string, to: string) {
    this.#files = files;
    this.#from = from;
    this.#to = to;
  }

  readFile(path: string): Uint8Array | FileFault {
    return this.#files.readFile(this.#real(path));
  }

  readFolder(path: string): readonly FolderEntry[] | FileFault {
    return this.#files.readFolder(this.#real(path));
  }

  stat(path: string): "file" | "folder" | "other" | FileFault {
    return this.#files.stat(this.#real(path));
  }

  #real(path: string): string {
    return path === this.#from || path.startsWith(`${this.#from}/`) ? this.#to + path.slice(this.#from.length) : path;
  }
}
