export { Engine } from "./engine.ts";
export { Library } from "./library.ts";
export { packageRoot } from "./reference.ts";
export type { Runtime } from "./runtime.ts";
export { Counters } from "./counters.ts";
export { validateVertex } from "./validate.ts";
export { asVertex, defaultOf, defaultVertex } from "./defaults.ts";
export { EqualFlag, equal } from "./equality.ts";
export { accepts } from "./arcs.ts";
export { conforms } from "./conforms.ts";
export { deepMarks, markedExpr, markedNames, withMarks } from "./marked.ts";
export { marksOf } from "./operators.ts";
export { joinValues, unifyValues } from "./call-engine.ts";
export { Outline, Wholly } from "./conditions.ts";
export {
  bottomOf,
  looseNodeBehind,
  nodeBehind,
  elementCount,
  isClosedList,
  isClosedStruct,
  isConcrete,
  isListVertex,
  kindOf,
  unwrap,
  valueOf,
} from "./vertex-ops.ts";
