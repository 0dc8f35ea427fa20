// `opm.lock`: what the modules of a graph held when they were first used. CUE's versions are names; this says what they
// stand for, so that a rebuild years later, or on another machine, is of the same content or is refused.
import { failure, formatModuleVersion } from "../cue/module/index.ts";
import type { ModuleFile, ModuleVersion, Result } from "../cue/module/index.ts";
import { isFileFault } from "../cue/load/index.ts";
import type { Files, ModuleSource, Registry } from "../cue/load/index.ts";

export interface LockedModule {
  /** Of its requirements: they decide about versions, whether or not the module's packages are used. */
  readonly requires?: string;
  /** Of all its files, by name and content. */
  readonly content?: string;
  /** Of its manifest in the registry. */
  readonly manifest?: string;
}

export interface ModuleLock {
  readonly catalog?: { readonly version: string; readonly content?: string };
  readonly modules: ReadonlyMap<string, LockedModule>;
}

/** SHA-256 in hex. */
type Hash = (content: string | Uint8Array) => string;

/** Undefined if the text is no lock. */
export function parseLock(text: string): ModuleLock | undefined {
  try {
    const { version, catalog, modules } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || typeof modules !== "object" || modules === null) return undefined;
    return {
      ...(typeof catalog === "object" && catalog !== null && { catalog: catalog as { version: string } }),
      modules: new Map(Object.entries(modules as Record<string, LockedModule>)),
    };
  } catch {
    return undefined;
  }
}

/** One module a line block, sorted: what changes is what a reviewer sees. */
export function formatLock({ catalog, modules }: ModuleLock): string {
  const sorted = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version: 1, ...(catalog && { catalog }), modules: Object.fromEntries(sorted) }, null, 2)}\n`;
}

interface LockPolicy {
  readonly lock: ModuleLock;
  readonly hash: Hash;
  /** What is not in the lock is refused. */
  readonly locked: boolean;
  /** What is used for the first time. */
  add(name: string, entry: LockedModule): void;
}

/** Checks what comes from a registry, or from its cache, against a lock. */
export function lockedRegistry(registry: Registry, policy: LockPolicy): Registry {
  const checked = new Map<string, Result<never> | undefined>();
  const check = (m: ModuleVersion, what: keyof LockedModule, digest: () => string): Result<never> | undefined => {
    const name = formatModuleVersion(m);
    const key = `${what} ${name}`;
    if (checked.has(key)) return checked.get(key);
    const wanted = policy.lock.modules.get(name)?.[what];
    const found = digest();
    let wrong: Result<never> | undefined;
    if (wanted === undefined && policy.locked)
      wrong = failure(`module ${name}: it is not in opm.lock, and --locked allows nothing else`, false, "import");
    else if (wanted === undefined) policy.add(name, { [what]: found });
    else if (wanted !== found)
      wrong = failure(
        `module ${name}: its ${what === "content" ? "content is" : "requirements are"} not what opm.lock says (${found.slice(0, 23)}… instead of ${wanted.slice(0, 23)}…)`,
        false,
        "import",
      );
    checked.set(key, wrong);
    return wrong;
  };
  const file = (m: ModuleVersion, result: Result<ModuleFile>): Result<ModuleFile> =>
    result.ok ? (check(m, "requires", () => requiresDigest(result.value, policy.hash)) ?? result) : result;
  const source = (m: ModuleVersion, result: Result<ModuleSource>): Result<ModuleSource> =>
    result.ok ? (check(m, "content", () => contentDigest(result.value, policy.hash)) ?? result) : result;
  return {
    moduleFile: async (m) => file(m, await registry.moduleFile(m)),
    fetch: async (m) => source(m, await registry.fetch(m)),
    versions: (path) => registry.versions(path),
    cachedModuleFile: (m) => {
      const found = registry.cachedModuleFile(m);
      return found && file(m, found);
    },
    cachedSource: (m) => {
      const found = registry.cachedSource(m);
      return found && source(m, found);
    },
  };
}

function requiresDigest(file: ModuleFile, hash: Hash): string {
  const deps = [...file.deps].map(formatModuleVersion).sort();
  return `sha256:${hash(JSON.stringify([file.qualifiedModule, deps]))}`;
}

/** Over the names and digests of all files, sorted. */
export function contentDigest({ files, root }: ModuleSource, hash: Hash): string {
  const lines: string[] = [];
  const visit = (folder: string): void => {
    const entries = files.readFolder(folder);
    if (isFileFault(entries)) return;
    for (const { name, kind } of entries) {
      const path = `${folder}/${name}`;
      if (kind === "folder") visit(path);
      else lines.push(`${fileDigest(files, path, hash)}  ${path.slice(root.length + 1)}\n`);
    }
  };
  visit(root);
  return `sha256:${hash(lines.sort().join(""))}`;
}

function fileDigest(files: Files, path: string, hash: Hash): string {
  const content = files.readFile(path);
  return isFileFault(content) ? content.fault : hash(content);
}
