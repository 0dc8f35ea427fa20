// What a module's package declares and nothing reads.
import type { Instance } from "../../cue/index.ts";
import type { Field } from "../../cue/syntax/index.ts";
import { hiding, nearestName, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { withoutValues } from "../../values/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** What nobody reads may be a secret that nobody looks for: names alone are shown. */
const namesAlone = (place: Place): Place => hiding(place, withoutValues(place.file, "row"), "unread");

/** What a module is read from, at the top of its package. */
const READ = ["#components", "#config", "#policies", "metadata", "values", "environments"];

/** Names that were probably meant to be one that is not there; and values in another file than `values.cue`. */
export function unreadDeclarations(instance: Instance, valuesFile: string): Diagnostic[] {
  const declared = instance.files.flatMap(({ path, source, syntax }) =>
    syntax.decls.flatMap((decl) => {
      if (decl.kind !== "Field") return [];
      const place: Place = { file: source, span: { start: decl.label.pos, end: decl.label.end } };
      return [{ path, name: nameOf(decl), value: decl.value, place }];
    }),
  );
  const names = new Set(declared.map(({ name }) => name));
  const absent = READ.filter((name) => !names.has(name));
  const misspelt = declared.flatMap(({ name, place }): Diagnostic[] => {
    const near = READ.includes(name) ? null : nearestName(name, absent);
    if (near === null || near.startsWith("#") !== name.startsWith("#")) return [];
    return [
      {
        ...tell(PIPELINE_CODE.unreadName, "nothing reads {name}", { name }),
        severity: "warning",
        places: [namesAlone(place)],
        hint: advise(PIPELINE_CODE.unreadName, "did you mean {near}?", { near }),
      },
    ];
  });
  if (!declared.some(({ path }) => path === valuesFile)) return misspelt;
  const beside = declared
    .filter(({ path, name, value }) => name === "values" && path !== valuesFile && !refersToSchema(value))
    .map(({ place }): Diagnostic => ({
      ...tell(PIPELINE_CODE.valuesBeside, "these values do not count: the module's values are those of values.cue"),
      severity: "warning",
      places: [namesAlone(place)],
      hint: advise(PIPELINE_CODE.valuesBeside, "move them to values.cue"),
    }));
  return [...misspelt, ...beside];
}

/** `values: #config` is how a module says what its values are. */
function refersToSchema(value: Field["value"]): boolean {
  return value.kind === "Ident" && value.name === "#config";
}

function nameOf({ label }: Field): string {
  return label.kind === "Ident" ? label.name : label.kind === "BasicLit" ? label.text.replace(/^"|"$/g, "") : "";
}
