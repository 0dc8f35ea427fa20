import type { Vertex } from "../../cue/value/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { nearestName, viewOf } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { memberErrors } from "./member-errors.ts";
import { writtenValue } from "./written-value.ts";

/**
 * What is wrong with the release of a bundle, apart from what the releases of its instances are made of: those are
 * looked at when they are built. A module's own `values` must not be asked for here. They are the author's tier, which
 * an instance may override, and CUE knows them only as one more thing that `#config` (with the instance's values in it)
 * has to agree with: `_#module.values`, and `_#bundle.values` for the bundle's own.
 */
export function bundleErrors(cue: CueAccess, name: string, bundle: Vertex, releases: Vertex): Diagnostic[] {
  const filled = cue.members(bundle).find((member) => member.name === "_#bundle")?.vertex;
  const unknown = unknownModules(cue, name, filled ?? bundle);
  // CUE would tell each in a dozen ways.
  if (unknown.length > 0) return unknown;
  return [
    ...memberErrors(cue, bundle, ["_#bundle", "releases"]),
    ...(filled === undefined ? [] : memberErrors(cue, filled, ["values"])),
    ...cue
      .members(releases)
      .flatMap(({ vertex }) => memberErrors(cue, vertex, ["_#module", "components", "policies", "values"])),
  ];
}

function unknownModules(cue: CueAccess, bundle: string, filled: Vertex): Diagnostic[] {
  const instances = cue.field(filled, "#instances");
  const modules = cue.field(filled, "#modules");
  if (instances === undefined || modules === undefined) return [];
  const known = cue.fields(modules).map(({ name }) => name);
  const selves = cue.fields(modules).filter(({ name, vertex }) => isItself(cue, name, vertex));
  if (selves.length > 0) return selves.map((one) => itself(cue, bundle, one));
  return cue.fields(instances).flatMap(({ name, vertex }): Diagnostic[] => {
    const field = cue.field(vertex, "module");
    const view = field && viewOf(field, cue);
    if (view?.kind !== "string" || known.includes(view.text)) return [];
    const near = nearestName(view.text, known);
    // Its own name, where the instance says nothing else.
    const [place] = view.hasDefault ? viewOf(vertex, cue).places : view.places;
    return [
      {
        code: PIPELINE_CODE.unknownModule,
        severity: "error",
        message: `the instance ${name} of ${bundle} is of the module ${view.text}, which the bundle does not have`,
        args: { bundle, instance: name, module: view.text },
        path: `#instances.${name}.module`,
        ...(place && { places: [place] }),
        notes: [`#modules: ${known.join(", ") || "none"}`],
        hint:
          near === null
            ? "module names a key of #modules; without it, the instance's own name is one"
            : `did you mean ${near}?`,
      },
    ];
  });
}

/** `hello: hello` means the field and not the import of that name, and so nothing at all. */
function isItself(cue: CueAccess, name: string, module: Vertex): boolean {
  if (cue.at(module, "metadata", "name") !== undefined) return false;
  return module.conjuncts.some((conjunct) => {
    const value = writtenValue(conjunct);
    return value?.kind === "Ident" && value.name === name;
  });
}

function itself(cue: CueAccess, bundle: string, { name, vertex }: { name: string; vertex: Vertex }): Diagnostic {
  const [place] = viewOf(vertex, cue).places;
  return {
    code: PIPELINE_CODE.unknownModule,
    severity: "error",
    message: `the module ${name} of ${bundle} is itself: ${name}: ${name} refers to the field, not to the import of that name`,
    args: { bundle, module: name },
    path: `#modules.${name}`,
    ...(place && { places: [place] }),
    hint: `import it under another name: import ${name}_module "…"`,
  };
}
