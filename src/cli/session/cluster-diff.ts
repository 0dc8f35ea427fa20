import type { CommandContext } from "../command-spec.ts";
import { showPlans } from "./cluster-plan.ts";
import type { Noun } from "./cluster-target.ts";

/** `opm mod|release|bundle diff`. */
export const diffCommand = (context: CommandContext, noun: Noun): Promise<number> => showPlans(context, noun, true);
