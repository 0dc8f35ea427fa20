export type * from "./cluster-picture.ts";
export type * from "./picture.ts";
export type * from "./project.ts";
export { unredacted } from "./unredacted.ts";
export { ReleaseView } from "./release-view.ts";
export type { Hiding } from "./release-view.ts";
export { Places } from "./places.ts";
