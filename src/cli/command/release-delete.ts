import type { CommandContext } from "../command-spec.ts";
import { deleteCommand } from "../session/cluster-delete.ts";

/** `opm release delete`. */
export const run = (context: CommandContext): Promise<number> => deleteCommand(context, "release");
