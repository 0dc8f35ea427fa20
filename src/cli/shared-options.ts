// Arguments and options that commands of several groups have: each is written once.
import type { ArgumentSpec, OptionSpec } from "./command-spec.ts";

export const output = (...choices: string[]): OptionSpec => ({
  flags: "-o, --output <format>",
  summary: "how to print it",
  choices,
});

export const releaseNames: ArgumentSpec = {
  name: "names",
  summary: "releases (default: all)",
  optional: true,
  variadic: true,
};

export const releasesFolder: ArgumentSpec = {
  name: "path",
  summary: "a folder of modules and packages with releases (default: .)",
  optional: true,
  complete: "directory",
};
