import { quoteSelector, reasonDiagnostic } from "../../cue/index.ts";
import type { Value } from "../../cue/index.ts";
import { hasReason } from "../../source/index.ts";
import type { Diagnostic, Place } from "../../source/index.ts";
import { viewOf } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { authorsPath } from "./authors-path.ts";

/** Deep enough for a field of a container in a list of a component's spec. */
const MAX_DEPTH = 6;

/**
 * All that is wrong with a value and all that is missing in it. CUE looks for what is missing only where nothing is
 * wrong; so where something is, the parts are asked one by one.
 */
export function allErrors(cue: CueAccess, v: Value): Diagnostic[] {
  const known = new Map<string, Diagnostic>();
  const add = (found: readonly Diagnostic[]): void => {
    for (const d of found) {
      const key = `${d.path} ${d.message}`;
      if (!known.has(key)) known.set(key, d);
    }
  };
  const look = (at: Value, depth: number): void => {
    const found = cue.errors(at, { concrete: true, final: true }, { called: authorsPath });
    add(found);
    if (depth === 0 || !found.some(isWrong)) return;
    const fields = viewOf(at).fields();
    const prefix = at.path;
    for (const { name, presence, value } of fields)
      if (presence === "required")
        add([
          {
            ...reasonDiagnostic("missing"),
            path: [...prefix, quoteSelector(name)].join("."),
            places: value.places,
          },
        ]);
    for (const { value } of at.entries()) look(value, depth - 1);
  };
  look(v, MAX_DEPTH);
  return [...known.values()].map((d) => (isMissing(d) ? { ...d, places: missingPlaces(cue, v, d) } : d));
}

/** The field itself is not there; one that only refers to such a field names it. */
const isMissing = (d: Diagnostic): boolean => hasReason(d, "missing") && d.args?.["field"] === undefined;

const isWrong = (d: Diagnostic): boolean => !isMissing(d) && !hasReason(d, "incomplete");

/** Where it is missing, before where it is declared. */
function missingPlaces(cue: CueAccess, root: Value, { path = "", places = [] }: Diagnostic): readonly Place[] {
  const steps = [...path.matchAll(/"(?:[^"\\]|\\.)*"|[^.]+/g)].map(([step]) => step);
  const name = steps.at(-1) ?? "";
  const above: Value[] = [root];
  for (const step of steps.slice(root.targetPath.length, -1)) {
    const next = above.at(-1)!.field(step.startsWith('"') ? (JSON.parse(step) as string) : step);
    if (next === undefined) break;
    above.push(next);
  }
  for (const value of above.toReversed()) {
    const own = viewOf(value).places.find(({ file }) => !file.name.startsWith("opmodel.dev/"));
    if (own !== undefined) return [{ ...own, label: `without ${name}` }, ...places];
  }
  return places;
}
