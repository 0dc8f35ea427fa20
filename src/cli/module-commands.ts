import type { ArgumentSpec, CommandSpec, OptionSpec } from "./command-spec.ts";
import { output } from "./shared-options.ts";
import { templateVariables } from "./template-options.ts";

export const modulePath: ArgumentSpec = {
  name: "path",
  summary: "the module's folder, or a published module: example.com/blog@v0.1.0 (default: .)",
  optional: true,
  complete: "directory",
  takesReference: true,
};

/** Where the folder itself is worked on. */
const ownModulePath: ArgumentSpec = {
  name: "path",
  summary: "the module's folder (default: .)",
  optional: true,
  complete: "directory",
};

/** Options that many commands share have a block of their own in help. */
const inGroup = (group: string, options: readonly OptionSpec[]): readonly OptionSpec[] =>
  options.map((option) => ({ ...option, group }));

/** Where settings come from, for every command that evaluates. */
export const settings: readonly OptionSpec[] = inGroup("Settings:", [
  { flags: "--config <file>", summary: "the configuration (default: ~/.opm/config.cue)", complete: "file" },
  { flags: "--registry <setting>", summary: "where modules come from, as CUE_REGISTRY" },
  { flags: "--locked", summary: "take nothing that opm.lock does not list, as it lists it" },
  {
    flags: "--platform <path>",
    summary: "the platform's folder, or a file of its values (OPM_PLATFORM)",
    complete: "directory",
  },
]);

// They work in the order of the command line, across kinds.
const setter = (flags: string, summary: string): OptionSpec => ({
  flags,
  summary,
  repeatable: true,
  sequence: "sets",
  complete: { asks: "assignment" },
});

/** What a release is made of. */
export const release: readonly OptionSpec[] = [
  ...inGroup("What is released:", [
    {
      flags: "-f, --values <file>",
      summary: "values (CUE, YAML, JSON, TOML, each also as .tera; - is stdin); later files win",
      repeatable: true,
      complete: "file",
    },
    setter("--set <path=value>", "set one value; of several for one field, of whatever kind, the last wins"),
    setter("--set-string <path=text>", "set one value as text"),
    setter("--set-json <path=json>", "set one value as JSON"),
    setter("--set-file <path=file>", "set one value to the text of a file"),
    setter("--unset <path>", "take one value away, so that the module's default holds again"),
    ...templateVariables,
    { flags: "-t, --inject <key=value>", summary: "the value of fields with @tag(key)", repeatable: true },
    {
      flags: "-e, --environment <name>",
      summary: "release to this environment",
      repeatable: true,
      complete: { asks: "environment" },
    },
    { flags: "--all-environments", summary: "release to every environment, in the order of the rollout" },
    { flags: "-n, --namespace <name>", summary: "the release's namespace" },
    {
      flags: "--release-name <name>",
      summary: "the release's name (default: the module's)",
      complete: { asks: "release" },
    },
    { flags: "--provider <name>", summary: "the provider that renders (default: the only one configured)" },
    { flags: "--strict", summary: "what is only warned of is an error" },
  ]),
  ...settings,
];

/** For commands that take one folder, where that is a package and no module. */
export const releaseOfPackage: OptionSpec = {
  flags: "--release <name>",
  summary: "of a package with releases or bundles: this release, bundle or instance (shop.api)",
};

/** Which of the objects are printed. */
export const objectFilters: readonly OptionSpec[] = [
  { flags: "--kind <kind>", summary: "print only objects of this kind; may be given several times", repeatable: true },
  { flags: "--component <name>", summary: "print only what this component renders", repeatable: true },
  { flags: "--name <name>", summary: "print only objects of this name", repeatable: true },
];

/** What becomes of secrets in manifests that are printed or written. */
export const secretOutput: readonly OptionSpec[] = [
  { flags: "--reveal", summary: "print secret values instead of ***; --reveal=always also into pipes and files" },
  { flags: "--reveal-always", summary: "the same as --reveal=always" },
  {
    flags: "--encrypt",
    summary: "write each Secret as a file that SOPS encrypts for those that opm.cue or .sops.yaml name",
  },
  {
    flags: "--encrypt-to <recipient>",
    summary: "write each Secret as a file that SOPS encrypts for this age key",
    repeatable: true,
  },
];

const tracing: OptionSpec = {
  flags: "--trace <file>",
  summary: "write the phases, their results and times as JSON",
  complete: "file",
};

export const watching: OptionSpec = {
  flags: "--watch",
  summary: "wait for changes of what was read, and do it again",
};

/** How a run over many releases goes; with `--out-dir`. */
export const fleetOptions: readonly OptionSpec[] = [
  {
    flags: "--layout <folders>",
    summary: "folders below --out-dir: environment, cluster, namespace, release (default: environment/release)",
  },
  { flags: "--shard <i/n>", summary: "only the i-th of n parts; all parts together are the whole" },
  {
    flags: "--cache <where>",
    summary: "renders of earlier runs: local, a folder, oci://HOST/REPO, https://HOST (Bazel); off (OPM_RENDER_CACHE)",
    complete: "directory",
  },
  watching,
  { flags: "--verify-cache <share>", summary: "render this share of what is in the cache again and compare, as 1%" },
  { flags: "--manifest <file>", summary: "write what was rendered as JSON: keys, digests, times", complete: "file" },
  { flags: "--weights <file>", summary: "the manifest of an earlier run, to even out shards", complete: "file" },
];

const releasePath: readonly ArgumentSpec[] = [
  { name: "path", summary: "the folder of the package", complete: "directory", takesReference: true },
  {
    name: "name",
    summary: "fields with a #ModuleRelease or #BundleRelease (default: all)",
    optional: true,
    variadic: true,
  },
];

/** Commands about modules, configuration, providers and releases. */
export const moduleCommands: readonly CommandSpec[] = [
  {
    name: "mod build",
    printsData: true,
    summary: "Render a module's manifests",
    arguments: [modulePath],
    options: [
      output("yaml", "json", "name"),
      ...objectFilters,
      { flags: "--split", summary: "one file for each object, in --out-dir" },
      {
        flags: "--out-dir <folder>",
        summary: "where to write them (default with --split: manifests)",
        complete: "directory",
      },
      ...secretOutput,
      { flags: "-v, --verbose", summary: "say which transformers matched, and why" },
      watching,
      tracing,
      releaseOfPackage,
      ...release,
    ],
    examples: [
      { line: "opm mod build examples/hello", says: "render the module in examples/hello" },
      { line: "opm mod build -f prod.yaml --set replicas=3", says: "with values of one's own" },
      { line: "opm mod build -f site.yaml.tera -m region=eu", says: "with values that are a template" },
      { line: "opm mod build -e staging --out-dir out", says: "for an environment, one file for each object" },
    ],
    load: () => import("./command/mod-build.ts"),
  },
  {
    name: "mod init",
    summary: "Make a new module that builds at once",
    arguments: [{ name: "name", summary: "the module's name: lower-case letters, digits and dashes" }],
    options: [
      {
        flags: "--template <name>",
        summary: "what it is (default: web-and-database)",
        choices: ["simple", "web-and-database", "worker", "job", "advanced"],
      },
      {
        flags: "-d, --dir <folder>",
        summary: "where to write it (default: a folder of the module's name)",
        complete: "directory",
      },
      { flags: "--force", summary: "write into a folder that is not empty" },
    ],
    examples: [{ line: "opm mod init my-app && opm mod build my-app", says: "a module and its manifests" }],
    load: () => import("./command/mod-init.ts"),
  },
  {
    name: "mod vet",
    summary: "Check a module: values, components, what its transformers render",
    arguments: [modulePath],
    options: [
      { flags: "-v, --verbose", summary: "say which transformers matched, and why" },
      watching,
      tracing,
      releaseOfPackage,
      ...release,
    ],
    examples: [{ line: "opm mod vet -f prod.yaml", says: "would it build with these values?" }],
    load: () => import("./command/mod-vet.ts"),
  },
  {
    name: "mod tree",
    summary: "Show the components: resources, traits, the transformers that matched and why, the objects",
    arguments: [modulePath],
    options: [
      output("text", "json"),
      {
        flags: "--why <kind>",
        summary: "which components have an object of this kind, and what the others lack for it",
      },
      watching,
      releaseOfPackage,
      ...release,
    ],
    examples: [
      { line: "opm mod tree examples/hello", says: "what hello is made of" },
      { line: "opm mod tree --why Ingress examples/hello", says: "what to write for an Ingress" },
    ],
    load: () => import("./command/mod-tree.ts"),
  },
  {
    name: "mod eval",
    summary: "Print the release as CUE",
    arguments: [modulePath],
    options: [releaseOfPackage, ...release],
    examples: [{ line: "opm mod eval -e staging", says: "everything concrete, secrets masked" }],
    load: () => import("./command/mod-eval.ts"),
  },
  {
    name: "mod explain",
    summary: "Trace a field of a manifest back to the transformer, the component, the value and the file that set it",
    arguments: [
      {
        name: "resource",
        summary: "Kind/name, with the field behind it: Deployment/web.spec.replicas",
        complete: { asks: "object" },
      },
      modulePath,
    ],
    options: [output("text", "json"), watching, releaseOfPackage, ...release],
    examples: [
      {
        line: "opm mod explain Deployment/web.spec.replicas examples/hello",
        says: "who decided the number of replicas?",
      },
    ],
    load: () => import("./command/mod-explain.ts"),
  },
  {
    name: "mod fmt",
    summary: "Format a module's CUE files",
    arguments: [ownModulePath],
    options: [{ flags: "--check", summary: "only list what would change, and fail if there is anything" }],
    examples: [{ line: "opm mod fmt --check", says: "in continuous integration" }],
    load: () => import("./command/mod-fmt.ts"),
  },
  {
    name: "mod tidy",
    summary: "Make cue.mod/module.cue list what the module imports",
    arguments: [ownModulePath],
    options: [{ flags: "--check", summary: "change nothing, and fail if something would change" }, ...settings],
    examples: [{ line: "opm mod tidy", says: "after adding or removing imports" }],
    load: () => import("./command/mod-tidy.ts"),
  },
  {
    name: "mod docs",
    summary: "Document what users of a module, or of the modules that a folder releases, can set",
    arguments: [modulePath],
    options: [
      {
        flags: "-o, --output <format>",
        summary: "Markdown for people, JSON Schema for editors",
        choices: ["markdown", "json-schema"],
      },
      releaseOfPackage,
      ...settings,
    ],
    examples: [{ line: "opm mod docs -o json-schema > values.schema.json", says: "completion in an editor" }],
    load: () => import("./command/mod-docs.ts"),
  },
  {
    name: "mod schema",
    printsData: true,
    summary: "Print the JSON Schema of a module's values, for editors of YAML and JSON",
    arguments: [modulePath],
    options: [
      { flags: "--complete", summary: "values must be complete; without it, a file may hold a part of them" },
      {
        flags: "--out <file>",
        summary: "write it there, and print the line that makes editors use it",
        complete: "file",
      },
      releaseOfPackage,
      ...settings,
    ],
    examples: [{ line: "opm mod schema --out values.schema.json", says: "completion in any editor of YAML" }],
    load: () => import("./command/mod-schema.ts"),
  },
  {
    name: "mod publish",
    summary: "Publish a module to an OCI registry",
    description:
      "Publishes a module as cue does. The version is the one given, or that of metadata.version. What .opmignore lists is left out; what looks private and literal secrets are refused; so is a version that breaks configurations which the newest one of its major version accepted.",
    arguments: [{ name: "version", summary: "as v0.1.0 (default: metadata.version)", optional: true }, ownModulePath],
    options: [
      { flags: "--dry-run", summary: "say what would be published, and publish nothing" },
      {
        flags: "--out <folder>",
        summary: "write an OCI image layout there instead of publishing",
        complete: "directory",
      },
      { flags: "--json", summary: "print what is published as JSON" },
      { flags: "--key <file>", summary: "sign it with this key", complete: "file" },
      { flags: "--force", summary: "publish it although it does not build, holds secrets, or breaks configurations" },
      {
        flags: "--allow <file>",
        summary: "publish this file although it looks private",
        repeatable: true,
        complete: "file",
      },
      ...settings,
    ],
    examples: [
      { line: "opm mod publish --dry-run", says: "which files, which version?" },
      { line: "opm mod publish v0.1.0 --registry localhost:5000+insecure", says: "to a registry of one's own" },
    ],
    load: () => import("./command/mod-publish.ts"),
  },
  {
    name: "mod pull",
    summary: "Fetch the files of a published module",
    arguments: [
      { name: "module", summary: "its path, with a version or without: example.com/blog@v0.1.0" },
      {
        name: "folder",
        summary: "where to write them (default: the last part of the path)",
        optional: true,
        complete: "directory",
      },
    ],
    options: settings,
    examples: [{ line: "opm mod pull example.com/blog", says: "the newest version, into ./blog" }],
    load: () => import("./command/mod-pull.ts"),
  },
  {
    name: "mod vendor",
    summary: "Write CUE types of custom resources into a module",
    arguments: [
      { name: "kind", summary: "what it is: crd", complete: ["crd"] },
      {
        name: "source",
        summary: "files or addresses with CustomResourceDefinitions",
        variadic: true,
        complete: "file",
      },
    ],
    options: [{ flags: "-d, --dir <folder>", summary: "the module's folder (default: .)", complete: "directory" }],
    examples: [{ line: "opm mod vendor crd crds.yaml", says: "types below cue.mod/gen, to be imported" }],
    load: () => import("./command/mod-vendor.ts"),
  },
  {
    name: "config init",
    summary: "Write a configuration to start from",
    options: [{ flags: "-f, --force", summary: "replace the one that is there" }, settings[0]!],
    examples: [{ line: "opm config init", says: "~/.opm/config.cue" }],
    load: () => import("./command/config-init.ts"),
  },
  {
    name: "config vet",
    summary: "Check the configuration and its providers",
    options: settings,
    examples: [{ line: "opm config vet", says: "is everything right?" }],
    load: () => import("./command/config-vet.ts"),
  },
  {
    name: "config show",
    summary: "Show every setting, where it comes from and what it shadows",
    options: [output("text", "json"), ...settings],
    examples: [{ line: "OPM_NAMESPACE=dev opm config show", says: "what is in effect?" }],
    load: () => import("./command/config-show.ts"),
  },
  {
    name: "provider list",
    summary: "List the providers",
    options: [output("text", "json"), ...settings],
    examples: [{ line: "opm provider list", says: "their names" }],
    load: () => import("./command/provider-list.ts"),
  },
  {
    name: "provider show",
    summary: "Show a provider's transformers and what each requires",
    arguments: [{ name: "name", summary: "the provider (default: the only one)", optional: true }],
    options: [output("text", "json"), ...settings],
    examples: [{ line: "opm provider show kubernetes", says: "what can be rendered?" }],
    load: () => import("./command/provider-show.ts"),
  },
  {
    name: "release build",
    printsData: true,
    summary: "Render releases: those that a package declares, a module's, or all of a folder's modules",
    arguments: releasePath,
    options: [
      output("yaml", "json", "name"),
      ...objectFilters,
      {
        flags: "--out-dir <folder>",
        summary: "one folder for each release, one file for each object",
        complete: "directory",
      },
      ...fleetOptions,
      ...secretOutput,
      { flags: "-v, --verbose", summary: "everything about each failure instead of one line" },
      tracing,
      ...release,
    ],
    examples: [
      { line: "opm release build examples/bundle apiRelease", says: "one release of the package" },
      { line: "opm release build examples/environments --all-environments --out-dir out", says: "one folder for each" },
      {
        line: "opm release build apps --all-environments --out-dir out --shard 2/5",
        says: "the second fifth, for a CI job",
      },
    ],
    load: () => import("./command/release-build.ts"),
  },
  {
    name: "release vet",
    summary: "Check the releases that a package declares",
    arguments: releasePath,
    options: [watching, ...release],
    examples: [{ line: "opm release vet examples/bundle", says: "all of them" }],
    load: () => import("./command/release-vet.ts"),
  },
];
