export { renderMatrix } from "./render-matrix.ts";
export type { MatrixEvents, MatrixSummary, RenderMatrix } from "./render-matrix.ts";
export { noFolder, planMatrix } from "./plan-matrix.ts";
export type { MatrixJob, MatrixRequest } from "./plan-matrix.ts";
export { parseShard, shardOf } from "./shard.ts";
export type { Shard } from "./shard.ts";
export { findFolders } from "./find-folders.ts";
export { MATRIX_CODE } from "./matrix-code.ts";
