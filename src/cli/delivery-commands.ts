import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { fleetOptions, release } from "./module-commands.ts";

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
    name: "release affected",
    summary: "List the releases of a folder, or those that a change touches, with the reason",
    description:
      "Every file, folder, module and variable that a render reads is recorded. A release is affected by a change if its render reads something of it. Without --since all releases are listed, with the key of what they are made of. What a cache knows is not rendered again.",
    arguments: [
      {
        name: "path",
        summary: "a folder of modules and packages with releases (default: .)",
        optional: true,
        complete: "directory",
      },
      { name: "names", summary: "releases (default: all)", optional: true, variadic: true },
    ],
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
    arguments: [{ name: "folders", summary: "the --out-dir of each shard", variadic: true, complete: "directory" }],
    options: [
      { flags: "--out-dir <folder>", summary: "where to write the whole (default: manifests)", complete: "directory" },
      { flags: "--manifest <file>", summary: "write what was rendered as JSON", complete: "file" },
    ],
    examples: [{ line: "opm release merge shard-1 shard-2 --out-dir out", says: "as one run would have written it" }],
    load: () => import("./command/release-merge.ts"),
  },
];
