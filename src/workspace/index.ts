export { openTarget } from "./open-target.ts";
export type { ModuleTarget, PackageTarget, Target, TargetKind } from "./open-target.ts";
export { targetJobs } from "./target-jobs.ts";
export type { FoundJobs, JobsRequest, NamedJob } from "./target-jobs.ts";
