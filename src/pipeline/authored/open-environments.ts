import { hasErrors } from "../../source/index.ts";
import type { Outcome } from "../../source/index.ts";
import { joinEnvironments } from "../../values/index.ts";
import type { Environments } from "../../values/index.ts";
import { explainImports } from "../2-module/import-hint.ts";
import type { Workspace } from "../session.ts";
import type { Trace } from "../trace.ts";
import { packageEnvironments } from "./find-releases.ts";

/** The environments of a package that is no module: a platform's, or one with releases. */
export async function openEnvironments(
  workspace: Workspace,
  path: string,
  trace: Trace,
): Promise<Outcome<Environments>> {
  const { context: cue } = workspace.config.cue.get();
  const loaded = await trace.phase(2, () => cue.program.load({ args: ["."], cwd: path, tags: workspace.tags }));
  if (loaded.value === undefined) return { diagnostics: explainImports(loaded.diagnostics, cue.program.asked) };
  const root = cue.root(loaded.value);
  const diagnostics = [...loaded.diagnostics, ...cue.errors(root, {})];
  if (hasErrors(diagnostics)) return { diagnostics };
  const own = packageEnvironments(root, loaded.value);
  return { value: joinEnvironments(workspace.platform?.environments ?? new Map(), own), diagnostics };
}
