export { Engine } from "./engine.ts";
export { Context, mergeErrors, inProgressMarker } from "./context.ts";
export type { Runtime } from "./runtime.ts";
export { Counters } from "./counters.ts";
export { validateVertex } from "./validate.ts";
export type { ValidateOptions } from "./validate.ts";
export { asVertex, defaultOf, defaultVertex, takeDefault } from "./defaults.ts";
export { EqualFlag, equal } from "./equality.ts";
export { accepts } from "./arcs.ts";
export { conforms } from "./conforms.ts";
export type { StandsForText } from "./conforms.ts";
export { toData } from "./to-data.ts";
export { deepMarks, markedExpr, markedNames, withMarks } from "./marked.ts";
export { compareBytes, marksOf } from "./operators.ts";
export { joinValues, unifyValues } from "./call-engine.ts";
export { Outline, Wholly } from "./conditions.ts";
export {
  bottomOf,
  concreteness,
  survivor,
  looseNodeBehind,
  nodeBehind,
  elementCount,
  isClosedList,
  isClosedStruct,
  isConcrete,
  isListVertex,
  isOpenStruct,
  kindOf,
  unwrap,
  valueOf,
} from "./vertex-ops.ts";
