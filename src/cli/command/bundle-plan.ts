import type { CommandContext } from "../command-spec.ts";
import { planCommand } from "../session/cluster-plan.ts";

/** `opm bundle plan`. */
export const run = (context: CommandContext): Promise<number> => planCommand(context, "bundle");
