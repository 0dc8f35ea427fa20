import type { Reason } from "../../source/index.ts";
import { exitCode } from "../exit-code.ts";

/** The exit code for a fault of a registry: it refuses, or it cannot be reached or used. */
export function registryExit({ reason }: { readonly reason: Reason }): number {
  return reason.args["trouble"] === "refused" ? exitCode.permission : exitCode.connectivity;
}
