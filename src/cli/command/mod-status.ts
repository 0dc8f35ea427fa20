import type { CommandContext } from "../command-spec.ts";
import { statusCommand } from "../session/cluster-status.ts";

/** `opm mod status`. */
export const run = (context: CommandContext): Promise<number> => statusCommand(context, "mod");
