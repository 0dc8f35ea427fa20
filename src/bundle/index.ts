export { openBundles } from "./open-bundles.ts";
export type { BundleJob, OpenedBundle } from "./open-bundles.ts";
export { waves } from "./instance-order.ts";
