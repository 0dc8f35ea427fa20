import type { CommandContext } from "../command-spec.ts";
import { changeRollout } from "../session/rollout.ts";

/** `opm rollout resume`: `start` goes on from here. */
export const run = (context: CommandContext): Promise<number> =>
  changeRollout(context, (state) =>
    state.state === "paused" ? { ...state, state: "running" } : `the rollout is ${state.state}`,
  );
