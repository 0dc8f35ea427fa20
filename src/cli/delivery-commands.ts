import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { fleetOptions, modulePath, release, releaseOfPackage, settings } from "./module-commands.ts";
import { output, releaseNames, releasesFolder } from "./shared-options.ts";

const side = (name: "from" | "to", ordinal: string): OptionSpec[] => [
  { flags: `--${name}-environment <name>`, summary: `the environment of the ${ordinal} side` },
  {
    flags: `--${name}-values <file>`,
    summary: `a values file of the ${ordinal} side alone, over those of -f`,
    repeatable: true,
    complete: "file",
  },
];

/** Commands from a commit to the cluster: what changes, what is affected, where it came from. */
export const deliveryCommands: readonly CommandSpec[] = [
  {
    name: "diff",
    summary: "Show what changes in rendered manifests, everywhere, and the line that causes it",
    description:
      "Renders both sides and compares object by object, field by field: two git revisions, two folders, two sets of values or two environments; of one release or of all below a folder. Equal differences are told once, with the line that causes them and the releases that have them. Secrets are changed or not changed.",
    arguments: [
      {
        name: "path",
        summary: "a module's folder, a package with releases or bundles, or a folder of them (default: .)",
        optional: true,
        complete: "directory",
      },
      {
        name: "other",
        summary: "the folder to compare it with; or names of releases",
        optional: true,
        variadic: true,
        complete: "directory",
      },
    ],
    options: [
      {
        flags: "--against <revision>",
        summary: "compare with a git revision: main, v1..v2, or main... for what changed since the branch left it",
      },
      ...side("from", "first"),
      ...side("to", "second"),
      {
        flags: "-o, --output <format>",
        summary: "how to print it: markdown for a pull request, github for annotations",
        choices: ["text", "json", "markdown", "github"],
      },
      { flags: "--max-chars <n>", summary: "the most characters of Markdown (default: 60000)" },
      { flags: "--exit-code", summary: "end with exit code 1 if something differs" },
      ...release,
    ],
    examples: [
      { line: "opm diff --against main apps --all-environments", says: "what this branch changes, everywhere" },
      {
        line: "opm diff examples/environments --from-environment staging --to-environment prod-eu",
        says: "two environments",
      },
      { line: "opm diff old new", says: "two folders" },
      { line: "opm diff --against main... apps -o markdown > comment.md", says: "for a pull request" },
    ],
    load: () => import("./command/diff.ts"),
  },
  {
    name: "promote",
    summary: "Move the versions that one environment pins to another, and show first what that changes",
    description:
      'An environment pins modules: modules: web: version: "1.4.0". Releases that name their module (#module: "web") get that version there. This command gives one environment the pins of another: it renders what is released there with both, prints the difference, and with --yes changes the files that declare the environment.',
    arguments: [
      { name: "from", summary: "the environment whose versions are good", complete: { asks: "environment" } },
      { name: "to", summary: "the environment that gets them", complete: { asks: "environment" } },
      {
        name: "path",
        summary: "what is released there, for the difference (default: .)",
        optional: true,
        complete: "directory",
      },
      releaseNames,
    ],
    options: [
      { flags: "--module <name>", summary: "only this module", repeatable: true },
      { flags: "--yes", summary: "change the pins" },
      {
        flags: "-o, --output <format>",
        summary: "how to print the difference",
        choices: ["text", "json", "markdown", "github"],
      },
      ...release,
    ],
    examples: [
      { line: "opm promote staging prod apps --platform platform", says: "what would it change?" },
      { line: "opm promote staging prod apps --module web --yes", says: "one module; the pin is changed" },
    ],
    load: () => import("./command/promote.ts"),
  },
  {
    name: "release affected",
    summary: "List the releases of a folder, or those that a change touches, with the reason",
    description:
      "Every file, folder, module and variable that a render reads is recorded. A release is affected by a change if its render reads something of it. Without --since all releases are listed, with the key of what they are made of. What a cache knows is not rendered again.",
    arguments: [releasesFolder, releaseNames],
    options: [
      {
        flags: "--since <revision>",
        summary: "only what changes since then touch; main... counts from where the branch left",
      },
      {
        flags: "-o, --output <format>",
        summary: "github and gitlab: a matrix of jobs; paths: the files read; argocd: manifest-generate-paths",
        choices: ["text", "json", "github", "gitlab", "paths", "argocd"],
      },
      ...fleetOptions.filter(({ flags }) => flags.startsWith("--cache ")),
      ...release,
    ],
    examples: [
      {
        line: "opm release affected apps --since main --all-environments --cache local",
        says: "what does this branch touch, and why?",
      },
      { line: "opm release affected apps --since main... -o github", says: "a matrix for GitHub Actions" },
    ],
    load: () => import("./command/release-affected.ts"),
  },
  {
    name: "release merge",
    summary: "Join what shards rendered; refuses where one is missing or was changed",
    arguments: [
      {
        name: "folders",
        summary: "the --out-dir of each shard, or oci://HOST/REPOSITORY:TAG that they were pushed to",
        variadic: true,
        complete: "directory",
      },
    ],
    options: [
      { flags: "--out-dir <folder>", summary: "where to write the whole (default: manifests)", complete: "directory" },
      { flags: "--manifest <file>", summary: "write what was rendered as JSON", complete: "file" },
    ],
    examples: [{ line: "opm release merge shard-1 shard-2 --out-dir out", says: "as one run would have written it" }],
    load: () => import("./command/release-merge.ts"),
  },
  {
    name: "mod compat",
    summary: "Tell whether every configuration of one version is accepted by another, with the same defaults",
    arguments: [
      {
        name: "old",
        summary: "a module's folder, or example.com/blog@v0.1.0",
        complete: "directory",
        takesReference: true,
      },
      {
        name: "new",
        summary: "the later one (default: .)",
        optional: true,
        complete: "directory",
        takesReference: true,
      },
    ],
    options: [output("text", "json"), ...settings],
    examples: [{ line: "opm mod compat example.com/blog@v0.1.0 .", says: "may this be v0.1.1?" }],
    load: () => import("./command/mod-compat.ts"),
  },
  {
    name: "check",
    summary: "Check a whole repository for what no single render can find",
    description:
      "Renders every release below a folder and compares them: two that write one object, claim one host or one node port; environments that are one place; files that nobody reads. Everything that a single render finds (policies, locks, versions outside of the catalog, requirements without a provider) is told too.",
    arguments: [releasesFolder, releaseNames],
    options: release,
    examples: [{ line: "opm check apps --platform platform --all-environments", says: "before every merge" }],
    load: () => import("./command/check.ts"),
  },
  {
    name: "mod images",
    summary: "List every image that a module, or all releases of a folder, would run",
    arguments: [modulePath],
    options: [output("text", "json"), releaseOfPackage, ...release],
    examples: [{ line: "opm mod images examples/hello", says: "for mirroring" }],
    load: () => import("./command/mod-images.ts"),
  },
  {
    name: "release job",
    summary: "Print an Indexed Job that renders releases in shards on Kubernetes",
    arguments: [{ name: "path", summary: "the folder, in the pod (default: .)", optional: true }, releaseNames],
    options: [
      { flags: "--image <reference>", summary: "an image with opm and the repository" },
      { flags: "--shards <n>", summary: "how many parts (default: 8)" },
      { flags: "--parallelism <n>", summary: "how many at once (default: all)" },
      { flags: "--backoff <n>", summary: "how often a part that was killed is tried again (default: 2)" },
      { flags: "--cache <where>", summary: "renders that all parts share: oci://HOST/REPOSITORY" },
      { flags: "--push <reference>", summary: "push each part: oci://HOST/REPOSITORY:TAG, with its number behind" },
      {
        flags: "--claim <name>",
        summary: "a volume claim with the repository, where parts also write: mounted at /repository",
      },
      { flags: "--name <name>", summary: "of the Job (default: opm-render)" },
      output("yaml", "json"),
      ...release,
    ],
    examples: [
      {
        line: "opm release job apps --image registry.example.com/fleet:1 --shards 8 --all-environments",
        says: "kubectl apply -f -",
      },
    ],
    load: () => import("./command/release-job.ts"),
  },
];
