// `opm.lock` beside the module that a command is about.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { deliveryCode, tell, advise } from "../../source/index.ts";
import { nodeCatalog } from "../../host/node-catalog.ts";
import { formatLock, lockedRegistry, parseLock } from "../../registry/index.ts";
import type { LockedModule, ModuleLock } from "../../registry/index.ts";
import type { Registry } from "../../cue/load/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { sha256Hex } from "./sha256.ts";

export const LOCK_NAME = "opm.lock";

/** The folder of the CUE module that a path is in. */
export function moduleRoot(path: string): string | undefined {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(join(at, "cue.mod"))) return at;
    if (dirname(at) === at) return undefined;
  }
}

export class LockFile {
  readonly path: string;
  readonly lock: ModuleLock;
  readonly #modules: Map<string, LockedModule>;
  readonly #keeps: boolean;
  #catalog: ModuleLock["catalog"];

  /** `keeps`: what is new is written. Throws nothing: a lock that cannot be read is an error of the caller's. */
  constructor(path: string, lock: ModuleLock, keeps: boolean) {
    this.path = path;
    this.#modules = new Map(lock.modules);
    this.#catalog = lock.catalog;
    this.lock = { modules: this.#modules, ...(lock.catalog && { catalog: lock.catalog }) };
    this.#keeps = keeps;
  }

  get size(): number {
    return this.#modules.size;
  }

  add(name: string, entry: LockedModule): void {
    this.#modules.set(name, { ...this.#modules.get(name), ...entry });
    if (this.#keeps) this.write();
  }

  setCatalog(): void {
    const { index } = nodeCatalog();
    this.#catalog = { version: index.version, ...(index.hash !== undefined && { content: `sha256:${index.hash}` }) };
  }

  write(): void {
    const text = formatLock({ modules: this.#modules, ...(this.#catalog && { catalog: this.#catalog }) });
    try {
      if (existsSync(this.path) && readFileSync(this.path, "utf8") === text) return;
      const aside = `${this.path}.${process.pid}`;
      writeFileSync(aside, text);
      renameSync(aside, this.path);
    } catch {
      // A folder that cannot be written to (a published module in the cache) has no lock of its own.
    }
  }
}

/** The lock for a path; undefined where there is none to be kept. A text: what is wrong with the one that is there. */
function openLock(path: string, locked: boolean): LockFile | string | undefined {
  const root = moduleRoot(path);
  if (root === undefined) return undefined;
  const file = join(root, LOCK_NAME);
  if (!existsSync(file))
    return locked ? `there is no ${file}` : new LockFile(file, { modules: new Map() }, !/\/mod\/extract\//.test(root));
  const lock = parseLock(readFileSync(file, "utf8"));
  return lock === undefined ? `${file} is no lock` : new LockFile(file, lock, !locked);
}

/** Registries whose modules are checked against the lock of the command's module. */
export function lockedRegistries(
  context: CommandContext,
  registry: (setting: string | undefined) => Registry,
): (setting: string | undefined) => Registry {
  const { io, options, target } = context;
  const locked = options["locked"] === true;
  const lock = openLock(resolve(io.cwd, target ?? "."), locked);
  if (lock === undefined) return registry;
  if (typeof lock === "string") {
    context.report([
      {
        ...tell(deliveryCode.lock, "{problem}", { problem: lock }),
        severity: "error",
        hint: advise(deliveryCode.lock, "opm mod update writes it; git has the one that was there"),
      },
    ]);
    return (setting) =>
      lockedRegistry(registry(setting), { lock: { modules: new Map() }, hash: sha256Hex, locked: true, add: () => {} });
  }
  const catalog = lock.lock.catalog;
  const { index } = nodeCatalog();
  const other =
    catalog !== undefined &&
    (catalog.version !== index.version ||
      (catalog.content !== undefined && index.hash !== undefined && catalog.content !== `sha256:${index.hash}`));
  if (other)
    context.report([
      {
        ...tell(deliveryCode.lock, "the catalog of this opm ({version}) is not the one in {lock} ({locked})", {
          version: index.version,
          lock: LOCK_NAME,
          locked: catalog.version,
        }),
        severity: locked ? "error" : "warning",
        hint: advise(deliveryCode.lock, "opm mod update takes this one; or use the opm that the lock was written with"),
      },
    ]);
  return (setting) =>
    lockedRegistry(registry(setting), {
      lock: lock.lock,
      hash: sha256Hex,
      locked,
      add: (name, entry) => lock.add(name, entry),
    });
}
