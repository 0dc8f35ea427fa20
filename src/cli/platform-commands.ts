import type { ArgumentSpec, CommandSpec } from "./command-spec.ts";
import {
  modulePath,
  objectFilters,
  release,
  releaseOfPackage,
  secretOutput,
  settings,
  watching,
} from "./module-commands.ts";
import { output } from "./shared-options.ts";

const one = (name: string, summary: string): ArgumentSpec => ({ name, summary });

const bundlePath: readonly ArgumentSpec[] = [
  {
    name: "path",
    summary: "the folder of the bundle's package (default: .)",
    optional: true,
    complete: "directory",
    takesReference: true,
  },
  { name: "names", summary: "bundles or releases of bundles (default: all)", optional: true, variadic: true },
];

/** Commands about values, environments, policies and bundles. */
export const platformCommands: readonly CommandSpec[] = [
  {
    name: "values inspect",
    summary: "List every effective value with where it was set",
    arguments: [modulePath],
    options: [output("table", "yaml", "json", "cue"), watching, releaseOfPackage, ...release],
    examples: [
      { line: "opm values inspect examples/values-layering", says: "fields, values, tiers and places" },
      { line: "opm values inspect -e prod-eu -o cue", says: "as CUE, with the origin behind each line" },
    ],
    load: () => import("./command/values-inspect.ts"),
  },
  {
    name: "values explain",
    summary: "Show the chain behind one value, from the winner to the module's default",
    arguments: [{ ...one("field", "the value's path, such as web.replicas"), complete: { asks: "value" } }, modulePath],
    options: [output("table", "yaml", "json", "cue"), watching, releaseOfPackage, ...release],
    examples: [
      {
        line: "opm values explain image examples/bundle --release shopRelease.api",
        says: "of an instance of a bundle",
      },
      { line: "opm values explain replicas -f team.yaml -e staging", says: "who set it, and what it shadows" },
    ],
    load: () => import("./command/values-explain.ts"),
  },
  {
    name: "values merge",
    summary: "Print the effective values",
    arguments: [modulePath],
    options: [output("yaml", "json", "cue", "table"), releaseOfPackage, ...release],
    examples: [{ line: "opm values merge -f team.yaml --set replicas=3", says: "all tiers as one; secrets are ***" }],
    load: () => import("./command/values-merge.ts"),
  },
  {
    name: "values validate",
    summary: "Check the merged values against #config, complete and final",
    arguments: [modulePath],
    options: [output("text", "table", "yaml", "json", "cue"), releaseOfPackage, ...release],
    examples: [{ line: "opm values validate --all-environments", says: "for each environment" }],
    load: () => import("./command/values-validate.ts"),
  },
  {
    name: "values diff",
    summary: "Compare the values of two environments or two files",
    arguments: [one("a", "an environment, a values file or a release"), one("b", "another one"), modulePath],
    options: [output("text", "table", "yaml", "json", "cue"), releaseOfPackage, ...release],
    examples: [
      { line: "opm values diff staging prod-eu examples/environments", says: "two environments" },
      { line: "opm values diff old.yaml new.yaml", says: "two files" },
    ],
    load: () => import("./command/values-diff.ts"),
  },
  {
    name: "values check",
    summary: "Check every layer on its own, and the locks; nothing has to be complete",
    arguments: [modulePath],
    options: [output("text", "table", "yaml", "json", "cue"), releaseOfPackage, ...release],
    examples: [{ line: "opm values check -f team.yaml", says: "without fetching a secret" }],
    load: () => import("./command/values-check.ts"),
  },
  {
    name: "env init",
    summary: "Add environments to a module or a platform",
    arguments: [
      { name: "path", summary: "its folder (default: .)", optional: true, complete: "directory" },
      {
        name: "name",
        summary: "environments, in the order of releasing (default: dev staging production)",
        optional: true,
        variadic: true,
      },
    ],
    options: [{ flags: "--force", summary: "replace environments.cue" }],
    examples: [
      { line: "opm env init my-app", says: "dev, staging and production, to be changed" },
      { line: "opm env init my-app dev staging prod-eu prod-us", says: "four, the last two together" },
    ],
    load: () => import("./command/env-init.ts"),
  },
  {
    name: "platform init",
    summary: "Make a new platform: a catalog of modules, environments, a policy",
    arguments: [{ name: "name", summary: "its name: lower-case letters, digits and dashes" }],
    options: [
      {
        flags: "-d, --dir <folder>",
        summary: "where to write it (default: a folder of its name)",
        complete: "directory",
      },
      { flags: "--force", summary: "write into a folder that is not empty" },
    ],
    examples: [{ line: "opm platform init our-platform", says: "then: opm mod build --platform our-platform" }],
    load: () => import("./command/platform-init.ts"),
  },
  {
    name: "env list",
    summary: "List the environments of a module and its platform",
    arguments: [modulePath],
    options: [
      output("table", "yaml", "json", "cue"),
      { flags: "--plan", summary: "the rollout: waves, gates, stops" },
      ...settings,
    ],
    examples: [
      { line: "opm env list examples/environments", says: "in the order of the rollout" },
      { line: "opm env list examples/environments --plan", says: "as waves with their gates" },
    ],
    load: () => import("./command/env-list.ts"),
  },
  {
    name: "env show",
    summary: "Show one environment with all that it inherits",
    arguments: [one("name", "the environment"), modulePath],
    options: [output("table", "yaml", "json", "cue"), ...settings],
    examples: [
      { line: "opm env show prod-eu examples/environments", says: "target, labels, values and their origins" },
    ],
    load: () => import("./command/env-show.ts"),
  },
  {
    name: "env diff",
    summary: "Compare two environments: their targets and their values",
    arguments: [one("a", "an environment"), one("b", "another one"), modulePath],
    options: [output("text", "table", "yaml", "json", "cue"), watching, ...settings],
    examples: [{ line: "opm env diff staging prod-eu examples/environments", says: "what differs" }],
    load: () => import("./command/env-diff.ts"),
  },
  {
    name: "policy check",
    summary: "Judge releases by the policies of the module and the platform",
    description:
      "Judge a module, the releases and bundles of a package, or all of them below a folder, by the policies of the module and the platform. Of a platform's folder, list the policies and check that they are complete.",
    arguments: [
      {
        name: "path",
        summary: "a module's folder, a package with releases or bundles, a platform's folder (default: .)",
        optional: true,
        complete: "directory",
      },
      { name: "names", summary: "releases or bundles of the package (default: all)", optional: true, variadic: true },
    ],
    options: [output("table", "yaml", "json"), watching, ...release],
    examples: [
      { line: "opm policy check examples/hello --platform examples/platform", says: "every rule and what it says" },
      { line: "opm policy check examples/bundle shopRelease", says: "every instance of a bundle" },
      { line: "opm policy check examples/platform", says: "what the platform demands, and of whom" },
    ],
    load: () => import("./command/policy-check.ts"),
  },
  {
    name: "bundle init",
    summary: "Make a new bundle that builds at once",
    arguments: [one("name", "its name, and its folder")],
    options: [
      { flags: "-d, --dir <folder>", summary: "where to write it (default: its name)", complete: "directory" },
      { flags: "--force", summary: "write into a folder that is not empty" },
    ],
    examples: [{ line: "opm bundle init shop && opm bundle build shop", says: "two modules under one configuration" }],
    load: () => import("./command/bundle-init.ts"),
  },
  {
    name: "bundle build",
    printsData: true,
    summary: "Render a bundle: every instance, in the order in which they may be applied",
    arguments: bundlePath,
    options: [
      output("yaml", "json", "name"),
      ...objectFilters,
      {
        flags: "--out-dir <folder>",
        summary: "one folder for each instance, one file for each object",
        complete: "directory",
      },
      ...secretOutput,
      watching,
      ...release,
    ],
    examples: [
      {
        line: "opm bundle build examples/bundle --set-string tag=2026.01",
        says: "with another value for the bundle's #config",
      },
      { line: "opm bundle build shop -e staging --out-dir out", says: "for an environment, as files" },
    ],
    load: () => import("./command/bundle-build.ts"),
  },
  {
    name: "bundle vet",
    summary: "Check a bundle: its values, and every instance",
    arguments: bundlePath,
    options: [watching, ...release],
    examples: [{ line: "opm bundle vet examples/bundle", says: "all releases of bundles there" }],
    load: () => import("./command/bundle-vet.ts"),
  },
  {
    name: "bundle tree",
    summary: "Show a bundle's instances, wave by wave",
    arguments: bundlePath,
    options: [output("text", "yaml", "json"), watching, ...release],
    examples: [{ line: "opm bundle tree examples/bundle", says: "what waits for what" }],
    load: () => import("./command/bundle-tree.ts"),
  },
];
