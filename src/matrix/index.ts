export { renderMatrix } from "./render-matrix.ts";
export type { MatrixEvents, MatrixSummary, RenderMatrix } from "./render-matrix.ts";
export { jobName, nameJobs, noFolder, nothingBelow, planFolder, planMatrix } from "./plan-matrix.ts";
export type { JobName, MatrixJob, MatrixRequest } from "./plan-matrix.ts";
export { parseShard, shardFolders, shardOf } from "./shard.ts";
export type { Shard } from "./shard.ts";
export { findFolders } from "./find-folders.ts";
export { MATRIX_CODE } from "./matrix-code.ts";
