export { renderMatrix } from "./render-matrix.ts";
export { jobName, nameJobs, noFolder, nothingBelow, planFolder, planMatrix } from "./plan-matrix.ts";
export type { JobName, MatrixJob, MatrixRequest } from "./plan-matrix.ts";
export { DEFAULT_LAYOUT, layoutPath, parseLayout } from "./layout.ts";
export type { Layout } from "./layout.ts";
export { parseShard, shardFolders } from "./shard.ts";
export type { Shard } from "./shard.ts";
export { findFolders } from "./find-folders.ts";
export { ObjectOwners, clusterOf } from "./object-owners.ts";
