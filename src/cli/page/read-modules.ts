// What a release read of modules of registries, so that a page without any can render it again.
import { isFileFault } from "../../cue/load/index.ts";
import type { Files, ModuleSource, Registry } from "../../cue/load/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../../cue/module/index.ts";
import type { ReadModule } from "../../picture/index.ts";

interface Seen {
  file?: ModuleFile;
  source?: ModuleSource;
  readonly read: Map<string, Uint8Array>;
}

export class ReadModules {
  readonly #seen = new Map<string, Seen>();
  readonly #found: (root: string, name: string) => void;

  /** `found` is told where the files of a module are. */
  constructor(found: (root: string, name: string) => void) {
    this.#found = found;
  }

  /** The same registry, watched. */
  watch(registry: Registry): Registry {
    const file = (m: ModuleVersion, result: Result<ModuleFile>): Result<ModuleFile> => {
      if (result.ok) this.#of(m).file = result.value;
      return result;
    };
    const source = (m: ModuleVersion, result: Result<ModuleSource>): Result<ModuleSource> =>
      result.ok ? { ok: true, value: this.#watched(m, result.value) } : result;
    return {
      moduleFile: async (m) => file(m, await registry.moduleFile(m)),
      fetch: async (m) => source(m, await registry.fetch(m)),
      versions: (path) => registry.versions(path),
      cachedModuleFile: (m) => {
        const result = registry.cachedModuleFile(m);
        return result && file(m, result);
      },
      cachedSource: (m) => {
        const result = registry.cachedSource(m);
        return result && source(m, result);
      },
    };
  }

  /** By `example.com/lib@v0.1.0`. */
  all(safe: (text: string) => string): Record<string, ReadModule> {
    const out: Record<string, ReadModule> = {};
    const decoder = new TextDecoder();
    for (const [name, { file, source, read }] of this.#seen) {
      if (file === undefined) continue;
      const root = source?.root ?? "";
      out[name] = {
        module: moduleText(file),
        files: Object.fromEntries(
          [...read].map(([path, bytes]) => [path.slice(root.length + 1), safe(decoder.decode(bytes))]),
        ),
      };
    }
    return out;
  }

  #of({ path, version }: ModuleVersion): Seen {
    const name = `${path.replace(/@v\d+$/, "")}@${version}`;
    let seen = this.#seen.get(name);
    if (seen === undefined) this.#seen.set(name, (seen = { read: new Map() }));
    return seen;
  }

  #watched(m: ModuleVersion, source: ModuleSource): ModuleSource {
    const seen = this.#of(m);
    if (seen.source !== undefined) return seen.source;
    this.#found(source.root, `${m.path.replace(/@v\d+$/, "")}@${m.version}`);
    return (seen.source = { root: source.root, files: watchedFiles(source.files, seen.read) });
  }
}

function watchedFiles(files: Files, read: Map<string, Uint8Array>): Files {
  const readFile: Files["readFile"] = (path) => {
    const content = files.readFile(path);
    if (!isFileFault(content)) read.set(path, content);
    return content;
  };
  return {
    readFile,
    readFolder: (path) => files.readFolder(path),
    stat: (path) => files.stat(path),
    ...(files.outside && { outside: (path, root) => files.outside!(path, root) }),
    // Parsed before, and needed all the same.
    again: (path) => void (read.has(path) || readFile(path)),
  };
}

/** A module.cue that says what resolution needs to know. */
function moduleText({ qualifiedModule, module, languageVersion, deps, entries }: ModuleFile): string {
  const needs = deps.map(({ path, version }) => {
    const isDefault = entries.get(path)?.default === true ? ", default: true" : "";
    return `\t${JSON.stringify(path)}: {v: ${JSON.stringify(version)}${isDefault}}\n`;
  });
  return [
    `module: ${JSON.stringify(qualifiedModule || module)}\n`,
    `language: version: ${JSON.stringify(languageVersion)}\n`,
    ...(needs.length > 0 ? ["deps: {\n", ...needs, "}\n"] : []),
  ].join("");
}
