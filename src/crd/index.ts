export { crdToCue } from "./crd-to-cue.ts";
export { crdPackages } from "./crd-packages.ts";
