import { tell, advise } from "../../source/index.ts";
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
      ...tell(
        PIPELINE_CODE.namespaceConflict,
        "{who} states the namespace {stated}, and the environment {environment} {other}",
        {
          who,
          stated: stated.text,
          environment: environment.name,
          other: environment.namespace,
          namespace: stated.text,
        },
      ),
      severity: "error",
      places: [
        ...(stated.place ? [{ ...stated.place, label: `stated by ${who}` }] : []),
        ...(place ? [{ ...place, label: `stated by the environment ${environment.name}` }] : []),
      ],
      hint: advise(PIPELINE_CODE.namespaceConflict, "leave the namespace to one of them"),
    },
  ];
}
