import type { CommandContext } from "../command-spec.ts";
import { applyCommand } from "../session/cluster-apply.ts";

/** `opm bundle apply`. */
export const run = (context: CommandContext): Promise<number> => applyCommand(context, "bundle");
