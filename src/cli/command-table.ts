import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { clusterCommands } from "./cluster-commands.ts";
import { moduleCommands, settings } from "./module-commands.ts";
import { cueCommands } from "./cue-commands.ts";
import { deliveryCommands } from "./delivery-commands.ts";
import { exportCommands } from "./export-commands.ts";
import { pageCommands } from "./page-commands.ts";
import { platformCommands } from "./platform-commands.ts";
import { registryCommands } from "./registry-commands.ts";
import { secretCommands } from "./secret-commands.ts";
import { templateVariables } from "./template-options.ts";

/** Groups of commands, in the order in which help lists them. */
export const groups: readonly { readonly name: string; readonly summary: string }[] = [
  { name: "mod", summary: "Work with a module" },
  { name: "release", summary: "Work with releases that a package declares" },
  { name: "config", summary: "Work with the configuration" },
  { name: "provider", summary: "Look at providers" },
  { name: "values", summary: "Look at values: where they come from, what they are, whether they fit" },
  { name: "env", summary: "Work with environments" },
  { name: "platform", summary: "Make a platform" },
  { name: "policy", summary: "Judge releases by policies" },
  { name: "rollout", summary: "Roll a module out over environments, wave by wave" },
  { name: "bundle", summary: "Work with bundles of modules" },
  { name: "export", summary: "Hand rendered manifests to Flux, Argo CD and kustomize" },
  { name: "helm", summary: "Be a plugin of Helm" },
  { name: "argocd", summary: "Be a config management plugin of Argo CD" },
  { name: "registry", summary: "Log in to registries, and make keys for signing" },
  { name: "secret", summary: "Look at secrets, and encrypt the files that hold them" },
  { name: "cue", summary: "The CUE language on its own: what the cue command does, without Go" },
  { name: "template", summary: "Work with Tera templates" },
];

/** Every command. Nothing of command/ is loaded before it runs. */
export const commands: readonly CommandSpec[] = [
  ...moduleCommands,
  ...pageCommands,
  ...platformCommands,
  ...deliveryCommands,
  ...registryCommands,
  ...exportCommands,
  ...clusterCommands,
  ...secretCommands,
  ...cueCommands,
  {
    name: "template render",
    summary: "Render a template",
    description:
      "Renders a Tera template. Variables that are given win over the environment, and that over the defaults.",
    arguments: [{ name: "file", summary: "the template, or - for standard input", complete: "file" }],
    options: [
      ...templateVariables,
      { flags: "-o, --output <file>", summary: "write there instead of standard output", complete: "file" },
      { flags: "--show-vars", summary: "list the variables on standard error; secrets are masked" },
      { flags: "--check <format>", summary: "refuse output that is not valid", choices: ["toml", "yaml", "json"] },
    ],
    examples: [
      { line: "opm template render app.toml.tera -m svc=api --check toml", says: "render and check the result" },
      { line: "SERVICE_NAME=api opm template render app.toml.tera", says: "set a variable by the environment" },
    ],
    load: () => import("./command/template-render.ts"),
  },
  {
    name: "template lint",
    summary: "Check templates without rendering them",
    arguments: [{ name: "file", summary: "templates, or - for standard input", variadic: true, complete: "file" }],
    options: [...templateVariables, { flags: "--deny-warnings", summary: "fail on warnings too" }],
    examples: [{ line: "opm template lint *.tera", says: "look for mistakes in all templates" }],
    load: () => import("./command/template-lint.ts"),
  },
  {
    name: "template vars",
    summary: "Show the variables that a template would see, and where they come from",
    arguments: [{ name: "file", summary: "show only what this template uses", optional: true, complete: "file" }],
    options: [
      ...templateVariables,
      { flags: "-o, --output <format>", summary: "how to print them", choices: ["text", "json"] },
    ],
    examples: [{ line: "ENV=staging opm template vars app.toml.tera", says: "what the template would see" }],
    load: () => import("./command/template-vars.ts"),
  },
  {
    name: "explain",
    summary:
      "Explain a trait, resource, blueprint or type of the catalog: fields, defaults, what renders it, an example",
    arguments: [
      {
        name: "kind",
        summary: "trait, resource, blueprint, policy, interface or type; or a name by itself: httpRoute.rules",
        complete: ["trait", "resource", "blueprint", "policy", "interface", "type"],
      },
      {
        name: "name",
        summary: "its name, with a field behind it: expose.ports (default: list them)",
        optional: true,
        complete: { asks: "catalog" },
      },
    ],
    options: [
      { flags: "-o, --output <format>", summary: "how to print it", choices: ["text", "json"] },
      { flags: "--provider <name>", summary: "the provider that renders (default: the only one configured)" },
      ...settings,
    ],
    examples: [
      { line: "opm explain trait", says: "all traits" },
      { line: "opm explain trait expose.ports", says: "what a port of the trait may be" },
      { line: "opm explain type Container", says: "a type by its name" },
    ],
    load: () => import("./command/explain.ts"),
  },
  {
    name: "lsp",
    printsData: true,
    summary: "Serve an editor: diagnostics, completion, hover, navigation and actions, on standard input and output",
    examples: [{ line: "opm lsp", says: "as an editor starts it; the guide has settings for each" }],
    load: () => import("./command/lsp.ts"),
  },
  {
    name: "version",
    summary: "Print the version of opm, of the CUE language and of Node.js",
    options: [{ flags: "-o, --output <format>", summary: "how to print it", choices: ["text", "json"] }],
    examples: [
      { line: "opm version", says: "for people" },
      { line: "opm version -o json", says: "for programs" },
    ],
    load: () => import("./command/version.ts"),
  },
  {
    name: "completion",
    summary: "Print the completion script of a shell",
    arguments: [
      { name: "shell", summary: "bash, zsh, fish or powershell", complete: ["bash", "zsh", "fish", "powershell"] },
    ],
    examples: [
      { line: "opm completion bash > ~/.local/share/bash-completion/completions/opm", says: "for bash" },
      { line: 'opm completion zsh > "${fpath[1]}/_opm"', says: "for zsh" },
      { line: "opm completion fish > ~/.config/fish/completions/opm.fish", says: "for fish" },
      { line: "opm completion powershell | Out-String | Invoke-Expression", says: "for PowerShell" },
    ],
    load: () => import("./command/completion.ts"),
  },
];

/** Options of every command. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: "--diagnostics <form>", summary: "how to print errors and warnings", choices: ["text", "json", "github"] },
  { flags: "--sarif <file>", summary: "write errors and warnings there as SARIF too", complete: "file" },
  {
    flags: "--limits <list>",
    summary: "what one evaluation may cost: time=60s,values=5M,steps=…,bytes=…; none lifts all (OPM_LIMITS)",
  },
  { flags: "--color <when>", summary: "when to colour messages", choices: ["auto", "always", "never"] },
  { flags: "-q, --quiet", summary: "say nothing but errors and what was asked for" },
];

/** The words of a line that are no options: flags are left out, and so are the values of options of every command. */
export function plainWords(line: readonly string[]): string[] {
  const valued = new Set(
    globalOptions.filter(({ flags }) => flags.includes("<")).map((option) => option.flags.split(" ")[0]),
  );
  return line.filter((word, i) => !word.startsWith("-") && !valued.has(line[i - 1]));
}

/** The command that a list of words begins with, and how many words its name has. */
export function findCommand(words: readonly string[]): { spec: CommandSpec; length: number } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    const spec = words.length < length ? undefined : commands.find((c) => c.name === name);
    if (spec) return { spec, length };
  }
  return undefined;
}
