export { DELIVERY_CODE } from "./delivery-code.ts";
export { pathText } from "./diff/field-change.ts";
export { diffRelease } from "./diff/release-diff.ts";
export type { ReleaseDiff } from "./diff/release-diff.ts";
export { groupDiffs } from "./diff/group-diffs.ts";
export type { DiffGroup, DiffSummary, GroupedChange } from "./diff/group-diffs.ts";
export { releaseSources } from "./diff/release-sources.ts";
export type { Cause, DiffSide } from "./diff/cause.ts";
export { contentKey } from "./read-set/read-set.ts";
export { Recorder } from "./read-set/recorder.ts";
export { RenderCache, toldDiagnostic } from "./cache/render-cache.ts";
export type { OutputFile } from "./cache/render-cache.ts";
export type { CacheStore } from "./cache/cache-store.ts";
export { httpStore } from "./cache/http-store.ts";
export { foreignComponent } from "./function/foreign-component.ts";
export type { KubeData } from "./function/foreign-component.ts";
export { functionResult, resourceList } from "./function/resource-list.ts";
export type { FunctionResult, ResourceList } from "./function/resource-list.ts";
export { movePins } from "./promote/move-pins.ts";
export { renderFleet } from "./fleet/render-fleet.ts";
export type { FleetFolder, FleetHost, FleetJob, FleetRequest } from "./fleet/render-fleet.ts";
export { ociStore } from "./cache/oci-store.ts";
export { outputDigest, parseRun, runFolder, runRelease } from "./fleet/run-manifest.ts";
export type { RunFolder, RunManifest, RunRelease } from "./fleet/run-manifest.ts";
export { Changes, generatePaths, readPaths } from "./fleet/affected.ts";
export type { ChangedFile } from "./fleet/affected.ts";
export { mergeRuns } from "./fleet/merge-runs.ts";
export type { MergedRelease, ShardRun } from "./fleet/merge-runs.ts";
export { readTar } from "./export/tar.ts";
export { LAYER, manifestArtifact } from "./export/manifest-artifact.ts";
export { PROVENANCE, provenance } from "./export/provenance.ts";
export { compareConfigs } from "./compat/compare-config.ts";
export type { ConfigChange, ConfigSchema } from "./compat/compare-config.ts";
export { dependentsOfConfig } from "./compat/dependent-fields.ts";
export { Claims } from "./check/claims.ts";
export { sameTargets } from "./check/targets.ts";
export { releaseFolders } from "./export/release-folders.ts";
export type { ReleaseFolder } from "./export/release-folders.ts";
export {
  argoApplicationSet,
  argoApplications,
  fluxObjects,
  fluxSteps,
  imagesOf,
  kustomization,
  missingNamespaces,
  namespaceObject,
} from "./export/gitops-objects.ts";
export type { Exported } from "./export/gitops-objects.ts";
export { indexedJob } from "./export/indexed-job.ts";
