import { registryTrouble } from "../../pipeline/index.ts";
import { exitCode } from "../exit-code.ts";

/** The exit code for a fault of a registry: it refuses, or it cannot be reached or used. */
export function registryExit(message: string): number {
  return registryTrouble(message) === "refused" ? exitCode.permission : exitCode.connectivity;
}
