import type { CommandContext } from "../command-spec.ts";
import { historyCommand } from "../session/cluster-history.ts";

/** `opm mod history`. */
export const run = (context: CommandContext): Promise<number> => historyCommand(context, "mod");
