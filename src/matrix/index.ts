export { renderMatrix } from "./render-matrix.ts";
export { jobName, nameJobs, noFolder, nothingBelow, planFolder, planMatrix } from "./plan-matrix.ts";
export type { MatrixJob, MatrixRequest } from "./plan-matrix.ts";
export { parseShard, shardFolders } from "./shard.ts";
export type { Shard } from "./shard.ts";
export { findFolders } from "./find-folders.ts";
export { ObjectOwners, clusterOf } from "./object-owners.ts";
