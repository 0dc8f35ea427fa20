import type { CommandContext } from "../command-spec.ts";
import { changeRollout } from "../session/rollout.ts";

/** `opm rollout pause`: what runs now ends, and nothing begins after it. */
export const run = (context: CommandContext): Promise<number> =>
  changeRollout(context, (state) =>
    state.state === "running" || state.state === "failed"
      ? { ...state, state: "paused" }
      : `the rollout is ${state.state}`,
  );
