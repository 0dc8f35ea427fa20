// Keeps track of what is read of the machine: files, folders, variables, modules.
import type { FileFault, Files, FolderEntry, Registry } from "../../cue/load/index.ts";
import { isFileFault } from "../../cue/load/index.ts";
import { formatModuleVersion } from "../../cue/module/index.ts";
import type { ModuleVersion } from "../../cue/module/index.ts";
import type { PipelineHost } from "../../pipeline/index.ts";
import { ReadSet } from "./read-set.ts";
import type { HashText, ReadName } from "./read-set.ts";

interface RecorderOptions {
  readonly hash: HashText;
  /** A path as every machine would name it: relative to the repository, or to the home folder. */
  readonly name: (path: string) => string;
  /** The way back. */
  readonly path: (name: string) => string;
  /** The digest that a lock has of a module. */
  readonly module?: (version: string) => string;
}

/** Variables that tell where things are on this machine, and nothing about what is rendered. */
const MACHINE =
  /^(?:HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|PATH|PWD|TMPDIR|TEMP|TMP|TERM|LANG|LC_\w+|LOCALAPPDATA|APPDATA|XDG_\w+|CUE_CACHE_DIR|DOCKER_CONFIG|REGISTRY_AUTH_FILE|SOPS_AGE_\w+|NO_COLOR|FORCE_COLOR|CI|OPM_(?:CACHE_DIR|WORKERS|DEBUG|STATS|RENDER_CACHE)|(?:HTTPS?|NO|ALL)_PROXY|(?:https?|no|all)_proxy|NODE_\w+|SSL_CERT_\w+)$/;

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #host: PipelineHost;
  readonly #known = new Map<ReadName, string>();
  /** A folder of a thousand releases is listed for each of them: once is enough, and all see the same. */
  readonly #listed = new Map<string, readonly FolderEntry[] | FileFault>();
  /** Where reads are noted now. */
  current = new ReadSet();

  constructor(host: PipelineHost, options: RecorderOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** The machine, watched. */
  host(): PipelineHost {
    return {
      ...this.#host,
      files: this.files(),
      env: this.env(this.#host.env),
      registry: (s) => this.#registry(s),
      today: () => {
        this.current.unkept ??= "a waiver depends on the day";
        return this.#host.today?.() ?? new Date().toISOString().slice(0, 10);
      },
    };
  }

  files(): Files {
    const { files } = this.#host;
    return {
      readFile: (path) => {
        const content = files.readFile(path);
        this.#note(`file:${this.#options.name(path)}`, () => this.#fileDigest(content));
        return content;
      },
      readFolder: (path) => {
        let entries = this.#listed.get(path);
        if (entries === undefined) this.#listed.set(path, (entries = files.readFolder(path)));
        this.#note(`folder:${this.#options.name(path)}`, () => this.#folderDigest(entries!));
        return entries;
      },
      lists: (path) => {
        const name = `entries:${this.#options.name(path)}`;
        this.current.note(name, this.now(name));
      },
      stat: (path) => {
        const kind = files.stat(path);
        this.#note(`kind:${this.#options.name(path)}`, () => kindText(kind));
        return kind;
      },
      again: (path) => {
        const name = `file:${this.#options.name(path)}`;
        this.current.note(name, this.now(name));
      },
    };
  }

  /** Variables, by name: what is asked for is noted. */
  env<T extends Readonly<Record<string, string | undefined>>>(env: T): T {
    return new Proxy(env, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof name === "string" && !MACHINE.test(name))
          this.#note(`variable:${name}`, () => this.#variableDigest(value as string | undefined));
        return value;
      },
      has: (target, name) => {
        if (typeof name === "string" && !MACHINE.test(name))
          this.#note(`variable:${name}`, () => this.#variableDigest(target[name]));
        return Reflect.has(target, name);
      },
      ownKeys: (target) => {
        this.current.unkept ??= "it sees all environment variables";
        return Reflect.ownKeys(target);
      },
    });
  }

  /** The digest of an input as it is now, whether or not it was read in this run. */
  now(name: ReadName): string {
    let digest = this.#known.get(name);
    if (digest === undefined) this.#known.set(name, (digest = this.#ask(name)));
    return digest;
  }

  #ask(name: ReadName): string {
    const colon = name.indexOf(":");
    const kind = name.slice(0, colon);
    const rest = name.slice(colon + 1);
    const { path, module } = this.#options;
    switch (kind) {
      case "file":
        return this.#fileDigest(this.#host.files.readFile(path(rest)));
      case "folder":
        return this.#folderDigest(this.#host.files.readFolder(path(rest)));
      case "entries":
        return this.#folderDigest(this.#host.files.readFolder(path(rest)), () => true);
      case "kind":
        return kindText(this.#host.files.stat(path(rest)));
      case "variable":
        return this.#variableDigest(this.#host.env[rest]);
      default:
        return module?.(rest) ?? "";
    }
  }

  #note(name: ReadName, digest: () => string): void {
    let known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, (known = digest()));
    this.current.note(name, known);
  }

  #registry(setting: string | undefined): Registry {
    const registry = this.#host.registry(setting);
    const note = (m: ModuleVersion): void => {
      const name = formatModuleVersion(m);
      this.#note(`module:${name}`, () => this.#options.module?.(name) ?? "");
    };
    return {
      moduleFile: (m) => (note(m), registry.moduleFile(m)),
      fetch: (m) => (note(m), registry.fetch(m)),
      versions: (path) => {
        this.current.unkept ??= `it asks for the versions of ${path}`;
        return registry.versions(path);
      },
      cachedModuleFile: (m) => (note(m), registry.cachedModuleFile(m)),
      cachedSource: (m) => (note(m), registry.cachedSource(m)),
    };
  }

  #fileDigest(content: Uint8Array | FileFault): string {
    return isFileFault(content) ? content.fault : this.#options.hash(content);
  }

  // A package is its CUE files, and ends where a module begins. What else is in its folder does not count.
  #folderDigest(
    entries: readonly FolderEntry[] | FileFault,
    counts: (name: string) => boolean = countsInPackage,
  ): string {
    if (isFileFault(entries)) return entries.fault;
    const lines = entries
      .filter(({ name }) => counts(name))
      .map(({ name, kind }) => `${kind} ${JSON.stringify(name)}\n`);
    return this.#options.hash(lines.join(""));
  }

  #variableDigest(value: string | undefined): string {
    return value === undefined ? "absent" : this.#options.hash(value);
  }
}

export const countsInPackage = (name: string): boolean => name.endsWith(".cue") || name === "cue.mod";

function kindText(kind: ReturnType<Files["stat"]>): string {
  return typeof kind === "string" ? kind : kind.fault;
}
