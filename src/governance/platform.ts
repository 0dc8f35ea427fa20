// A platform's package: what it approves, and where its users may release to.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic, Outcome, Place } from "../source/index.ts";
import { environmentsFromCue, unknownModules, valuesFromCue } from "../values/index.ts";
import type { CueView, Environments, ValueNode } from "../values/index.ts";
import { GOVERNANCE_CODE } from "./governance-code.ts";
import { catalogFromCue } from "./module-catalog.ts";
import type { ModuleCatalog } from "./module-catalog.ts";

export interface Platform {
  readonly catalog?: ModuleCatalog;
  readonly environments: Environments;
  /** What it gives for the interfaces that modules require: <module>.<component>.requires.<alias>. */
  readonly bindings?: ValueNode;
}

/**
 * `catalog` (`#ModuleCatalog`), `environments` (`#EnvironmentMap`) and `bindings` (`#Bindings`) of an evaluated package;
 * one of them is enough.
 */
export function readPlatform(root: CueView, place: Place): Outcome<Platform> {
  const catalog = root.field("catalog");
  const environments = root.field("environments");
  const bindings = root.field("bindings");
  if (catalog === undefined && environments === undefined && bindings === undefined)
    return { diagnostics: [neither(place)] };
  const diagnostics: Diagnostic[] = [];
  const read = catalog && catalogFromCue(catalog, place);
  diagnostics.push(...(read?.diagnostics ?? []));
  const targets = environments?.kind === "struct" ? environmentsFromCue(environments, place, "platform") : new Map();
  // Without a catalog any module may be meant.
  const entries = read?.value?.entries.map(({ name, module }) => ({ name, apiVersion: module }));
  if (entries !== undefined) diagnostics.push(...unknownModules(targets, entries));
  return {
    value: {
      ...(read?.value && { catalog: read.value }),
      environments: targets,
      ...(bindings?.kind === "struct" && {
        bindings: valuesFromCue(bindings, { tier: "platform", source: "bindings", place }),
      }),
    },
    diagnostics,
  };
}

function neither(place: Place): Diagnostic {
  return {
    ...tell(GOVERNANCE_CODE.badPlatform, "{file} is no platform: it has no catalog, environments or bindings", {
      file: place.file.name,
    }),
    severity: "error",
    places: [place],
    hint: advise(
      GOVERNANCE_CODE.badPlatform,
      "write catalog: core.#ModuleCatalog & {…}, environments: core.#EnvironmentMap & {…}, or bindings: core.#Bindings & {…}",
    ),
  };
}
