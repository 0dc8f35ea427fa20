export { DELIVERY_CODE } from "./delivery-code.ts";
export { fieldChanges, pathText } from "./diff/field-change.ts";
export type { FieldChange, Step } from "./diff/field-change.ts";
export { diffRelease } from "./diff/release-diff.ts";
export type { ExplainedChange, ObjectDiff, ReleaseDiff } from "./diff/release-diff.ts";
export { groupDiffs } from "./diff/group-diffs.ts";
export type { DiffGroup, DiffSummary, GroupedChange } from "./diff/group-diffs.ts";
export { releaseSources } from "./diff/release-sources.ts";
export type { Cause, DiffSide, FileNames } from "./diff/cause.ts";
