// The keys of a component's spec are those of the mixins that it embeds.
import { quoteSelector, reasonDiagnostic } from "../../cue/index.ts";
import type { Value } from "../../cue/index.ts";
import { hasReason, advise, cueCode } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { nearestName, viewOf } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";

/**
 * Keys that no mixin of a component has. CUE tells them only where nothing else is wrong, and knows what closes a struct
 * rather than which mixins there are; so what it said about them is replaced.
 */
export function tellSpecKeys(cue: CueAccess, component: Value, errors: readonly Diagnostic[]): Diagnostic[] {
  const spec = component.field("spec");
  if (spec === undefined) return [...errors];
  const allowed = new Set(["#resources", "#traits", "#blueprints"].flatMap((kind) => keysOf(cue, component, kind)));
  const prefix = spec.path;
  const unknown = viewOf(spec)
    .fields()
    .filter(({ name, presence }) => presence === "field" && !allowed.has(name))
    .map(({ name, value }): Diagnostic => {
      const near = nearestName(name, allowed);
      const said = errors.find(
        (d) => hasReason(d, "notAllowed") && d.path === [...prefix, quoteSelector(name)].join("."),
      );
      return {
        ...reasonDiagnostic("notAllowed"),
        path: [...prefix, quoteSelector(name)].join("."),
        places: said?.places ?? value.places,
        notes: [`the component's mixins have ${[...allowed].join(", ") || "no fields"}`],
        hint:
          near === null
            ? advise(cueCode.notAllowed, "embed the mixin of the resource or trait that has {name}", { name })
            : advise(cueCode.notAllowed, "did you mean {near}?", { near }),
      };
    });
  const told = new Set(unknown.map((d) => d.path));
  return [...errors.filter((d) => !hasReason(d, "notAllowed") || !told.has(d.path)), ...unknown];
}

function keysOf(cue: CueAccess, component: Value, kind: string): string[] {
  const map = component.field(kind);
  const definitions = map === undefined ? [] : map.entries();
  return definitions.flatMap(({ value }) => {
    const spec = value.field("#spec");
    return spec === undefined ? [] : spec.entries().map(({ name }) => name);
  });
}
