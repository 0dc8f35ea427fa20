export { openTarget } from "./open-target.ts";
export { targetJobs } from "./target-jobs.ts";
export type { FoundJobs, NamedJob } from "./target-jobs.ts";
