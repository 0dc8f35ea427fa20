import type { CommandContext } from "../command-spec.ts";
import { rollbackCommand } from "../session/cluster-rollback.ts";

/** `opm release rollback`. */
export const run = (context: CommandContext): Promise<number> => rollbackCommand(context, "release");
