export { Exhausted } from "./exhausted.ts";
export { defaultLimits, serverLimits } from "./limits.ts";
export type { MeterLimits } from "./limits.ts";
export { Meter } from "./meter.ts";
