export { Exhausted } from "./exhausted.ts";
export { defaultLimits } from "./limits.ts";
export type { MeterLimits } from "./limits.ts";
export { Meter } from "./meter.ts";
