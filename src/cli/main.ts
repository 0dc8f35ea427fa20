import { CommanderError } from "commander";
import type { Asked, CommandContext, CommandSpec, OptionSpec } from "./command-spec.ts";
import { findCommand, globalOptions, plainWords } from "./command-table.ts";
import { ASKED, complete } from "./completion/complete.ts";
import type { Candidate } from "./completion/complete.ts";
import { cueLine } from "./cue/leading-flags.ts";
import { exitCode, exitOf } from "./exit-code.ts";
import { Guards } from "./guards.ts";
import type { Io } from "./io.ts";
import { painter } from "./print/colour.ts";
import { colouredLines } from "./print/coloured-lines.ts";
import { deliveryCode, loginsIn } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { diagnosticAnnotations } from "./print/annotation.ts";
import { crashText } from "./print/crash.ts";
import { diagnosticsJson, diagnosticsText } from "./print/diagnostic.ts";
import { neutralise } from "./print/neutralise.ts";
import { Progress } from "./print/progress.ts";
import { createProgram } from "./program.ts";
import type { Parsed } from "./program.ts";
import { understoodWords } from "./understood-words.ts";

export interface MainResult {
  readonly exit: number;
  readonly stats: ReadonlyMap<string, number>;
}

/** Runs one command line. Never throws, never ends the process. */
export async function main(
  words: readonly string[],
  streams: Io,
  version: string,
  guards: Guards = new Guards(),
): Promise<MainResult> {
  const io = guards.io(streams);
  const addresses = [...words, io.env["CUE_REGISTRY"], io.env["OPM_REGISTRY"]];
  // Almost nobody writes a login into an address: its guard is loaded when somebody does.
  if (loginsIn(addresses).length > 0) guards.add((await import("../secrets/index.ts")).loginGuard(addresses)!);
  // An option whose value is optional would take the next word for it.
  const given = words.map((word) =>
    word === "--reveal=always" ? "--reveal-always" : word.replace(/^--(adopt|recreate|force-conflicts)=/, "--$1-of="),
  );
  const { words: understood, quiet } = understoodWords(given);
  const { words: args, chdir } = cueLine(understood);
  const counted: Counted[] = [];
  /** Codes of what was reported. */
  const errors: (string | undefined)[] = [];
  const reported: Diagnostic[] = [];
  let options: Readonly<Record<string, unknown>> = {};
  let command = "";
  let exit: number = exitCode.ok;
  if (args[0] === "__complete") {
    const line = args.slice(args[1] === "--" ? 2 : 1);
    for (const { word, says } of await lookedUp(complete(line), line, io)) io.stdout(`${word}\t${says}\n`);
    return { exit: exitOf(exit, errors), stats: sums(counted) };
  }
  const own = ownFlags(args, chdir);
  if (own !== undefined) {
    try {
      exit = await (await own.spec.load()).run(contextOf(own, io, version, counted, errors, guards, reported, quiet));
    } catch (error) {
      io.stderr(crashText(error, own.spec.name, version, io.env, guards.withheld));
      exit = exitCode.general;
    }
    exit = await writeSarif(own.options, io, version, reported, exit);
    return { exit: exitOf(exit, errors), stats: sums(counted) };
  }
  const output = { out: (text: string) => io.stdout(text), err: (text: string) => io.stderr(neutralise(text)) };
  const paint = painter(io, "stdout", args.includes("--color=always") ? "always" : undefined);
  const program = createProgram(args, version, { ...output, paint }, async (parsed) => {
    command = parsed.spec.name;
    options = parsed.options;
    const given = contextOf(parsed, io, version, counted, errors, guards, reported, quiet);
    const context = await aimed(given, parsed.spec);
    exit = typeof context === "number" ? context : await runCommand(parsed.spec, context);
    // Whoever asked for the lock asked for nothing else.
    if (exit === exitCode.ok && errors.includes(deliveryCode.lock)) exit = exitCode.validation;
    given.progress.clear();
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return { exit: error.exitCode, stats: sums(counted) };
    io.stderr(crashText(error, command, version, io.env, guards.withheld));
    exit = exitCode.general;
  }
  exit = await writeSarif(options, io, version, reported, exit);
  return { exit: exitOf(exit, errors), stats: sums(counted) };
}

/** What is written to a folder with `--watch` is watched by whoever writes it: it knows which release read what. */
async function runCommand(spec: CommandSpec, context: CommandContext): Promise<number> {
  const { run } = await spec.load();
  const { watch, outDir, split } = context.options;
  if (watch !== true || outDir !== undefined || split === true) return run(context);
  return (await import("./watch/watch-command.ts")).watchCommand(context, run);
}

/** With the folder that it is about; references to published modules are looked up where one may stand. */
async function aimed(context: CommandContext, spec: CommandSpec): Promise<CommandContext | number> {
  const at = spec.arguments?.findIndex(({ takesReference }) => takesReference === true) ?? -1;
  if (at < 0) return context;
  const found = context.args.some((arg) => arg.includes("@"))
    ? await (await import("./command/resolve-reference.ts")).resolveReferences(context, spec)
    : context;
  return typeof found === "number" ? found : { ...found, target: found.args[at] ?? "." };
}

/** `--sarif FILE`: everything that was reported, without secrets, whether or not there is anything. */
async function writeSarif(
  options: Readonly<Record<string, unknown>>,
  io: Io,
  version: string,
  reported: readonly Diagnostic[],
  exit: number,
): Promise<number> {
  const file = options["sarif"];
  if (typeof file !== "string") return exit;
  const [{ sarif }, { writeWholeFile }, { resolve }] = await Promise.all([
    import("./print/sarif.ts"),
    import("../host/node-write-file.ts"),
    import("node:path"),
  ]);
  try {
    writeWholeFile(resolve(io.cwd, file), sarif(reported, version));
    return exit;
  } catch (error) {
    io.stderr(`error: --sarif ${neutralise(file)} cannot be written: ${neutralise((error as Error).message)}\n`);
    return exit === exitCode.ok ? exitCode.general : exit;
  }
}

/** Candidates with those in the place of one that had to be looked up. A mistake in a module offers nothing. */
async function lookedUp(candidates: readonly Candidate[], line: readonly string[], io: Io): Promise<Candidate[]> {
  const out: Candidate[] = [];
  for (const candidate of candidates) {
    if (!candidate.word.startsWith(ASKED)) out.push(candidate);
    else
      try {
        const { names } = await import("./command/complete-names.ts");
        out.push(...(await names(candidate.word.slice(ASKED.length) as Asked, line, candidate.says, io)));
      } catch {
        // A shell that completes has no place for messages.
      }
  }
  return out;
}

type Counted = () => Readonly<Record<string, number>>;

function sums(counted: readonly Counted[]): ReadonlyMap<string, number> {
  const stats = new Map<string, number>();
  for (const counters of counted)
    for (const [name, value] of Object.entries(counters())) stats.set(name, (stats.get(name) ?? 0) + value);
  return stats;
}

/** A command that reads its own flags, unless help is asked for; what stands before its name are options of every command. */
function ownFlags(args: readonly string[], chdir: string | undefined): Parsed | undefined {
  const found = findCommand(plainWords(args));
  if (found === undefined || found.spec.readsOwnFlags !== true) return undefined;
  const first = found.spec.name.split(" ")[0] as string;
  const at = args.findIndex((word, i) => word === first && !valuedGlobals.has(args[i - 1] ?? ""));
  const rest = args.slice(at + found.length);
  if (rest.includes("--help") || rest.includes("-h")) return undefined;
  const options = globalValues(args.slice(0, at));
  return options === undefined
    ? undefined
    : {
        spec: found.spec,
        args: rest,
        options: {
          ...options,
          ...globalValues(rest.filter((_, i) => isGlobal(rest, i))),
          ...(chdir === undefined ? {} : { chdir }),
        },
      };
}

const globalName = (option: OptionSpec): string => /--[a-z-]+/.exec(option.flags)![0];
const valuedGlobals = new Set(globalOptions.filter(({ flags }) => flags.includes("<")).map(globalName));

/** Whether the word is an option of every command, or the value of one. */
function isGlobal(words: readonly string[], i: number): boolean {
  const word = words[i] as string;
  return valuedGlobals.has(word.split("=")[0] as string) || valuedGlobals.has(words[i - 1] ?? "");
}

/** The values of options of every command; undefined if there is another word, or a value that is no choice: commander then says what is wrong. */
function globalValues(words: readonly string[]): Record<string, string> | undefined {
  const out: Record<string, string> = {};
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const [name = "", attached] = word.split("=", 2);
    const option = globalOptions.find((o) => globalName(o) === name);
    const value = attached ?? words[++i];
    if (option === undefined || value === undefined || option.choices?.includes(value) === false) return undefined;
    out[name.slice(2)] = value;
  }
  return out;
}

/** Trees, tables and differences get their colours in one place. */
function forPeople({ spec, options }: Parsed, io: Io): Io {
  const { output, color } = options;
  const isText = output === undefined || output === "text" || output === "table";
  if (!isText || !/(?:^| )(?:tree|list|diff|inspect|explain|check)$/.test(spec.name)) return io;
  const paint = painter(io, "stdout", color);
  if (paint("bold", "") === "") return io;
  return { ...io, stdout: (data) => io.stdout(typeof data === "string" ? colouredLines(data, paint) : data) };
}

function contextOf(
  parsed: Parsed,
  io: Io,
  version: string,
  counted: Counted[],
  errors: (string | undefined)[],
  guards: Guards,
  reported: Diagnostic[],
  quiet: boolean,
): CommandContext {
  const { args, options, spec } = parsed;
  guards.takesValues = spec.options?.some(({ flags }) => /^--(set|config) /.test(flags)) === true;
  guards.printsData = spec.printsData === true;
  const form = options["diagnostics"];
  const asJson = form === "json";
  const progress = new Progress(io, !asJson && !quiet);
  const shown = forPeople(parsed, io);
  return {
    io: quiet ? { ...shown, stderr: (text) => (/^error\b/.test(text) ? io.stderr(text) : undefined) } : shown,
    version,
    args,
    options,
    progress,
    count: (counters) => void counted.push(counters),
    guard: (guard) => guards.add(guard),
    report(found) {
      progress.clear();
      if (found.length === 0) return;
      const shown = quiet ? found.filter((d) => d.severity === "error") : found;
      const diagnostics = shown.map((d) => guards.diagnostic(d));
      errors.push(...found.filter((d) => d.severity === "error").map((d) => d.code));
      reported.push(...diagnostics);
      if (diagnostics.length === 0) return;
      if (form === "github") io.stderr(diagnosticAnnotations(diagnostics));
      else if (asJson) io.stderr(diagnosticsJson(diagnostics));
      else io.stderr(diagnosticsText(diagnostics, painter(io, "stderr", options["color"])));
    },
  };
}
