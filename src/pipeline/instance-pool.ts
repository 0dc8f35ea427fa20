import type { Instance } from "../cue/load/index.ts";

/**
 * Makes one of instances that are the same: each load builds its own, and a package that a module and a provider both
 * import would be compiled and evaluated twice. Same files, same imports: same package.
 */
export class InstancePool {
  /** By the syntax of the first file: when nobody has that any more, its packages go too. */
  #byFile = new WeakMap<object, Instance[]>();

  /** What one load built is forgotten but for what is new in it: a thousand loads would keep a thousand catalogs. */
  share(instance: Instance, done = new Map<Instance, Instance>()): Instance {
    const known = done.get(instance);
    if (known !== undefined) return known;
    for (const [path, target] of instance.imports) instance.imports.set(path, this.share(target, done));
    const result = this.#find(instance);
    done.set(instance, result);
    return result;
  }

  /** Forgets the instances that have other files than these. */
  keepOnly(syntax: ReadonlySet<object>): void {
    const kept = new WeakMap<object, Instance[]>();
    for (const first of syntax) {
      const instances = this.#byFile.get(first)?.filter(({ files }) => files.every((file) => syntax.has(file.syntax)));
      if (instances !== undefined && instances.length > 0) kept.set(first, instances);
    }
    this.#byFile = kept;
  }

  #find(instance: Instance): Instance {
    const first = instance.files[0]?.syntax;
    if (first === undefined || instance.injected.size > 0) return instance;
    const alike = this.#byFile.get(first);
    if (alike === undefined) this.#byFile.set(first, [instance]);
    else {
      const found = alike.find((other) => isSame(other, instance));
      if (found !== undefined) return found;
      alike.push(instance);
    }
    return instance;
  }
}

function isSame(a: Instance, b: Instance): boolean {
  if (a.id !== b.id || a.files.length !== b.files.length || a.imports.size !== b.imports.size) return false;
  if (a.files.some((file, i) => file.syntax !== b.files[i]!.syntax)) return false;
  for (const [path, target] of a.imports) if (b.imports.get(path) !== target) return false;
  return true;
}
