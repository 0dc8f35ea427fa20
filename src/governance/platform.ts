// A platform's package: what it approves, and where its users may release to.
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import { environmentsFromCue } from "../values/index.ts";
import type { CueView, Environments } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";
import { catalogFromCue } from "./module-catalog.ts";
import type { ModuleCatalog } from "./module-catalog.ts";

export interface Platform {
  readonly catalog?: ModuleCatalog;
  readonly environments: Environments;
}

/** `catalog` (`#ModuleCatalog`) and `environments` (`#EnvironmentMap`) of an evaluated package; one of them is enough. */
export function readPlatform(root: CueView, place: Place): Outcome<Platform> {
  const catalog = root.field("catalog");
  const environments = root.field("environments");
  if (catalog === undefined && environments === undefined) return { diagnostics: [neither(place)] };
  const diagnostics: Diagnostic[] = [];
  const read = catalog && catalogFromCue(catalog, place);
  diagnostics.push(...(read?.diagnostics ?? []));
  return {
    value: {
      ...(read?.value && { catalog: read.value }),
      environments: environments?.kind === "struct" ? environmentsFromCue(environments, place) : new Map(),
    },
    diagnostics,
  };
}

function neither(place: Place): Diagnostic {
  return {
    code: GOVERNANCE_CODE.badPlatform,
    severity: "error",
    message: `${place.file.name} is no platform: it has neither catalog nor environments`,
    places: [place],
    hint: "write catalog: core.#ModuleCatalog & {…}, environments: core.#EnvironmentMap & {…}, or both",
  };
}
