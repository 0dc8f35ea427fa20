import { declaredRules } from "../../governance/index.ts";
import type { DeclaredRule } from "../../governance/index.ts";
import type { Outcome } from "../../source/index.ts";
import { viewOf } from "../../values/index.ts";
import type { Workspace } from "../session.ts";
import { loadPlatform } from "./load-platform.ts";

export interface PlatformRules {
  /** Of the catalog; "" if the platform has none. */
  readonly name: string;
  readonly rules: readonly DeclaredRule[];
}

/** The policies of a platform's folder. They must be complete here already: a release adds nothing to them. */
export async function platformRules(workspace: Workspace, path: string): Promise<Outcome<PlatformRules>> {
  const { context: cue } = workspace.config.cue.get();
  const { value: platform, diagnostics } = await loadPlatform(cue, path);
  const instance = platform?.cue?.get();
  if (platform === undefined || instance === undefined) return { diagnostics };
  const catalog = cue.root(instance).field("catalog");
  if (catalog === undefined) return { value: { name: "", rules: [] }, diagnostics };
  const modules = catalog.field("modules");
  const maps = [catalog, ...(modules === undefined ? [] : modules.entries().map(({ value: item }) => item))];
  const incomplete = maps.flatMap((owner) => {
    const policies = owner.field("policies");
    return policies === undefined ? [] : cue.errors(policies, { concrete: true, final: true });
  });
  const rules = declaredRules(viewOf(catalog));
  return { value: { name: platform.catalog?.name ?? "", rules }, diagnostics: [...diagnostics, ...incomplete] };
}
