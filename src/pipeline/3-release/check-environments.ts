import { tell, valuesCode } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { schemaShape, unknownFields, unknownModules, valuesFromCue, viewOf } from "../../values/index.ts";
import type { Module } from "../2-module/module.ts";
import type { CueAccess } from "../cue-access.ts";
import { moduleEnvironments } from "./module-environments.ts";

/**
 * What is wrong with the environments of a module. A module embeds `core.#Module`, which opens what it embeds: CUE says
 * nothing of a mistyped field, so names are compared with those of `core.#Environment` here.
 */
export function checkEnvironments(cue: CueAccess, module: Module): Diagnostic[] {
  const { root, core, instance } = module.cue.get();
  const map = root.field("environments");
  if (map === undefined) return [];
  const errors = cue.errors(map, {});
  const definition = cue.root(core).field("#Environment");
  if (definition === undefined) return errors;
  const shape = schemaShape(viewOf(definition));
  const place: Place = { file: instance.files[0]!.source, span: { start: 0, end: 0 } };
  const unknown = viewOf(map)
    .fields()
    .flatMap(({ name, presence, value }) => {
      if (presence !== "field" || value.kind !== "struct") return [];
      const tree = valuesFromCue(value, { tier: "environment", source: name, place });
      return unknownFields(tree, shape).map((d): Diagnostic => ({
        ...d,
        message: tell(valuesCode.unknownField, "an environment has no field {path}", { path: d.path ?? "" }).message,
        path: `environments.${name}.${d.path}`,
      }));
    });
  const told = new Set(errors.map((d) => d.path));
  return [
    ...errors,
    ...unknown.filter((d) => !told.has(d.path)),
    ...unknownModules(moduleEnvironments(cue, module), [module.metadata]),
  ];
}
