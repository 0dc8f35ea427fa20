// Conditions in CUE over live data: health of an object, checks of a rollout.
import { createContext } from "../../cue/index.ts";

/** Whether it holds; otherwise why not. A field that is not there yet is no mistake. */
export function holds(condition: string, data: unknown): { readonly holds: boolean; readonly why: string } {
  const context = createContext();
  const result = context
    .value(JSON.parse(JSON.stringify(data)))
    .evaluate(condition)
    .toJS();
  if (result.ok && result.value === true) return { holds: true, why: "" };
  return {
    holds: false,
    why: result.ok && result.value === false ? `${condition} does not hold` : `${condition} cannot be told yet`,
  };
}

/** What is wrong with the text itself, whatever it is asked of. */
export function conditionProblem(condition: string): string | undefined {
  return createContext().value({}).evaluate(condition).error()?.code === "load" ? "it is no CUE" : undefined;
}
