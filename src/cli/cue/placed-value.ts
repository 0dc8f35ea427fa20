import type { Value } from "../../cue/index.ts";
import { failed, success } from "./mistake.ts";
import type { Outcome } from "./mistake.ts";
import { resolveLabels, selectorOf } from "./placement.ts";
import type { Plan } from "./plan.ts";

/** `-l` without data files places the value itself. */
export function placedValue(plan: Plan, value: Value): Outcome<Value> {
  if (plan.placement.path.length === 0 || plan.streams || plan.hasPlaced) return success(value);
  const labels = resolveLabels(plan.placement, value);
  if (!labels.ok) return labels;
  const placed = plan.ctx.value({}).fillPath(labels.value.map(selectorOf), value);
  const errors = placed.errors();
  return errors.length > 0 && errors[0]?.code !== "incomplete" ? failed(errors) : success(placed);
}
