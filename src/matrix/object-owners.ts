// Two releases that write one object would overwrite each other in the cluster, and one would remove what the other needs.
import type { Diagnostic } from "../source/index.ts";
import { MATRIX_CODE } from "./matrix-code.ts";

interface OwnedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

interface ObjectOwner {
  /** What messages call the release. */
  readonly id: string;
  /** The cluster that it goes to; without one, releases to one environment go to one. */
  readonly cluster: string;
}

/** All objects of a run, by where they go. */
export class ObjectOwners {
  readonly #owners = new Map<string, string>();

  /** What is wrong with a release of these objects beside those that were added before. */
  add({ id, cluster }: ObjectOwner, objects: readonly OwnedObject[]): Diagnostic[] {
    const shared = new Map<string, string[]>();
    for (const { group, kind, namespace, name } of objects) {
      const key = JSON.stringify([cluster, group, kind, namespace, name]);
      const other = this.#owners.get(key);
      if (other === undefined) this.#owners.set(key, id);
      else if (other !== id)
        shared.set(other, [
          ...(shared.get(other) ?? []),
          `${kind}/${name}${namespace === "" ? "" : ` in ${namespace}`}`,
        ]);
    }
    return [...shared].map(([other, names]): Diagnostic => ({
      code: MATRIX_CODE.oneObject,
      severity: "warning",
      message: `the releases ${other} and ${id} write ${names.length === 1 ? "one object" : `${names.length} objects`}: ${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`,
      args: { first: other, second: id, objects: names.length },
      hint: "release them to different namespaces, or give their components different names",
    }));
  }
}

/** The cluster of an environment: its context; environments that name none are taken for different ones. */
export function clusterOf(
  environment: { readonly name: string; readonly cluster?: { readonly kubeContext: string } } | undefined,
): string {
  if (environment === undefined) return "";
  return environment.cluster === undefined
    ? `environment ${environment.name}`
    : `context ${environment.cluster.kubeContext}`;
}
