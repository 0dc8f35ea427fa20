import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

export function run({ io, version }: CommandContext): number {
  io.stdout(`opm ${version}\n`);
  return exitCode.ok;
}
