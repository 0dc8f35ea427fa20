import type { CommandContext } from "../command-spec.ts";
import { historyCommand } from "../session/cluster-history.ts";

/** `opm release history`. */
export const run = (context: CommandContext): Promise<number> => historyCommand(context, "release");
