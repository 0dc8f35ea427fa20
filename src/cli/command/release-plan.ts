import type { CommandContext } from "../command-spec.ts";
import { planCommand } from "../session/cluster-plan.ts";

/** `opm release plan`: what an apply would do; with `--since`, what a change touches, which needs no cluster. */
export async function run(context: CommandContext): Promise<number> {
  if (context.options["since"] === undefined) return planCommand(context, "release");
  return (await import("./release-affected.ts")).run(context);
}
