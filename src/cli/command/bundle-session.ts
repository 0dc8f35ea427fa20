// What the commands about bundles share.
import { resolve } from "node:path";
import { openBundles } from "../../bundle/index.ts";
import type { OpenedBundle } from "../../bundle/index.ts";
import { Trace, openGround } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { openedInputs, renderRequest, withSecrets } from "./mod-render.ts";
import { environmentChoice } from "./module-session.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface BundleSession {
  readonly bundles: readonly OpenedBundle[];
  readonly failed: boolean;
  readonly trace: Trace;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

/** Opens the bundles of a folder; everything wrong so far is reported already. */
export async function bundleSession(context: CommandContext): Promise<BundleSession> {
  const { io } = context;
  const [folder = ".", ...names] = context.args;
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const inputs = await openedInputs(context, secrets);
  const { environment: _, ...request } = withSecrets(
    renderRequest({ ...context, args: [folder] }, inputs.files),
    secrets,
  );
  const trace = new Trace(() => io.clock());
  const ground = await openGround(pipelineHost(context), request, trace);
  const diagnostics: Diagnostic[] = [...inputs.diagnostics, ...ground.diagnostics];
  const opened =
    ground.value &&
    (await openBundles(
      ground.value,
      { path: resolve(io.cwd, folder), names, environments: environmentChoice(context), task: request },
      trace,
    ));
  diagnostics.push(...(opened?.diagnostics ?? []));
  report(diagnostics);
  return { bundles: opened?.value ?? [], failed: hasErrors(diagnostics), trace, report };
}
