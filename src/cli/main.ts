import { CommanderError } from "commander";
import type { CommandContext } from "./command-spec.ts";
import { complete } from "./completion/complete.ts";
import { exitCode } from "./exit-code.ts";
import type { Io } from "./io.ts";
import { painter } from "./print/colour.ts";
import { crashText } from "./print/crash.ts";
import { diagnosticsJson, diagnosticsText } from "./print/diagnostic.ts";
import { neutralise } from "./print/neutralise.ts";
import { Progress } from "./print/progress.ts";
import { createProgram } from "./program.ts";
import type { Parsed } from "./program.ts";

export interface MainResult {
  readonly exit: number;
  readonly stats: ReadonlyMap<string, number>;
}

/** Runs one command line. Never throws, never ends the process. */
export async function main(args: readonly string[], io: Io, version: string): Promise<MainResult> {
  const stats = new Map<string, number>();
  let command = "";
  let exit: number = exitCode.ok;
  if (args[0] === "__complete") {
    for (const { word, says } of complete(args.slice(args[1] === "--" ? 2 : 1))) io.stdout(`${word}\t${says}\n`);
    return { exit, stats };
  }
  const output = { out: (text: string) => io.stdout(text), err: (text: string) => io.stderr(neutralise(text)) };
  const program = createProgram(args, version, output, async (parsed) => {
    command = parsed.spec.name;
    const context = contextOf(parsed, io, version, stats);
    exit = await (await parsed.spec.load()).run(context);
    context.progress.clear();
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return { exit: error.exitCode, stats };
    io.stderr(crashText(error, command, version, io.env));
    exit = exitCode.general;
  }
  return { exit, stats };
}

function contextOf(parsed: Parsed, io: Io, version: string, stats: Map<string, number>): CommandContext {
  const { args, options } = parsed;
  const asJson = options["diagnostics"] === "json";
  const progress = new Progress(io, !asJson);
  return {
    io,
    version,
    args,
    options,
    progress,
    stats,
    report(diagnostics) {
      progress.clear();
      if (diagnostics.length === 0) return;
      io.stderr(
        asJson ? diagnosticsJson(diagnostics) : diagnosticsText(diagnostics, painter(io, "stderr", options["color"])),
      );
    },
  };
}
