import type { CommandContext } from "../command-spec.ts";
import { releaseNames } from "../session/open-command.ts";
import { matrixBuild } from "./matrix-build.ts";

/** `opm release vet DIR [NAME…]`. */
export async function run(context: CommandContext): Promise<number> {
  const [folder = ".", ...others] = context.args;
  const names = releaseNames(context, others);
  const { exit, jobs } = await matrixBuild(context, folder, names, false);
  for (const { job, failed, objects } of jobs)
    context.io.stdout(
      `${failed ? "✘" : "✔"} ${job.id} ${failed ? "invalid" : `valid (${objects} resource${objects === 1 ? "" : "s"})`}\n`,
    );
  return exit;
}
