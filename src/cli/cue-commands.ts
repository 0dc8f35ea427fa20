import type { CommandSpec } from "./command-spec.ts";
import { cueOptions } from "./cue/flags.ts";
import type { CueVerb } from "./cue/flags.ts";

/** A command of the cue tool, with that tool's flags. */
function cueCommand(verb: CueVerb, summary: string, example: string, load: CommandSpec["load"]): CommandSpec {
  return {
    name: `cue ${verb}`,
    summary,
    arguments: [
      {
        name: "inputs",
        summary: "packages, CUE files and data files (default: .)",
        optional: true,
        variadic: true,
        complete: "file",
      },
    ],
    options: cueOptions(verb),
    readsOwnFlags: true,
    examples: [{ line: `opm cue ${verb} ${example}`, says: summary.toLowerCase() }],
    load,
  };
}

/** Commands that work on CUE alone. */
export const cueCommands: readonly CommandSpec[] = [
  cueCommand("eval", "Evaluate and print CUE", "-e spec ./app", () => import("./command/cue-eval.ts")),
  cueCommand(
    "export",
    "Print concrete data as JSON, YAML, TOML or CUE",
    "--out yaml ./app values.json",
    () => import("./command/cue-export.ts"),
  ),
  cueCommand(
    "vet",
    "Validate CUE, or data against CUE",
    "-c -d '#Config' schema.cue data.yaml",
    () => import("./command/cue-vet.ts"),
  ),
  cueCommand("def", "Print consolidated definitions", "./app", () => import("./command/cue-def.ts")),
  cueCommand(
    "import",
    "Convert data files to CUE files",
    "-l '\"config\"' config.yaml",
    () => import("./command/cue-import.ts"),
  ),
  cueCommand("trim", "Remove what other declarations imply", "-n ./app", () => import("./command/cue-trim.ts")),
  cueCommand(
    "mod",
    "Change a module's file: init, edit, rename, tidy",
    "init example.com/app",
    () => import("./command/cue-mod.ts"),
  ),
  cueCommand(
    "get",
    "Convert custom resource definitions to CUE packages",
    "crd crds.yaml",
    () => import("./command/cue-get.ts"),
  ),
  cueCommand("fmt", "Format CUE files", "--check ./...", () => import("./command/cue-fmt.ts")),
];
