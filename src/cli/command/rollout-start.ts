export { startRollout as run } from "../session/rollout.ts";
