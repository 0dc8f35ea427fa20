import type { Instance } from "../../cue/load/index.ts";
import { SECRET_SCHEMAS } from "../../secrets/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { expandDecorators } from "./expand-decorators.ts";
import type { ExpandedModule } from "./expand-decorators.ts";
import { findPackage } from "./load-module.ts";

/**
 * A package that names modules: releases, bundles. `@opm(secret, …)` is written out in it and in all that it imports,
 * because a module means the same wherever it is released from.
 */
export async function loadPackage(
  cue: CueAccess,
  path: string,
  tags?: readonly string[],
  /** The package, if it is loaded already. */
  known?: Outcome<Instance>,
): Promise<Outcome<ExpandedModule>> {
  const loaded = known ?? (await cue.program.load({ args: ["."], cwd: path, ...(tags && { tags }) }));
  if (loaded.value === undefined) return { diagnostics: loaded.diagnostics };
  const diagnostics: Diagnostic[] = [...loaded.diagnostics];
  const decorated: (readonly string[])[] = [];
  const done = new Map<Instance, Instance>();
  const top = loaded.value;
  const schemas = async (): Promise<Outcome<Instance>> => {
    const known = findPackage(top, SECRET_SCHEMAS);
    return known === undefined
      ? cue.program.load({ args: [SECRET_SCHEMAS], cwd: path })
      : { value: known, diagnostics: [] };
  };
  const expand = async (instance: Instance): Promise<Instance> => {
    const before = done.get(instance);
    if (before !== undefined) return before;
    // The catalog decorates nothing, and is large.
    if (instance.importPath.startsWith("opmodel.dev/")) return instance;
    done.set(instance, instance);
    let imports: Map<string, Instance> | undefined;
    for (const [name, inner] of instance.imports) {
      const next = await expand(inner);
      if (next !== inner) (imports ??= new Map(instance.imports)).set(name, next);
    }
    const { value, diagnostics: wrong } = await expandDecorators(
      imports ? { ...instance, imports } : instance,
      schemas,
    );
    diagnostics.push(...wrong);
    if (value === undefined) return instance;
    decorated.push(...value.decorated);
    done.set(instance, value.instance);
    return value.instance;
  };
  const instance = await expand(top);
  return {
    ...(diagnostics.every(({ severity }) => severity !== "error") && { value: { instance, decorated } }),
    diagnostics,
  };
}
