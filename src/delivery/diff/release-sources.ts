import type { Instance } from "../../cue/load/index.ts";
import type { ReleaseJob } from "../../pipeline/index.ts";
import type { SourceText } from "../../source/index.ts";

/** The texts that a release is made of, by name: its package with all that it imports, the platform's, values files. */
export function releaseSources({ session, task }: ReleaseJob): ReadonlyMap<string, SourceText> {
  const out = new Map<string, SourceText>();
  const seen = new Set<Instance>();
  const visit = (instance: Instance): void => {
    // The catalog is the same for both sides, and large.
    if (seen.has(instance) || instance.importPath.startsWith("opmodel.dev/")) return;
    seen.add(instance);
    for (const { source } of instance.files) out.set(source.name, source);
    for (const inner of instance.imports.values()) visit(inner);
  };
  visit(session.module.cue.get().instance);
  const platform = session.platform?.cue?.get();
  if (platform !== undefined) visit(platform);
  for (const file of task.values?.files ?? []) out.set(file.name, file);
  return out;
}
