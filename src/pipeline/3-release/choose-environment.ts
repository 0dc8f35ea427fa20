import type { Outcome, Place } from "../../source/index.ts";
import { environmentsFromCue, resolveEnvironment, viewOf } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** The environment of that name with all that it inherits; none if no name is given. */
export function chooseEnvironment(
  cue: CueAccess,
  module: Module,
  name: string | undefined,
  platform: ReadonlyMap<string, EnvironmentDefinition> = new Map(),
): Outcome<EnvironmentDefinition> {
  if (name === undefined) return { diagnostics: [] };
  const resolved = resolveEnvironment(name, new Map([...platform, ...moduleEnvironments(cue, module)]));
  const { value } = resolved;
  if (value?.abstract === true)
    return {
      diagnostics: [
        {
          code: PIPELINE_CODE.abstractEnvironment,
          severity: "error",
          message: `nothing is released to the environment ${name}: it is only there to be extended`,
          ...(value.place && { places: [value.place] }),
          hint: "choose an environment that extends it",
        },
      ],
    };
  return resolved;
}

/** The environments that a module's package declares. */
export function moduleEnvironments(cue: CueAccess, module: Module): Map<string, EnvironmentDefinition> {
  const { root, instance } = module.cue.get();
  const map = cue.field(root, "environments");
  if (map === undefined) return new Map();
  const file = instance.files[0]!.source;
  const place: Place = { file, span: { start: 0, end: 0 } };
  return environmentsFromCue(viewOf(map, { engine: cue.engine, labels: cue.labels }), place);
}
