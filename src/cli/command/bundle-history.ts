import type { CommandContext } from "../command-spec.ts";
import { historyCommand } from "../session/cluster-history.ts";

/** `opm bundle history`. */
export const run = (context: CommandContext): Promise<number> => historyCommand(context, "bundle");
