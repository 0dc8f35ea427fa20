// A registry of what was read: the page reaches no other.
import { MemoryFiles } from "../../src/cue/load/index.ts";
import type { ModuleSource, Registry } from "../../src/cue/load/index.ts";
import { failure, parseModuleFile, success } from "../../src/cue/module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../../src/cue/module/index.ts";
import type { ReadModule } from "../../src/picture/index.ts";

export function readRegistry(modules: Readonly<Record<string, ReadModule>>): Registry {
  const sources = new Map<string, ModuleSource>();
  const nameOf = ({ path, version }: ModuleVersion): string => `${path.replace(/@v\d+$/, "")}@${version}`;
  const source = (m: ModuleVersion): Result<ModuleSource> => {
    const root = nameOf(m);
    const read = modules[root];
    if (read === undefined) return absent(m);
    let made = sources.get(root);
    if (made === undefined) {
      const files = { "cue.mod/module.cue": read.module, ...read.files };
      const all = Object.entries(files).map(([name, text]) => [`${root}/${name}`, text] as const);
      sources.set(root, (made = { root, files: new MemoryFiles(all) }));
    }
    return success(made);
  };
  const file = (m: ModuleVersion): Result<ModuleFile> => {
    const read = modules[nameOf(m)];
    return read === undefined ? absent(m) : parseModuleFile(read.module, `${nameOf(m)}/cue.mod/module.cue`);
  };
  return {
    moduleFile: (m) => Promise.resolve(file(m)),
    fetch: (m) => Promise.resolve(source(m)),
    versions: (path) => {
      const bare = path.replace(/@v\d+$/, "");
      const found = Object.keys(modules).filter((name) => name.startsWith(`${bare}@`));
      return Promise.resolve(success(found.map((name) => name.slice(bare.length + 1))));
    },
    cachedModuleFile: file,
    cachedSource: source,
  };
}

const absent = ({ path, version }: ModuleVersion): ReturnType<typeof failure> =>
  failure(`module ${path}@${version}: this page has the catalog and what was read, and reaches no registry`, true);
