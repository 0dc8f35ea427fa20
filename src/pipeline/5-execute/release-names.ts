// Objects that are named by an entry and not by their component (volumes, config maps, secrets, service accounts, what
// belongs to a policy), in a release whose objects carry its name. Those of components have it already: transformers are
// given the component under that name.
import type { PlainStruct } from "../plain-value.ts";
import type { Manifest } from "./manifest.ts";
import { read, referencesOf, withText } from "./references.ts";

/** The name of an object of a release. */
export function releaseName(release: string, name: string): string {
  return name === release || name.startsWith(`${release}-`) ? name : `${release}-${name}`;
}

/** Cluster-wide objects and namespaces are named on purpose. */
const KEPT: ReadonlySet<string> = new Set(["Namespace", "CustomResourceDefinition", "StorageClass", "PriorityClass"]);

/** With the release's name before each name, and every reference among the objects following. */
export function withReleaseNames(manifests: readonly Manifest[], release: string): Manifest[] {
  const renamed = new Map<string, string>();
  const keyOf = (kind: string, namespace: string, name: string): string => JSON.stringify([kind, namespace, name]);
  for (const { identity, object } of manifests) {
    const { kind, namespace, name } = identity;
    if (!KEPT.has(kind)) renamed.set(keyOf(kind, namespace, name), releaseName(release, name));
    for (const made of referencesOf(object))
      if (made.makes) renamed.set(keyOf(made.kind, namespace, made.name), releaseName(release, made.name));
  }
  return manifests.map((manifest): Manifest => {
    const { kind, namespace, name } = manifest.identity;
    let { object } = manifest;
    for (const reference of referencesOf(object)) {
      const target = renamed.get(keyOf(reference.kind, reference.namespace ?? namespace, reference.name));
      // A cluster's own objects have no namespace.
      const wide = target ?? renamed.get(keyOf(reference.kind, "", reference.name));
      if (wide !== undefined && read(object, reference.path) !== wide)
        object = withText(object, reference.path, wide) as PlainStruct;
    }
    const own = renamed.get(keyOf(kind, namespace, name)) ?? name;
    if (own === name) return object === manifest.object ? manifest : { ...manifest, object };
    return {
      ...manifest,
      object: withText(object, ["metadata", "name"], own) as PlainStruct,
      identity: { ...manifest.identity, name: own },
    };
  });
}
