import type { CommandContext } from "../command-spec.ts";
import { diffCommand } from "../session/cluster-diff.ts";

/** `opm mod diff`. */
export const run = (context: CommandContext): Promise<number> => diffCommand(context, "mod");
