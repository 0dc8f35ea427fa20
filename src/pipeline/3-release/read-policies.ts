import type { Value } from "../../cue/index.ts";
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
  release: Value,
  components: readonly Component[],
): Outcome<readonly Policy[]> {
  const map = release.field("policies");
  if (map === undefined) return { value: [], diagnostics: [] };
  const diagnostics = cue.errors(map, { concrete: true, final: true });
  if (hasErrors(diagnostics)) return { diagnostics };
  return { value: map.entries().map(({ name, value }) => readPolicy(cue, name, value, components)), diagnostics };
}

function readPolicy(cue: CueAccess, key: string, value: Value, components: readonly Component[]): Policy {
  const rules = value.field("#rules");
  const appliesTo = value.field("appliesTo");
  const target = appliesTo === undefined ? undefined : plainValue(appliesTo);
  const spec = value.field("spec");
  return {
    name: value.text("metadata", "name") ?? key,
    rules:
      rules === undefined
        ? []
        : rules.entries().map((rule) => {
            const own = rule.value.field("#spec");
            return {
              fqn: rule.name,
              key: own === undefined ? "" : (own.entries()[0]?.name ?? ""),
              checked: rule.value.field("#check") !== undefined,
            };
          }),
    components: components.filter((c) => appliesToComponent(isStruct(target) ? target : {}, c)).map(({ id }) => id),
    spec: (spec && plainValue(spec)) ?? {},
    cue: new CueHandle(value),
  };
}

// Listed, or with all of matchLabels; without either, all of them.
export function appliesToComponent(target: PlainStruct, component: Pick<Component, "name" | "labels">): boolean {
  const listed = Array.isArray(target["components"]) ? (target["components"] as readonly Plain[]) : [];
  const labels = isStruct(target["matchLabels"]) ? Object.entries(target["matchLabels"]) : [];
  const nameOf = (c: Plain): Plain | undefined =>
    isStruct(c) ? (isStruct(c["metadata"]) ? c["metadata"]["name"] : undefined) : c;
  if (listed.some((c) => nameOf(c) === component.name)) return true;
  if (labels.length === 0) return listed.length === 0;
  return labels.every(([key, value]) => component.labels[key] === value);
}
