export { openBundles } from "./open-bundles.ts";
export type { BundleJob, BundleRequest, OpenedBundle } from "./open-bundles.ts";
export { instanceOrder, waves } from "./instance-order.ts";
export type { Instance } from "./instance-order.ts";
export { BUNDLE_CODE } from "./bundle-code.ts";
