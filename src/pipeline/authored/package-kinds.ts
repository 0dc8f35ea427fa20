import type { Instance } from "../../cue/load/index.ts";
import type { Outcome } from "../../source/index.ts";
import { explainImports } from "../2-module/import-hint.ts";
import { withoutNamed } from "../2-module/named-modules.ts";
import type { Workspace } from "../session.ts";
import type { Trace } from "../trace.ts";

export interface PackageKinds {
  readonly isModule: boolean;
  /** It has what a platform's folder has: a catalog, environments or bindings. */
  readonly isPlatform: boolean;
  /** Fields that say what they are: `#ModuleRelease`, `#Bundle`, `#ModuleCatalog`, … */
  readonly fields: readonly { readonly name: string; readonly kind: string }[];
}

/** What a package holds, for commands that take more than modules. */
export async function packageKinds(
  workspace: Workspace,
  path: string,
  trace: Trace,
  /** The package, if it is loaded already. */
  known?: Outcome<Instance>,
): Promise<Outcome<PackageKinds>> {
  const { context: cue } = workspace.config.cue.get();
  const loaded =
    known ?? (await trace.phase(2, () => cue.program.load({ args: ["."], cwd: path, tags: workspace.tags })));
  if (loaded.value === undefined) return { diagnostics: explainImports(loaded.diagnostics, cue.program.asked) };
  const root = cue.root(withoutNamed(loaded.value));
  const fields = root.entries().flatMap(({ name, value: item }) => {
    const kind = item.text("kind");
    return kind === undefined ? [] : [{ name, kind }];
  });
  const isPlatform = ["catalog", "environments", "bindings"].some((name) => root.field(name) !== undefined);
  return { value: { isPlatform, isModule: root.text("kind") === "Module", fields }, diagnostics: [] };
}
