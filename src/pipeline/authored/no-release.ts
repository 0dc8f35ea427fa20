import { advise } from "../../source/index.ts";
import type { Diagnostic, Told } from "../../source/index.ts";
import { nearestName } from "../../values/index.ts";

/** A release that was asked for by a name that none has. */
export function noRelease(name: string, known: readonly string[], told: Told): Diagnostic {
  const near = nearestName(name, known);
  return {
    ...told,
    severity: "error",
    args: { ...told.args, name },
    notes: [`releases: ${known.join(", ") || "none"}`],
    ...(near !== null && { hint: advise(told.code, "did you mean {near}?", { near }) }),
  };
}
