export { jobName, nameJobs } from "./job-names.ts";
export type { JobName } from "./job-names.ts";
export { DEFAULT_LAYOUT, layoutPath, parseLayout } from "./layout.ts";
export type { Layout } from "./layout.ts";
export { parseShard, shardFolders, shardOf } from "./shard.ts";
export type { Shard } from "./shard.ts";
export { findFolders, noFolder, nothingBelow } from "./find-folders.ts";
export { ObjectOwners, clusterOf, ownedObject } from "./object-owners.ts";
export type { OwnedObject } from "./object-owners.ts";
