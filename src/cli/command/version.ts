import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";

/** The language that the engine implements. */
const cueLanguage = "v0.17.1";

export function run({ io, version, options }: CommandContext): number {
  const facts = {
    opm: version,
    cue: cueLanguage,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
  if (options["output"] === "json") io.stdout(`${JSON.stringify(facts)}\n`);
  else for (const [name, value] of Object.entries(facts)) io.stdout(`${name.padEnd(8)} ${value}\n`);
  return exitCode.ok;
}
