/** Where modules come from. The loader asks; the implementations are src/registry's and the host's. */
import { failure } from "../module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../module/index.ts";
import type { Files } from "./files.ts";

/** The files of one module version: `root` is the folder that holds cue.mod. */
export interface ModuleSource {
  readonly files: Files;
  readonly root: string;
}

export interface Registry {
  moduleFile(m: ModuleVersion): Promise<Result<ModuleFile>>;
  /** Fetches the content if need be. A fault with `notFound` if there is no such version. */
  fetch(m: ModuleVersion): Promise<Result<ModuleSource>>;
  /** All versions of a module in ascending order; the path may end in a major version. */
  versions(path: string): Promise<Result<readonly string[]>>;
  /** What needs no network: undefined if it is not at hand. */
  cachedModuleFile(m: ModuleVersion): Result<ModuleFile> | undefined;
  cachedSource(m: ModuleVersion): Result<ModuleSource> | undefined;
}

/** No registry: every module is absent. */
export const noRegistry: Registry = {
  moduleFile: () => Promise.resolve(failure("module not found", true)),
  fetch: () => Promise.resolve(failure("module not found", true)),
  versions: () => Promise.resolve({ ok: true, value: [] }),
  cachedModuleFile: () => failure("module not found", true),
  cachedSource: () => failure("module not found", true),
};

/**
 * Asks one registry after the other; "not found" goes on to the next, other faults end the search.
 * Versions are those of all of them.
 */
export function firstOf(...registries: readonly Registry[]): Registry {
  async function ask<T>(call: (r: Registry) => Promise<Result<T>>): Promise<Result<T>> {
    let last: Result<T> = failure("module not found", true);
    for (const r of registries) {
      last = await call(r);
      if (last.ok || last.fault.notFound !== true) return last;
    }
    return last;
  }
  function lookUp<T>(call: (r: Registry) => Result<T> | undefined): Result<T> | undefined {
    let last: Result<T> | undefined;
    for (const r of registries) {
      last = call(r);
      // Not at hand here: what the next one has must not win over what a fetch would find.
      if (last === undefined) return undefined;
      if (last.ok || last.fault.notFound !== true) return last;
    }
    return last;
  }
  return {
    moduleFile: (m) => ask((r) => r.moduleFile(m)),
    fetch: (m) => ask((r) => r.fetch(m)),
    async versions(path) {
      const all = new Set<string>();
      for (const r of registries) {
        const some = await r.versions(path);
        if (!some.ok) return some;
        for (const v of some.value) all.add(v);
      }
      return { ok: true, value: [...all] };
    },
    cachedModuleFile: (m) => lookUp((r) => r.cachedModuleFile(m)),
    cachedSource: (m) => lookUp((r) => r.cachedSource(m)),
  };
}
