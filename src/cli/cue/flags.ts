import type { OptionSpec } from "../command-spec.ts";
import type { FlagSpec } from "./flag-parser.ts";

const global: readonly FlagSpec[] = [
  { name: "simplify", short: "s", type: "bool", summary: "simplify output" },
  { name: "ignore", short: "i", type: "bool", summary: "proceed in the presence of errors" },
  { name: "all-errors", short: "E", type: "bool", summary: "print all available errors" },
  {
    name: "chdir",
    short: "C",
    type: "string",
    summary: "change working directory before running command; stands before the command's name",
    value: "dir",
    leading: true,
  },
  {
    name: "explain",
    type: "bool",
    summary: "tell more about each error: both sides of a conflict, why branches failed, near names",
  },
  { name: "diagnostics", type: "string", summary: "how to print errors", value: "form" },
  { name: "color", type: "string", summary: "when to colour messages", value: "when" },
];

/** Those that may stand before the verb. */
export const leadingFlags: readonly FlagSpec[] = global.filter((f) => f.type === "bool");

const out: readonly FlagSpec[] = [
  { name: "out", type: "string", summary: "output format: cue, json, yaml, toml, text, binary, …", value: "format" },
  {
    name: "outfile",
    short: "o",
    type: "string",
    summary: "filename or - for stdout with optional file prefix",
    value: "file",
  },
  { name: "force", short: "f", type: "bool", summary: "force overwriting existing files" },
];

const orphan: readonly FlagSpec[] = [
  { name: "package", short: "p", type: "string", summary: "package name for non-CUE files", value: "name" },
  {
    name: "schema",
    short: "d",
    type: "string",
    summary: "expression to select schema for evaluating values in non-CUE files",
    value: "expr",
  },
  { name: "path", short: "l", type: "array", summary: "CUE expression for single path component", value: "label" },
  { name: "list", type: "bool", summary: "concatenate multiple objects into a list" },
  { name: "with-context", type: "bool", summary: "import as object with contextual data" },
  { name: "proto_path", short: "I", type: "array", summary: "paths in which to search for imports", value: "dir" },
  { name: "proto_enum", type: "string", summary: "mode for rendering enums (int|json)", value: "mode" },
  {
    name: "name",
    short: "n",
    type: "string",
    summary: "regexp filter for non-CUE file names in directories",
    value: "regexp",
  },
  { name: "merge", type: "bool", summary: "merge non-CUE files (default true)" },
];

const injection: readonly FlagSpec[] = [
  { name: "inject", short: "t", type: "array", summary: "set the value of a tagged field", value: "tag" },
  { name: "inject-vars", short: "T", type: "bool", summary: "inject system variables in tags" },
];

const expression: FlagSpec = {
  name: "expression",
  short: "e",
  type: "array",
  summary: "evaluate this expression only",
  value: "expr",
};

const concrete: FlagSpec = {
  name: "concrete",
  short: "c",
  type: "bool",
  summary: "require the evaluation to be concrete",
};
const attributes: FlagSpec = { name: "show-attributes", short: "A", type: "bool", summary: "display field attributes" };

export type CueVerb = "eval" | "export" | "vet" | "def" | "fmt" | "import" | "trim" | "mod" | "get";

/** The flags of each command. */
export const cueFlags: Readonly<Record<CueVerb, readonly FlagSpec[]>> = {
  eval: [
    ...out,
    ...orphan,
    ...injection,
    expression,
    concrete,
    attributes,
    { name: "show-hidden", short: "H", type: "bool", summary: "display hidden fields" },
    { name: "show-optional", short: "O", type: "bool", summary: "display optional fields" },
    { name: "all", short: "a", type: "bool", summary: "show optional and hidden fields" },
    ...global,
  ],
  export: [
    ...out,
    ...orphan,
    ...injection,
    expression,
    { name: "escape", type: "bool", summary: "use HTML escaping" },
    ...global,
  ],
  def: [
    ...out,
    ...orphan,
    ...injection,
    expression,
    attributes,
    { name: "inline-imports", type: "bool", summary: "expand references to non-core imports" },
    ...global,
  ],
  vet: [...orphan, ...injection, concrete, ...global],
  import: [
    ...out.filter(({ name }) => name !== "out"),
    ...orphan,
    { name: "dry-run", type: "bool", summary: "show what files would be created" },
    { name: "ext", type: "array", summary: "match files with these extensions", value: "ending" },
    { name: "files", type: "bool", summary: "split multiple entries into different files" },
    { name: "recursive", short: "R", type: "bool", summary: "recursively parse string values" },
    ...global,
  ],
  trim: [
    ...out.filter(({ name }) => name !== "out"),
    { name: "dry-run", short: "n", type: "bool", summary: "print what would be written, and write nothing" },
    ...global,
  ],
  mod: [
    { name: "language-version", type: "string", summary: "init: set the language version", value: "version" },
    { name: "source", type: "string", summary: "init, edit: set the source field", value: "kind" },
    { name: "drop-source", type: "bool", summary: "edit: remove the source field" },
    { name: "module", type: "string", summary: "edit: change the module's path", value: "path" },
    { name: "require", type: "array", summary: "edit: add a requirement", value: "module@version" },
    { name: "drop-require", type: "array", summary: "edit: remove a requirement", value: "module@major" },
    { name: "check", type: "bool", summary: "tidy: fail if module.cue would be updated" },
    ...global,
  ],
  get: [{ name: "group", short: "g", type: "string", summary: "CRD group to filter by", value: "group" }, ...global],
  fmt: [
    { name: "check", type: "bool", summary: "exits with non-zero status if any files are not formatted" },
    { name: "diff", short: "d", type: "bool", summary: "display diffs instead of rewriting files" },
    { name: "files", type: "bool", summary: "treat arguments as paths to files or directories to recursively format" },
    ...global,
  ],
};

const ofEveryCommand = new Set(["diagnostics", "color"]);

/** The same for help and completion. */
export function cueOptions(verb: CueVerb): OptionSpec[] {
  return cueFlags[verb]
    .filter((f) => !ofEveryCommand.has(f.name))
    .map((f) => ({
      flags: `${f.short === undefined ? "" : `-${f.short}, `}--${f.name}${f.type === "bool" ? "" : ` <${f.value ?? "value"}>`}`,
      summary: f.summary,
      ...(f.type === "array" ? { repeatable: true } : {}),
    }));
}
