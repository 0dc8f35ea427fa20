import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import { release } from "./module-commands.ts";

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
];
