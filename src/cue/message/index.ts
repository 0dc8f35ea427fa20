export {
  errorText,
  failureItems,
  failurePath,
  failurePositions,
  failureText,
  nodeText,
  vertexPath,
} from "./failure.ts";
export { printErrors, reportFailures, sortedFailures } from "./report.ts";
export { comparePlaces, compareText, relativeName } from "./position.ts";
export { reasonDiagnostic } from "./reason.ts";
export { rangeName } from "./range-name.ts";
