import { deliveryCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic } from "../../source/index.ts";
import type { EnvironmentDefinition } from "../../values/index.ts";

/** Environments that are one place: what is released to one of them overwrites what is released to the other. */
export function sameTargets(environments: Iterable<EnvironmentDefinition>): Diagnostic[] {
  const byTarget = new Map<string, EnvironmentDefinition[]>();
  for (const environment of environments) {
    const { cluster, namespace, abstract } = environment;
    if (abstract || cluster === undefined || namespace === undefined) continue;
    const key = `${cluster.kubeConfig ?? ""}\0${cluster.kubeContext}\0${namespace}`;
    byTarget.set(key, [...(byTarget.get(key) ?? []), environment]);
  }
  return [...byTarget.values()]
    .filter((same) => same.length > 1)
    .map((same): Diagnostic => {
      const [{ cluster, namespace }] = same as [EnvironmentDefinition];
      return {
        ...tell(deliveryCode.sameTarget, "{same} are one place: the namespace {namespace} of {kubeContext}", {
          same: same.map(({ name }) => name).join(" and "),
          namespace: namespace ?? "",
          kubeContext: cluster!.kubeContext,
        }),
        severity: "warning",
        places: same.flatMap(({ name, place }) => (place === undefined ? [] : [{ ...place, label: name }])),
        hint: advise(
          deliveryCode.sameTarget,
          "a release to one of them replaces the release of the same name to the other",
        ),
      };
    });
}
