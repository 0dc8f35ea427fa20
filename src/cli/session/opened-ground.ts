// What the commands share that open a folder of releases or bundles: its inputs, and the ground they are released on.
import { resolve } from "node:path";
import { Trace, openGround } from "../../pipeline/index.ts";
import type { Ground } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { openedInputs, renderRequest, withSecrets } from "../command/mod-render.ts";
import { environmentChoice } from "../command/module-session.ts";
import { pipelineHost } from "../command/pipeline-host.ts";
import { SecretInputs } from "../command/secret-inputs.ts";
import { relativePlaces } from "../print/relative-places.ts";

/** The first word of the command is the folder, the others are names in it. Nothing is reported yet. */
export async function openedGround(context: CommandContext) {
  const { io } = context;
  const [folder = ".", ...names] = context.args;
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const inputs = await openedInputs(context, secrets);
  const { environment: _, ...task } = withSecrets(renderRequest({ ...context, args: [folder] }, inputs.files), secrets);
  const trace = new Trace(() => io.clock());
  const opened = await openGround(pipelineHost(context), task, trace);
  const ground: Ground | undefined = opened.value;
  return {
    secrets,
    report,
    trace,
    ground,
    /** What is opened on the ground. */
    opening: { path: resolve(io.cwd, folder), names, environments: environmentChoice(context), task },
    diagnostics: [...inputs.diagnostics, ...opened.diagnostics],
  };
}
