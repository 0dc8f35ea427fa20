import type { ArgumentSpec, CommandSpec, OptionSpec } from "./command-spec.ts";

export const modulePath: ArgumentSpec = {
  name: "path",
  summary: "the module's folder (default: .)",
  optional: true,
  complete: "directory",
};

/** Where settings come from, for every command that evaluates. */
export const settings: readonly OptionSpec[] = [
  { flags: "--config <file>", summary: "the configuration (default: ~/.opm/config.cue)", complete: "file" },
  { flags: "--registry <setting>", summary: "where modules come from, as CUE_REGISTRY" },
  { flags: "--platform <path>", summary: "the platform's folder, or a file of its values (OPM_PLATFORM)", complete: "directory" },
];

/** What a release is made of. */
export const release: readonly OptionSpec[] = [
  { flags: "-f, --values <file>", summary: "values (CUE, YAML, JSON, TOML; - is stdin); later files win", repeatable: true, complete: "file" },
  { flags: "--set <path=value>", summary: "set one value; may be given several times", repeatable: true },
  { flags: "--set-string <path=text>", summary: "set one value as text", repeatable: true },
  { flags: "--set-json <path=json>", summary: "set one value as JSON", repeatable: true },
  { flags: "--set-file <path=file>", summary: "set one value to the text of a file", repeatable: true },
  { flags: "-e, --environment <name>", summary: "release to this environment", repeatable: true },
  { flags: "--all-environments", summary: "release to every environment, in the order of the rollout" },
  { flags: "-n, --namespace <name>", summary: "the release's namespace" },
  { flags: "--release-name <name>", summary: "the release's name (default: the module's)" },
  { flags: "--provider <name>", summary: "the provider that renders (default: the only one configured)" },
  { flags: "--strict", summary: "what is only warned of is an error" },
  ...settings,
];

const tracing: OptionSpec = { flags: "--trace <file>", summary: "write the phases, their results and times as JSON", complete: "file" };

/** Commands about modules, configuration, providers and releases. */
export const moduleCommands: readonly CommandSpec[] = [
  {
    name: "mod build",
    summary: "Render a module's manifests",
    arguments: [modulePath],
    options: [
      { flags: "-o, --output <format>", summary: "how to print them", choices: ["yaml", "json"] },
      { flags: "--split", summary: "one file for each object, in --out-dir" },
      { flags: "--out-dir <folder>", summary: "where to write them (default with --split: manifests)", complete: "directory" },
      { flags: "--reveal", summary: "print secret values instead of ***" },
      { flags: "-v, --verbose", summary: "say which transformers matched, and why" },
      tracing,
      ...release,
    ],
    examples: [
      { line: "opm mod build examples/hello", says: "render the module in examples/hello" },
      { line: "opm mod build -f prod.yaml --set replicas=3", says: "with values of one's own" },
      { line: "opm mod build -e staging --out-dir out", says: "for an environment, one file for each object" },
    ],
    load: () => import("./command/mod-build.ts"),
  },
];
