import type { Instance } from "../cue/load/index.ts";

/**
 * Makes one of instances that are the same: each load builds its own, and a package that a module and a provider both
 * import would be compiled and evaluated twice. Same files, same imports: same package.
 */
export class InstancePool {
  readonly #byFile = new Map<object, Instance[]>();
  readonly #shared = new Map<Instance, Instance>();

  share(instance: Instance): Instance {
    const known = this.#shared.get(instance);
    if (known !== undefined) return known;
    for (const [path, target] of instance.imports) instance.imports.set(path, this.share(target));
    const result = this.#find(instance);
    this.#shared.set(instance, result);
    return result;
  }

  /** Forgets the instances that have other files than these. */
  keepOnly(syntax: ReadonlySet<object>): void {
    for (const first of this.#byFile.keys()) if (!syntax.has(first)) this.#byFile.delete(first);
    this.#shared.clear();
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
