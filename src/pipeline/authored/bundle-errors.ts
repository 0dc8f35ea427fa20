import type { Value } from "../../cue/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { nearestName, viewOf } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { memberErrors } from "./member-errors.ts";

/**
 * What is wrong with the release of a bundle, apart from what the releases of its instances are made of: those are
 * looked at when they are built. A module's own `values` must not be asked for here. They are the author's tier, which
 * an instance may override, and CUE knows them only as one more thing that `#config` (with the instance's values in it)
 * has to agree with: `_#module.values`, and `_#bundle.values` for the bundle's own.
 */
export function bundleErrors(cue: CueAccess, name: string, bundle: Value, releases: Value): Diagnostic[] {
  const filled = bundle.members().find((member) => member.name === "_#bundle")?.value;
  const unknown = unknownModules(cue, name, filled ?? bundle);
  // CUE would tell each in a dozen ways.
  if (unknown.length > 0) return unknown;
  return [
    ...memberErrors(cue, bundle, ["_#bundle", "releases"]),
    ...(filled === undefined ? [] : memberErrors(cue, filled, ["values"])),
    ...releases
      .members()
      .flatMap(({ value }) => memberErrors(cue, value, ["_#module", "components", "policies", "values"])),
  ];
}

function unknownModules(cue: CueAccess, bundle: string, filled: Value): Diagnostic[] {
  const instances = filled.field("#instances");
  const modules = filled.field("#modules");
  if (instances === undefined || modules === undefined) return [];
  const known = modules.entries().map(({ name }) => name);
  const selves = modules.entries().filter(({ name, value }) => isItself(cue, name, value));
  if (selves.length > 0) return selves.map((one) => itself(cue, bundle, one));
  return instances.entries().flatMap(({ name, value }): Diagnostic[] => {
    const field = value.field("module");
    const view = field && viewOf(field);
    if (view?.kind !== "string" || known.includes(view.text)) return [];
    const near = nearestName(view.text, known);
    // Its own name, where the instance says nothing else.
    const [place] = view.hasDefault ? viewOf(value).places : view.places;
    return [
      {
        ...tell(
          PIPELINE_CODE.unknownModule,
          "the instance {name} of {bundle} is of the module {view}, which the bundle does not have",
          { name, bundle, view: view.text, instance: name, module: view.text },
        ),
        severity: "error",
        path: `#instances.${name}.module`,
        ...(place && { places: [place] }),
        notes: [`#modules: ${known.join(", ") || "none"}`],
        hint:
          near === null
            ? advise(
                PIPELINE_CODE.unknownModule,
                "module names a key of #modules; without it, the instance's own name is one",
              )
            : advise(PIPELINE_CODE.unknownModule, "did you mean {near}?", { near }),
      },
    ];
  });
}

/** `hello: hello` means the field and not the import of that name, and so nothing at all. */
function isItself(cue: CueAccess, name: string, module: Value): boolean {
  if (module.at("metadata", "name") !== undefined) return false;
  return module.declarations().some(({ syntax }) => syntax?.kind === "Ident" && syntax.name === name);
}

function itself(cue: CueAccess, bundle: string, { name, value }: { name: string; value: Value }): Diagnostic {
  const [place] = viewOf(value).places;
  return {
    ...tell(
      PIPELINE_CODE.unknownModule,
      "the module {name} of {bundle} is itself: {name}: {name} refers to the field, not to the import of that name",
      { name, bundle, module: name },
    ),
    severity: "error",
    path: `#modules.${name}`,
    ...(place && { places: [place] }),
    hint: advise(PIPELINE_CODE.unknownModule, 'import it under another name: import {name}_module "…"', { name }),
  };
}
