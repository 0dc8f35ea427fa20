export { crdToCue, type CrdFile, type CrdOptions, type CrdProblem, type CrdResult } from "./crd-to-cue.ts";
export { crdPackages } from "./crd-packages.ts";
export type { CrdPackageFile } from "./crd-packages.ts";
