// What the commands about bundles share.
import { openBundles } from "../../bundle/index.ts";
import type { OpenedBundle } from "../../bundle/index.ts";
import type { Trace } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { openedGround } from "../session/opened-ground.ts";

export interface BundleSession {
  readonly bundles: readonly OpenedBundle[];
  readonly failed: boolean;
  readonly trace: Trace;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

/** Opens the bundles of a folder; everything wrong so far is reported already. */
export async function bundleSession(context: CommandContext): Promise<BundleSession> {
  const { report, trace, ground, opening, diagnostics } = await openedGround(context);
  const opened = ground && (await openBundles(ground, opening, trace));
  diagnostics.push(...(opened?.diagnostics ?? []));
  report(diagnostics);
  return { bundles: opened?.value ?? [], failed: hasErrors(diagnostics), trace, report };
}
