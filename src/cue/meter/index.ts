export { Exhausted } from "./exhausted.ts";
export { currentLimits, defaultLimits, serverLimits, setLimits } from "./limits.ts";
export type { MeterLimits } from "./limits.ts";
export { Meter } from "./meter.ts";
