import type { CommandContext } from "../command-spec.ts";
import { deleteCommand } from "../session/cluster-delete.ts";

/** `opm bundle delete`. */
export const run = (context: CommandContext): Promise<number> => deleteCommand(context, "bundle");
