import { noRegistry } from "../cue/load/index.ts";
import type { Registry } from "../cue/load/index.ts";
import { nodeCatalog } from "./node-catalog.ts";

/** The catalog that ships with the package, read when one of its modules is asked for. */
export const lateNodeCatalog: Registry = {
  moduleFile: (m) => of(m.path).moduleFile(m),
  fetch: (m) => of(m.path).fetch(m),
  versions: (path) => of(path).versions(path),
  cachedModuleFile: (m) => of(m.path).cachedModuleFile(m),
  cachedSource: (m) => of(m.path).cachedSource(m),
};

function of(path: string): Registry {
  return /^(?:opmodel\.dev|cue\.dev)\//.test(path) ? nodeCatalog() : noRegistry;
}
