import { firstOf } from "../../cue/load/index.ts";
import type { ModuleSource, Registry } from "../../cue/load/index.ts";
import type { ModuleVersion, Result } from "../../cue/module/index.ts";

/** Without a registry of the user's the catalog is asked first: what it has needs no network, versions included. */
export function catalogFirst(catalog: Registry, registry: Registry): Registry {
  return {
    ...firstOf(catalog, registry),
    versions: async (path) => {
      const own = await catalog.versions(path);
      return own.ok && own.value.length > 0 ? own : registry.versions(path);
    },
  };
}

/**
 * Asks the registry that is configured; whatever it cannot give, because it has none or cannot be reached, comes from
 * the catalog if that has it. The first fault is the one to tell.
 *
 * @param shadows a module that the catalog has too comes from the registry
 */
export function preferring(
  registry: Registry,
  catalog: Registry,
  shadows: (m: ModuleVersion) => void = () => {},
): Registry {
  const noted = <T extends Result<ModuleSource> | undefined>(m: ModuleVersion, found: T): T => {
    const own = catalog.cachedSource(m);
    if (found?.ok === true && own?.ok === true && own.value !== found.value) shadows(m);
    return found;
  };
  async function ask<T>(call: (r: Registry) => Promise<Result<T>>): Promise<Result<T>> {
    const first = await call(registry);
    if (first.ok) return first;
    const second = await call(catalog);
    return second.ok ? second : first;
  }
  function lookUp<T>(call: (r: Registry) => Result<T> | undefined): Result<T> | undefined {
    const first = call(registry);
    // Not known yet: the registry is to be asked first.
    if (first === undefined || first.ok) return first;
    const second = call(catalog);
    return second?.ok === true ? second : first;
  }
  return {
    moduleFile: (m) => ask((r) => r.moduleFile(m)),
    fetch: async (m) => noted(m, await ask((r) => r.fetch(m))),
    versions: async (path) => {
      const [a, b] = [await registry.versions(path), await catalog.versions(path)];
      if (!a.ok) return b.ok && b.value.length > 0 ? b : a;
      return { ok: true, value: [...new Set([...a.value, ...(b.ok ? b.value : [])])] };
    },
    cachedModuleFile: (m) => lookUp((r) => r.cachedModuleFile(m)),
    cachedSource: (m) =>
      noted(
        m,
        lookUp((r) => r.cachedSource(m)),
      ),
  };
}
