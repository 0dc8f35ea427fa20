import type { CommandContext } from "../command-spec.ts";
import { changeRollout } from "../session/rollout.ts";

/** `opm rollout abort`: it ends here; what is deployed stays. */
export const run = (context: CommandContext): Promise<number> =>
  changeRollout(context, (state) => (state.state === "done" ? "the rollout is done" : { ...state, state: "aborted" }));
