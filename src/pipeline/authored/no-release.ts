import type { Diagnostic } from "../../source/index.ts";
import { nearestName } from "../../values/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** A release that was asked for by a name that none has. */
export function noRelease(name: string, known: readonly string[], message: string): Diagnostic {
  const near = nearestName(name, known);
  return {
    code: PIPELINE_CODE.noRelease,
    severity: "error",
    message,
    args: { name },
    notes: [`releases: ${known.join(", ") || "none"}`],
    ...(near !== null && { hint: `did you mean ${near}?` }),
  };
}
