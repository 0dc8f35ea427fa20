// What is wrong with a release as its author wrote it. It is not evaluated as a whole: the values of the module itself are
// a tier below those of the release, and CUE would only see that both cannot be true.
import type { Instance } from "../../cue/load/index.ts";
import type { Value } from "../../cue/index.ts";
import { tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import { nearestName, viewOf } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { metadataErrors } from "../metadata-errors.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** What nobody writes. */
const COMPUTED: ReadonlySet<string> = new Set(["apiVersion", "kind", "#moduleMetadata", "components", "releases"]);

/** Of the fields of a struct, hidden ones and definitions included, besides some. */
export function memberErrors(cue: CueAccess, v: Value, besides: readonly string[]): Diagnostic[] {
  return v.members().flatMap(({ name, value }) => {
    if (besides.includes(name)) return [];
    const errors = cue.errors(value, {});
    return name === "metadata" && errors.length > 0 ? metadataErrors(errors, viewOf(value).places) : errors;
  });
}

/**
 * Fields that the definition does not have. A definition of its own is allowed in CUE; one that is misspelt
 * (`#enviroment`) would be a release to somewhere else.
 */
export function unknownMembers(
  cue: CueAccess,
  v: Value,
  { core, definition, path }: { core: Instance; definition: string; path: string },
): Diagnostic[] {
  const declared = cue.root(core).field(definition);
  if (declared === undefined) return [];
  const known = declared.names();
  const shown = known.filter((name) => !name.startsWith("_") && !COMPUTED.has(name));
  return v.members().flatMap(({ name, value }): Diagnostic[] => {
    if (known.includes(name) || name.startsWith("_")) return [];
    const near = nearestName(name, name.startsWith("#") ? shown.filter((other) => other.startsWith("#")) : shown);
    if (near === null && name.startsWith("#")) return [];
    const [place] = viewOf(value).places;
    return [
      {
        ...tell(PIPELINE_CODE.unknownReleaseField, "a {definition} has no field {name}", {
          definition,
          name,
          field: name,
        }),
        severity: "error",
        path: `${path}.${name}`,
        ...(place && { places: [place] }),
        notes: [`fields here: ${shown.join(", ")}`],
        ...(near !== null && { hint: advise(PIPELINE_CODE.unknownReleaseField, "did you mean {near}?", { near }) }),
      },
    ];
  });
}
