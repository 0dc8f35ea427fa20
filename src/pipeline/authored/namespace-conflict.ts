import type { Diagnostic, Place } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";
import { PIPELINE_CODE } from "../pipeline-code.ts";

/** A namespace that somebody wrote, and where. */
export interface StatedNamespace {
  readonly text: string;
  readonly place?: Place;
}

/** ENV-2: the environment gives the namespace; another one is a conflict that names both places. `who` states it. */
export function namespaceConflict(
  who: string,
  stated: StatedNamespace | undefined,
  environment: EnvironmentDefinition | undefined,
): Diagnostic[] {
  if (stated === undefined || environment?.namespace === undefined || stated.text === environment.namespace) return [];
  const { namespacePlace: place } = environment;
  return [
    {
      code: PIPELINE_CODE.namespaceConflict,
      severity: "error",
      message: `${who} states the namespace ${stated.text}, and the environment ${environment.name} ${environment.namespace}`,
      args: { who, namespace: stated.text, environment: environment.name },
      places: [
        ...(stated.place ? [{ ...stated.place, label: `stated by ${who}` }] : []),
        ...(place ? [{ ...place, label: `stated by the environment ${environment.name}` }] : []),
      ],
      hint: "leave the namespace to one of them",
    },
  ];
}
