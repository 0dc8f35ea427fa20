// Objects that another tool rendered, judged by the platform's policies.
import { foreignComponent } from "../../delivery/index.ts";
import type { KubeData } from "../../delivery/index.ts";
import { Trace, judgeForeign, openWorkspace } from "../../pipeline/index.ts";
import { commandLineCode, hasErrors, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { renderRequest } from "./mod-render.ts";
import { pipelineHost } from "./pipeline-host.ts";

interface Judged {
  readonly found: readonly { readonly diagnostic: Diagnostic; readonly object?: KubeData }[];
  /** How many rules were asked about how many objects. */
  readonly rules: number;
}

export async function judgeManifests(context: CommandContext, objects: readonly KubeData[]): Promise<Judged> {
  const trace = new Trace(() => context.io.clock(), { keep: false });
  const workspace = await openWorkspace(pipelineHost(context), renderRequest(context, []), trace);
  const general = (diagnostics: readonly Diagnostic[]): Judged => ({
    found: diagnostics.map((diagnostic) => ({ diagnostic })),
    rules: 0,
  });
  if (workspace.value === undefined || hasErrors(workspace.diagnostics)) return general(workspace.diagnostics);
  if (workspace.value.platform === undefined)
    return general([
      {
        ...tell(commandLineCode.badArgument, "there is no platform whose policies could judge"),
        severity: "error",
        hint: advise(commandLineCode.badArgument, "--platform FOLDER, OPM_PLATFORM, or platform in the configuration"),
      },
    ]);
  const found = [...general(workspace.diagnostics).found];
  let rules = 0;
  for (const object of objects) {
    const judged = judgeForeign(workspace.value, [foreignComponent(object)]);
    // The same for every object: told once.
    if (judged.value === undefined) return general(judged.diagnostics);
    rules += judged.value.filter((rule) => rule.judged).length;
    for (const { violations } of judged.value) found.push(...violations.map((diagnostic) => ({ diagnostic, object })));
  }
  return { found, rules };
}
