// `@opm(secret, …)` on fields of `#config` (SEC-11): the files as their author meant them, with `#Secret` written out.
import type { Instance, LoadedFile } from "../../cue/load/index.ts";
import { SECRET_SCHEMAS, expandSecretDecorators, wrapDecoratedValues } from "../../secrets/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";

export interface ExpandedModule {
  readonly instance: Instance;
  /** Paths in `#config` of the fields that became secrets: plain text given for them is wrapped. */
  readonly decorated: readonly (readonly string[])[];
}

/** The same instance if nothing is decorated. `schemas` finds the package that declares `#Secret`. */
export async function expandDecorators(
  instance: Instance,
  schemas: () => Promise<Outcome<Instance>>,
): Promise<Outcome<ExpandedModule>> {
  if (!instance.files.some(isDecorated)) return { value: { instance, decorated: [] }, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const decorated: (readonly string[])[] = [];
  const files = instance.files.map((file): LoadedFile => {
    if (!isDecorated(file)) return file;
    const expanded = expandSecretDecorators(file.syntax, file.source);
    diagnostics.push(...expanded.diagnostics);
    for (const path of expanded.value?.paths ?? []) {
      const at = path.indexOf("#config");
      if (at >= 0) decorated.push(path.slice(at + 1));
    }
    return { ...file, syntax: expanded.value?.file ?? file.syntax };
  });
  if (diagnostics.length > 0) return { diagnostics };
  // Text that the author gave in `values` is a secret's now; other files than the decorated ones may have it.
  for (const [i, file] of files.entries()) files[i] = { ...file, syntax: wrapDecoratedValues(file.syntax, decorated) };
  const found = instance.imports.get(SECRET_SCHEMAS) ?? (await schemas());
  if ("diagnostics" in found && found.value === undefined) return { diagnostics: found.diagnostics };
  const target = "diagnostics" in found ? found.value! : found;
  const imports = new Map([...instance.imports, [SECRET_SCHEMAS, target]]);
  return { value: { instance: { ...instance, files, imports }, decorated }, diagnostics: [] };
}

function isDecorated({ source }: LoadedFile): boolean {
  return source.text.includes("@opm(") && /@opm\(\s*secret\b/.test(source.text);
}
