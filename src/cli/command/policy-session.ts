// What `policy check` is about: modules, releases, instances of bundles, and platforms themselves.
import { resolve } from "node:path";
import { findFolders, noFolder } from "../../matrix/index.ts";
import { Trace, openGround } from "../../pipeline/index.ts";
import type { PlatformRules } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { openedInputs, renderRequest, withSecrets } from "./mod-render.ts";
import { environmentChoice } from "./module-session.ts";
import { targetJobs } from "../../workspace/index.ts";
import type { FoundJobs, NamedJob } from "../../workspace/index.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface PolicySession {
  readonly jobs: readonly NamedJob[];
  readonly platforms: readonly PlatformRules[];
  readonly diagnostics: readonly Diagnostic[];
  readonly trace: Trace;
  /** Prints diagnostics, with no secret in them. */
  report(diagnostics: readonly Diagnostic[]): void;
}

/** Everything in a folder that policies are about; what is wrong so far is reported already. */
export async function policySession(context: CommandContext): Promise<PolicySession> {
  const { io } = context;
  const [folder = ".", ...names] = context.args;
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const inputs = await openedInputs(context, secrets);
  const { environment: _, ...task } = withSecrets(renderRequest({ ...context, args: [folder] }, inputs.files), secrets);
  const trace = new Trace(() => io.clock());
  const ground = await openGround(pipelineHost(context), task, trace);
  const diagnostics: Diagnostic[] = [...inputs.diagnostics, ...ground.diagnostics];
  const found: FoundJobs = { jobs: [], platforms: [], diagnostics };
  if (ground.value !== undefined) {
    const opening = { ground: ground.value, environments: environmentChoice(context), names, task, trace };
    const path = resolve(io.cwd, folder);
    const { files } = ground.value.config.cue.get().context.program;
    const folders = findFolders(files, path);
    for (const one of folders) await targetJobs(opening, one, found);
    if (folders.length === 0) diagnostics.push(noFolder(path));
  }
  report(diagnostics);
  return { ...found, trace, report };
}
