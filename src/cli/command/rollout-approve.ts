import { nextStep } from "../../cluster/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { changeRollout } from "../session/rollout.ts";

/** `opm rollout approve`: the wave that waits now. */
export const run = (context: CommandContext): Promise<number> =>
  changeRollout(context, (state, by) => {
    const step = nextStep(state, Date.now());
    if (step.kind !== "gate") return "no wave waits for an approval now";
    return { ...state, approvals: { ...state.approvals, [step.wave.name]: { by, at: new Date().toISOString() } } };
  });
