import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setLimits } from "../../cue/index.ts";
import type { CueError, Value } from "../../cue/index.ts";
import type { CommandContext } from "../command-spec.ts";
import { exitCode } from "../exit-code.ts";
import { commandLimits, limitsOf } from "../limits.ts";
import { parseFlags } from "./flag-parser.ts";
import type { FlagValues } from "./flag-parser.ts";
import { cueFlags } from "./flags.ts";
import type { CueVerb } from "./flags.ts";
import { neutralise } from "../print/neutralise.ts";
import { errorText, explained } from "./report.ts";

interface ReportOptions {
  /** The original's command loop prints them. */
  readonly localised?: boolean;
  /** The value that has the errors, for those who want to know more. */
  readonly of?: Value | undefined;
}

/** What a command of `opm cue` works with. */
export interface CueRun {
  readonly context: CommandContext;
  readonly flags: FlagValues;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Prints errors; the command then fails. */
  report(errors: readonly CueError[], options?: ReportOptions): void;
  /** The command fails, though it printed no error. */
  fail(): void;
}

/** Reads the flags, runs, and says how it went: 1 as soon as there was an error, as in the original. */
export async function runCue(
  verb: CueVerb,
  context: CommandContext,
  run: (r: CueRun) => Promise<void> | void,
): Promise<number> {
  // File names, flags and texts of registries come from elsewhere: what would steer a terminal is shown.
  const io = { ...context.io, stderr: (text: string) => context.io.stderr(neutralise(text)) };
  const parsed = parseFlags(context.args, cueFlags[verb]);
  if (typeof parsed === "string") {
    io.stderr(`${parsed}\n`);
    return exitCode.general;
  }
  const { args, flags } = parsed;
  setLimits(limitsOf(context, commandLimits));
  const folder = context.options["chdir"];
  const cwd = typeof folder === "string" ? resolve(io.cwd, folder) : io.cwd;
  if (
    typeof folder === "string" &&
    (folder === "" || statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
  ) {
    io.stderr(`chdir ${folder}: no such file or directory\n`);
    return exitCode.general;
  }
  let isFailed = false;
  await run({
    context,
    flags,
    args,
    cwd,
    fail() {
      isFailed = true;
    },
    report(errors, { localised = false, of } = {}) {
      if (errors.length === 0) return;
      isFailed = true;
      if (context.options["diagnostics"] === "json" || (flags.bool("explain") && of !== undefined)) {
        context.report(explained(errors, of, cwd));
      } else io.stderr(errorText(errors, cwd, localised));
    },
  });
  return isFailed ? exitCode.general : exitCode.ok;
}
