export { openTarget } from "./open-target.ts";
export { folderReleases } from "./folder-releases.ts";
export type { ReleasesRequest } from "./folder-releases.ts";
export { planReleases } from "./plan-releases.ts";
export type { NamedJob, PlannedReleases } from "./plan-releases.ts";
export { renderReleases } from "./render-releases.ts";
