import type { OptionSpec } from "./command-spec.ts";

/** How variables are given to templates: to those of `opm template`, and to values files that end in `.tera`. */
export const templateVariables: readonly OptionSpec[] = [
  {
    flags: "-m, --map <key=value>",
    summary: "set a variable of templates; may be given several times",
    repeatable: true,
  },
  { flags: "--vars <file>", summary: "variables of templates from a TOML, YAML or JSON file", complete: "file" },
];
