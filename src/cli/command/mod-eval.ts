import { releaseSource } from "../../pipeline/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { renderCommand } from "./mod-render.ts";

/** `opm mod eval [path]`: the release as CUE, secrets masked. */
export async function run(context: CommandContext): Promise<number> {
  const result = await renderCommand(context, "release");
  const { release, cue } = result;
  if (release === undefined || cue === undefined || hasErrors(result.diagnostics)) return exitCode.validation;
  context.io.stdout(releaseSource(cue, release));
  return exitCode.ok;
}
