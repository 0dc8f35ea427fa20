// What the commands about environments share: those of a module with its platform, or of another package.
import { resolve } from "node:path";
import { Trace, openGround } from "../../pipeline/index.ts";
import type { Session } from "../../pipeline/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { secretPathTest, secretSlots, viewOf } from "../../values/index.ts";
import type { Environments, Path } from "../../values/index.ts";
import { openTarget } from "../../workspace/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { relativePlaces } from "../print/relative-places.ts";
import { renderRequest } from "./mod-render.ts";
import { SecretInputs } from "./secret-inputs.ts";
import { pipelineHost } from "./pipeline-host.ts";

export interface EnvironmentSession {
  /** Undefined if something is wrong, which is reported already. */
  readonly environments?: Environments;
  isSecret(path: Path): boolean;
  report(diagnostics: readonly Diagnostic[]): void;
}

export async function environmentSession(context: CommandContext, folder = "."): Promise<EnvironmentSession> {
  const { io } = context;
  const secrets = new SecretInputs(context);
  const report = (found: readonly Diagnostic[]): void => context.report(relativePlaces(secrets.safe(found), io.cwd));
  const trace = new Trace(() => io.clock());
  const path = resolve(io.cwd, folder);
  const ground = await openGround(pipelineHost(context), renderRequest(context, []), trace);
  const nothing = (diagnostics: readonly Diagnostic[]): EnvironmentSession => {
    report([...ground.diagnostics, ...diagnostics]);
    return { isSecret: () => false, report };
  };
  if (ground.value === undefined) return nothing([]);
  const { value: target, diagnostics } = await openTarget(ground.value, path, trace);
  if (target === undefined) return nothing(diagnostics);
  if (target.kind === "module") {
    const { session } = target;
    report([...ground.diagnostics, ...diagnostics]);
    return { environments: session.environments, isSecret: secretsOf(session), report };
  }
  const other = await target.environments();
  if (other.value === undefined) return nothing(other.diagnostics);
  report([...ground.diagnostics, ...other.diagnostics]);
  // Without a module nothing says which values are secret; a literal one is always the `value` of a struct.
  return { environments: other.value, isSecret: (at) => at.at(-1) === "value", report };
}

/** The paths that the module calls secret. */
function secretsOf({ module }: Session): (path: Path) => boolean {
  const config = module.cue.get().root.field("#config");
  if (config === undefined) return () => false;
  return secretPathTest(secretSlots(viewOf(config)));
}
