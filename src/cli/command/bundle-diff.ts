import type { CommandContext } from "../command-spec.ts";
import { diffCommand } from "../session/cluster-diff.ts";

/** `opm bundle diff`. */
export const run = (context: CommandContext): Promise<number> => diffCommand(context, "bundle");
