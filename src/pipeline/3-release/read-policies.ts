import type { Vertex } from "../../cue/value/index.ts";
import { hasErrors } from "../../source/index.ts";
import type { Outcome } from "../../source/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import type { Component, Policy } from "./release.ts";

/** The policies of an evaluated release, with the components that each holds for. */
export function readPolicies(
  cue: CueAccess,
  release: Vertex,
  components: readonly Component[],
): Outcome<readonly Policy[]> {
  const map = cue.field(release, "policies");
  if (map === undefined) return { value: [], diagnostics: [] };
  const diagnostics = cue.errors(map, { concrete: true, final: true });
  if (hasErrors(diagnostics)) return { diagnostics };
  return { value: cue.fields(map).map(({ name, vertex }) => readPolicy(cue, name, vertex, components)), diagnostics };
}

export function readPolicy(cue: CueAccess, key: string, vertex: Vertex, components: readonly Component[]): Policy {
  const rules = cue.field(vertex, "#rules");
  const appliesTo = cue.field(vertex, "appliesTo");
  const target = appliesTo === undefined ? undefined : plainValue(appliesTo, cue.labels);
  const spec = cue.field(vertex, "spec");
  return {
    name: cue.text(vertex, "metadata", "name") ?? key,
    rules:
      rules === undefined
        ? []
        : cue.fields(rules).map((rule) => {
            const own = cue.field(rule.vertex, "#spec");
            return {
              fqn: rule.name,
              key: own === undefined ? "" : (cue.fields(own)[0]?.name ?? ""),
              checked: cue.field(rule.vertex, "#check") !== undefined,
            };
          }),
    components: components.filter((c) => appliesToComponent(isStruct(target) ? target : {}, c)).map(({ id }) => id),
    spec: (spec && plainValue(spec, cue.labels)) ?? {},
    cue: new CueHandle(vertex),
  };
}

// Listed, or with all of matchLabels; without either, all of them.
function appliesToComponent(target: PlainStruct, component: Component): boolean {
  const listed = Array.isArray(target["components"]) ? (target["components"] as readonly Plain[]) : [];
  const labels = isStruct(target["matchLabels"]) ? Object.entries(target["matchLabels"]) : [];
  const nameOf = (c: Plain): Plain | undefined =>
    isStruct(c) ? (isStruct(c["metadata"]) ? c["metadata"]["name"] : undefined) : c;
  if (listed.some((c) => nameOf(c) === component.name)) return true;
  if (labels.length === 0) return listed.length === 0;
  return labels.every(([key, value]) => component.labels[key] === value);
}
