import type { CommandContext } from "../command-spec.ts";
import { applyCommand } from "../session/cluster-apply.ts";

/** `opm mod apply`. */
export const run = (context: CommandContext): Promise<number> => applyCommand(context, "mod");
