import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";

/**
 * Labels and annotations of an environment are on every object: where a transformer refuses one, its lines are the
 * catalog's, and the line to change is the environment's.
 */
export function withLabelPlace(d: Diagnostic, environment: EnvironmentDefinition | undefined): Diagnostic {
  const found = /\.(labels|annotations)\.("(?:[^"\\]|\\.)*"|[^.]+)$/.exec(d.path ?? "");
  if (environment === undefined || found === null) return d;
  const [, kind, step] = found as unknown as readonly [string, "labels" | "annotations", string];
  const place = environment.placesOf?.[kind].get(step.startsWith('"') ? (JSON.parse(step) as string) : step);
  if (place === undefined) return d;
  const what = kind === "labels" ? "label" : "annotation";
  const given = { ...place, label: `the ${what} of the environment ${environment.name}` };
  return { ...d, places: [given, ...(d.places ?? [])] };
}
