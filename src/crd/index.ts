export { crdToCue, type CrdFile, type CrdOptions, type CrdProblem, type CrdResult } from "./crd-to-cue.ts";
