import type { Registry } from "../cue/load/index.ts";
import { failure, success } from "../cue/module/index.ts";
import type { Result } from "../cue/module/index.ts";
import { ModuleCache, ModuleClient, parseRegistrySetting } from "../registry/index.ts";
import type { HttpTransport } from "../registry/index.ts";
import { nodeCacheFolder } from "./node-cache-folder.ts";
import { nodeCredentials } from "./node-credentials.ts";
import { fileFault } from "./node-files.ts";
import { cueCacheFolder } from "./node-folders.ts";
import { readRegularFile } from "./node-regular-file.ts";
import { makeNodeTransport } from "./node-transport.ts";
import { nodeInflate } from "./node-zip.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface NodeRegistryOptions {
  readonly env: Environment;
  /** Instead of $CUE_REGISTRY. */
  readonly registry?: string;
  readonly transport?: HttpTransport;
  readonly userAgent?: string;
}

/** The client that CUE_REGISTRY describes, for publishing and for looking at versions. */
export function nodeModuleClient(options: NodeRegistryOptions): Result<ModuleClient> {
  const setting = options.registry ?? options.env["CUE_REGISTRY"] ?? "";
  const routes = parseRegistrySetting(setting, readConfig);
  if (!routes.ok) return routes;
  const transport = options.transport ?? makeNodeTransport(options.env);
  return success(
    new ModuleClient(routes.value, {
      transport,
      credentials: nodeCredentials(options.env),
      userAgent: options.userAgent ?? "opm",
    }),
  );
}

/** The registry that CUE_REGISTRY describes, behind the cache that is shared with cue. */
export function nodeRegistry(options: NodeRegistryOptions): Result<Registry> {
  const client = nodeModuleClient(options);
  if (!client.ok) return client;
  return success(new ModuleCache(nodeCacheFolder(cueCacheFolder(options.env)), client.value, nodeInflate));
}

/** A registry whose setting is looked at when the first module is asked for, so that a bad one harms nobody else. */
export function lazyNodeRegistry(options: NodeRegistryOptions): Registry {
  let made: Result<Registry> | undefined;
  const get = (): Result<Registry> => (made ??= nodeRegistry(options));
  return {
    moduleFile: async (m) => {
      const r = get();
      return r.ok ? r.value.moduleFile(m) : r;
    },
    fetch: async (m) => {
      const r = get();
      return r.ok ? r.value.fetch(m) : r;
    },
    versions: async (path) => {
      const r = get();
      return r.ok ? r.value.versions(path) : r;
    },
    cachedModuleFile: (m) => {
      const r = get();
      return r.ok ? r.value.cachedModuleFile(m) : r;
    },
    cachedSource: (m) => {
      const r = get();
      return r.ok ? r.value.cachedSource(m) : r;
    },
  };
}

function readConfig(path: string): Result<string> {
  try {
    return success(readRegularFile(path, 16 << 20).toString("utf8"));
  } catch (error) {
    return failure(`open ${path}: ${fileFault(error).text}`);
  }
}
