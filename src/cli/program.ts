import { Command, Option } from "commander";
import { commands, findCommand, globalOptions, groups, plainWords } from "./command-table.ts";
import type { CommandSpec, Given, OptionSpec } from "./command-spec.ts";
import type { Paint } from "./print/colour.ts";
import { commandsEndingIn } from "./understood-words.ts";

export interface Parsed {
  readonly spec: CommandSpec;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

interface ProgramOutput {
  out(text: string): void;
  err(text: string): void;
  readonly paint: Paint;
}

/**
 * The commander program for one command line. Only the command that the line names gets its options;
 * the others are there by name, for help and for "did you mean".
 */
export function createProgram(
  words: readonly string[],
  version: string,
  output: ProgramOutput,
  act: (parsed: Parsed) => Promise<void>,
): Command {
  const named = findCommand(plainWords(words))?.spec;
  const configure = (command: Command): Command =>
    command
      .configureOutput({
        writeOut: output.out,
        writeErr: output.err,
        // A misspelt `--set` may hold a secret behind its `=`.
        outputError: (text, write) =>
          write(`opm: ${meant(text).replace(/^(error: unknown option '[^'=]*)=[^]*?'(?=\n|$)/, "$1=…'")}`),
        getOutHasColors: () => true,
        stripColor: (text) => text.replaceAll(/\x1b\[\d+m/g, ""),
      })
      .configureHelp({
        styleTitle: (text) => output.paint("bold", text),
        styleCommandText: (text) => output.paint("cyan", text),
        styleSubcommandText: (text) => output.paint("cyan", text),
        styleOptionText: (text) => output.paint("cyan", text),
        styleArgumentText: (text) => output.paint("cyan", text),
      })
      .exitOverride()
      .showSuggestionAfterError(true)
      .showHelpAfterError("(--help shows how to use it)")
      .helpOption("-h, --help", "show help")
      .helpCommand(false);
  const program = configure(new Command("opm"))
    .description("Open Platform Model: CUE modules to Kubernetes manifests")
    .version(`opm ${version}`, "-V, --version", "print the version");
  for (const option of globalOptions) program.addOption(optionOf(option));
  program.addHelpText(
    "after",
    "\nopm COMMAND --help, or opm help COMMAND, shows examples and everything that the command takes.",
  );

  const parents = new Map(groups.map((g) => [g.name, configure(program.command(g.name)).description(g.summary)]));
  for (const spec of commands) {
    const [first = "", second] = spec.name.split(" ");
    const parent = second === undefined ? program : (parents.get(first) as Command);
    const command = configure(parent.command(second ?? first)).summary(spec.summary);
    if (spec === named) describe(command, spec, program, act);
  }
  return program;
}

/** The right words for a command that only has a second one: `build` is `mod build`. */
function meant(text: string): string {
  const word = /unknown command '([^']*)'/.exec(text)?.[1];
  const others = word === undefined ? [] : commandsEndingIn(word);
  return others.length === 0
    ? text
    : `${text.replace(/\n\(Did you mean[^\n]*/, "")}(did you mean ${others.join(", ")}?)\n`;
}

function describe(command: Command, spec: CommandSpec, program: Command, act: (p: Parsed) => Promise<void>): void {
  command.description(spec.description ?? spec.summary);
  for (const argument of spec.arguments ?? []) {
    const name = argument.variadic ? `${argument.name}...` : argument.name;
    command.argument(argument.optional ? `[${name}]` : `<${name}>`, argument.summary);
  }
  const sequences: Record<string, Given[]> = {};
  for (const option of spec.options ?? []) command.addOption(optionOf(option, sequences));
  for (const option of globalOptions) command.addOption(optionOf({ ...option, group: "Of every command:" }, sequences));
  command.helpOption("-h, --help", "show help");
  command.addHelpText("after", examples(spec));
  command.action(() =>
    // What is given after the command's name counts more than what is given before it.
    act({ spec, args: command.args, options: { ...program.opts(), ...command.opts(), ...sequences } }),
  );
}

function optionOf(spec: OptionSpec, sequences: Record<string, Given[]> = {}): Option {
  const option = new Option(spec.flags, spec.summary);
  if (spec.group !== undefined) option.helpGroup(spec.group);
  if (spec.choices) option.choices(spec.choices);
  if (spec.repeatable)
    option.argParser((value: string, all: string[] = []) => {
      if (spec.sequence !== undefined) (sequences[spec.sequence] ??= []).push({ option: option.name(), value });
      return [...all, value];
    });
  return option;
}

function examples(spec: CommandSpec): string {
  const width = Math.min(48, Math.max(...spec.examples.map((e) => e.line.length)));
  return `\nExamples:\n${spec.examples.map((e) => `  ${e.line.padEnd(width)}  # ${e.says}`).join("\n")}`;
}
