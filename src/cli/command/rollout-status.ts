export { showRollout as run } from "../session/rollout.ts";
