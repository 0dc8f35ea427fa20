import type { Diagnostic } from "../../source/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { moduleImport } from "./release-overlay.ts";

/**
 * What is wrong with the environments of a module. A module embeds `core.#Module`, which opens what it embeds: the
 * definition has to be put beside the environments once more for a mistyped field to be seen.
 */
export function checkEnvironments(cue: CueAccess, module: Module): Diagnostic[] {
  if (module.environments.length === 0) return [];
  const { instance, core } = module.cue.get();
  const checked = cue.program.synthetic({
    path: "environments",
    text: `package opm_environments

import (
	core "opmodel.dev/core@v0"
	module ${JSON.stringify(moduleImport(module))}
)

environments: core.#EnvironmentMap & module.environments
`,
    packageName: "opm_environments",
    imports: new Map([
      ["opmodel.dev/core@v0", core],
      [moduleImport(module), instance],
    ]),
  });
  const map = cue.field(cue.root(checked), "environments");
  return map === undefined
    ? []
    : cue.errors(map, {}).map((d) => ({ ...d, places: (d.places ?? []).filter(({ file }) => file.name !== "environments") }));
}
