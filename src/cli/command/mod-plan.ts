import type { CommandContext } from "../command-spec.ts";
import { planCommand } from "../session/cluster-plan.ts";

/** `opm mod plan`. */
export const run = (context: CommandContext): Promise<number> => planCommand(context, "mod");
