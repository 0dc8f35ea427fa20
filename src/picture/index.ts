export type * from "./picture.ts";
export { ReleaseView } from "./release-view.ts";
export type { Hiding, ViewRequest } from "./release-view.ts";
export { yamlPaths } from "./yaml-paths.ts";
export type { FieldPath } from "./yaml-paths.ts";
