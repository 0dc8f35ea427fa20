export {
  chainText,
  errorText,
  failureItems,
  failurePath,
  failurePositions,
  failureText,
  nodeText,
  primaryPosition,
  vertexPath,
} from "./failure.ts";
export type { TextOptions } from "./failure.ts";
export { printErrors, reportFailures, reportList, sortedFailures } from "./report.ts";
export type { ErrorReport } from "./report.ts";
export { comparePlaces, compareText, placeText, relativeName } from "./position.ts";
export { failureReason, reasonDiagnostic } from "./reason.ts";
export { rangeName } from "./range-name.ts";
