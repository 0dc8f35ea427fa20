// Two releases that write one object would overwrite each other in the cluster, and one would remove what the other needs.
import { tell, advise } from "../source/index.ts";
import type { Diagnostic } from "../source/index.ts";
import { podLabels, serviceSelector } from "../pipeline/index.ts";
import type { Manifest } from "../pipeline/index.ts";
import { MATRIX_CODE } from "./matrix-code.ts";

/** What is looked at of a manifest, as data that can be kept. */
export interface OwnedObject {
  readonly identity: Pick<Manifest["identity"], "group" | "kind" | "namespace" | "name">;
  /** Labels of the pods that it makes, and those that it selects pods by. */
  readonly pod?: Labels;
  readonly selector?: Labels;
}

export function ownedObject({ identity, object }: Pick<Manifest, "identity" | "object">): OwnedObject {
  const { group, kind, namespace, name } = identity;
  const pod = podLabels(object);
  const selector = serviceSelector(object);
  return { identity: { group, kind, namespace, name }, ...(pod && { pod }), ...(selector && { selector }) };
}

interface ObjectOwner {
  /** What messages call the release. */
  readonly id: string;
  /** The cluster that it goes to; without one, releases to one environment go to one. */
  readonly cluster: string;
}

/** All objects of a run, by where they go. */
export class ObjectOwners {
  /** Everybody who writes an object, in the order in which they came. */
  readonly #owners = new Map<string, string[]>();
  /** Pods and what selects them, by one label each: one that is selected has all labels of the selector. */
  readonly #pods = new Map<string, { readonly id: string; readonly labels: Labels }[]>();
  readonly #selectors = new Map<string, { readonly id: string; readonly name: string; readonly labels: Labels }[]>();

  /** What is wrong with a release of these objects beside those that were added before. */
  add({ id, cluster }: ObjectOwner, objects: readonly OwnedObject[]): Diagnostic[] {
    const shared = new Map<string, string[]>();
    const told = new Set<string>();
    for (const { identity } of objects) {
      const { group, kind, namespace, name } = identity;
      const key = JSON.stringify([cluster, group, kind, namespace, name]);
      const others = this.#owners.get(key) ?? [];
      if (others.includes(id)) continue;
      push(this.#owners, key, id);
      const [first] = others;
      if (first !== undefined) push(shared, first, `${kind}/${name}${namespace === "" ? "" : ` in ${namespace}`}`);
      for (const other of others) told.add(other);
    }
    const same = [...shared].map(([other, names]): Diagnostic => ({
      ...tell(MATRIX_CODE.oneObject, "the releases {other} and {id} write {many}: {names}{more}", {
        other,
        id,
        many: names.length === 1 ? "one object" : `${names.length} objects`,
        names: names.slice(0, 3).join(", "),
        more: names.length > 3 ? ", …" : "",
        first: other,
        second: id,
        objects: names.length,
      }),
      severity: "warning",
      hint: advise(
        MATRIX_CODE.oneObject,
        'let objects carry the release\'s name (objectNames: "release" in the metadata of the module), or release them to different namespaces',
      ),
    }));
    return [...same, ...this.#selected(id, cluster, objects, told)];
  }

  /** Services that would send requests to the pods of another release. Where objects are shared already, that is told. */
  #selected(id: string, cluster: string, objects: readonly OwnedObject[], told: ReadonlySet<string>): Diagnostic[] {
    const found = new Map<string, Diagnostic>();
    const wrong = (service: string, of: string, pods: string): void => {
      if (of === pods || told.has(of) || told.has(pods) || found.has(`${of} ${pods}`)) return;
      found.set(`${of} ${pods}`, {
        ...tell(
          MATRIX_CODE.foreignPods,
          "the Service {service} of the release {of} selects pods of the release {pods}",
          { service, of, pods, first: of, second: pods },
        ),
        severity: "warning",
        hint: advise(
          MATRIX_CODE.foreignPods,
          'let objects carry the release\'s name (objectNames: "release" in the metadata of the module), or release them to different namespaces',
        ),
      });
    };
    for (const { identity, pod, selector } of objects) {
      const key = (label: string, value: string): string => JSON.stringify([cluster, identity.namespace, label, value]);
      for (const [label, value] of Object.entries(pod ?? {})) {
        for (const one of this.#selectors.get(key(label, value)) ?? [])
          if (isSelected(pod!, one.labels)) wrong(one.name, one.id, id);
        push(this.#pods, key(label, value), { id, labels: pod! });
      }
      const [first] = Object.entries(selector ?? {});
      if (first === undefined) continue;
      for (const one of this.#pods.get(key(...first)) ?? [])
        if (isSelected(one.labels, selector!)) wrong(identity.name, id, one.id);
      push(this.#selectors, key(...first), { id, name: identity.name, labels: selector! });
    }
    return [...found.values()];
  }
}

type Labels = Readonly<Record<string, string>>;

function isSelected(labels: Labels, selector: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
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
