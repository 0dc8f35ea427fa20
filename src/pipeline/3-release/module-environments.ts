import type { Place } from "../../source/index.ts";
import { environmentsFromCue, viewOf } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";

/** The environments that a module's package declares. */
export function moduleEnvironments(cue: CueAccess, module: Module): Map<string, EnvironmentDefinition> {
  const { root, instance } = module.cue.get();
  const map = root.field("environments");
  if (map === undefined) return new Map();
  const place: Place = { file: instance.files[0]!.source, span: { start: 0, end: 0 } };
  return environmentsFromCue(viewOf(map), place);
}
