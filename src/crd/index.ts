export { crdToCue } from "./crd-to-cue.ts";
