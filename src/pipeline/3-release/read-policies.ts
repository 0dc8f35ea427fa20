import type { Value } from "../../cue/index.ts";
import { hasErrors, nearestName, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { viewOf } from "../../values/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import type { CueAccess } from "../cue-access.ts";
import { CueHandle } from "../cue-handle.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";
import { isStruct, plainValue } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";
import type { Component, Policy } from "./release.ts";
import { authorsPath } from "./authors-path.ts";

/** Where a release goes. */
interface PolicyTarget {
  readonly environment?: EnvironmentDefinition | undefined;
  /** Names of all environments that are known. */
  readonly known: readonly string[];
}

/** The policies of an evaluated release that hold where it goes, with the components that each holds for. */
export function readPolicies(
  cue: CueAccess,
  release: Value,
  components: readonly Component[],
  target: PolicyTarget,
): Outcome<readonly Policy[]> {
  const map = release.field("policies");
  if (map === undefined) return { value: [], diagnostics: [] };
  const diagnostics = cue.errors(map, { concrete: true, final: true }, { called: authorsPath });
  if (hasErrors(diagnostics)) return { diagnostics };
  const entries = map.entries();
  return {
    value: entries
      .filter(({ value }) => holdsIn(value.field("appliesTo"), target.environment))
      .map(({ name, value }) => readPolicy(cue, name, value, components)),
    diagnostics: [
      ...diagnostics,
      ...entries.flatMap(({ name, value }) => strayEnvironments(name, value, target.known)),
    ],
  };
}

/** Named, or with all of the labels; without either everywhere. */
export function holdsIn(appliesTo: Value | undefined, environment: EnvironmentDefinition | undefined): boolean {
  const target = appliesTo && plainValue(appliesTo);
  if (!isStruct(target)) return true;
  const names = Array.isArray(target["environments"]) ? (target["environments"] as readonly Plain[]) : undefined;
  const labels = isStruct(target["environmentLabels"]) ? Object.entries(target["environmentLabels"]) : [];
  if (names === undefined && labels.length === 0) return true;
  if (environment === undefined) return false;
  if (names?.includes(environment.name) === true) return true;
  return labels.length > 0 && labels.every(([key, value]) => environment.labels.get(key) === String(value));
}

/** A policy for an environment of a misspelt name would hold nowhere. */
function strayEnvironments(policy: string, value: Value, known: readonly string[]): Diagnostic[] {
  const names = value.at("appliesTo", "environments");
  if (names === undefined || known.length === 0) return [];
  return viewOf(names)
    .items()
    .filter(({ text }) => !known.includes(text))
    .map(({ text, places }): Diagnostic => {
      const near = nearestName(text, known);
      return {
        ...tell(PIPELINE_CODE.strayPolicy, "the policy {policy} holds in the environment {text}, which is not there", {
          policy,
          text,
          environment: text,
        }),
        severity: near === null ? "warning" : "error",
        ...(places[0] && { places: [places[0]] }),
        notes: [`environments: ${known.join(", ")}`],
        ...(near !== null && { hint: advise(PIPELINE_CODE.strayPolicy, "did you mean {near}?", { near }) }),
      };
    });
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
