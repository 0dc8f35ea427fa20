import type { Registry } from "../cue/load/index.ts";
import type { NodeRegistryOptions } from "./node-registry.ts";

/**
 * A registry whose client is loaded when the first module is asked for: the network takes longer to load than a small
 * module to render, and most modules need only the catalog. Until then nothing is at hand.
 */
export function lateNodeRegistry(options: NodeRegistryOptions): Registry {
  let made: Promise<Registry> | undefined;
  let ready: Registry | undefined;
  const get = (): Promise<Registry> =>
    (made ??= import("./node-registry.ts").then(({ lazyNodeRegistry }) => (ready = lazyNodeRegistry(options))));
  return {
    moduleFile: async (m) => (await get()).moduleFile(m),
    fetch: async (m) => (await get()).fetch(m),
    versions: async (path) => (await get()).versions(path),
    cachedModuleFile: (m) => ready?.cachedModuleFile(m),
    cachedSource: (m) => ready?.cachedSource(m),
  };
}
