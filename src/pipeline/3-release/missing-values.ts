import { quoteSelector, reasonDiagnostic } from "../../cue/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { CueView, SecretSlot } from "../../values/index.ts";

/** Values that nobody gave, beside errors that are known already. Those about secrets are told by the secret's rules. */
export function missingValues(
  values: CueView,
  secrets: readonly SecretSlot[],
  known: readonly Diagnostic[],
): Diagnostic[] {
  if (known.length === 0) return [];
  const told = new Set(known.map(({ path }) => path));
  for (const { path } of secrets) told.add(["values", ...path].join("."));
  const out: Diagnostic[] = [];
  const look = (view: CueView, path: string): void => {
    if (told.has(path)) return;
    for (const { name, presence, value } of view.fields()) {
      const at = `${path}.${quoteSelector(name)}`;
      if (presence === "optional" || told.has(at)) continue;
      if (presence === "required") out.push({ ...reasonDiagnostic("missing"), path: at, places: value.places });
      else if (value.kind === "struct") look(value, at);
      else if (value.kind === "other" && value.error === undefined)
        out.push({ ...reasonDiagnostic("incomplete", { value: value.source }), path: at, places: value.places });
    }
  };
  look(values, "values");
  return out;
}
