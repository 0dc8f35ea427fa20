import { references, typeName, type Schema } from "./swagger.ts";

export type Definitions = Readonly<Record<string, Schema>>;

/** The package (a folder) that each definition is written to. */
export function placeDefinitions(definitions: Definitions): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const definition of Object.keys(definitions)) places.set(definition, typeName(definition).home);
  splitByKind(definitions, "core/v1", "PodTemplateSpec", places);
  return places;
}

/**
 * Gives each kind of a large group a package of its own. What pods are made of goes to `pod`, what several other kinds
 * share to `shared`; both are closed under references, so no package imports one that imports it.
 */
function splitByKind(definitions: Definitions, home: string, podRoot: string, places: Map<string, string>): void {
  const members = [...places].filter(([, place]) => place === home).map(([definition]) => definition);
  const inHome = new Set(members);
  const closure = (root: string): Set<string> => {
    const seen = new Set<string>();
    const open = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!inHome.has(next) || seen.has(next)) continue;
      seen.add(next);
      open.push(...references(definitions[next] ?? {}));
    }
    return seen;
  };
  const root = members.find((definition) => typeName(definition).name === podRoot);
  const pod = root === undefined ? new Set<string>() : closure(root);
  const users = new Map<string, string[]>();
  for (const definition of members) {
    const { name } = typeName(definition);
    const kinds = definitions[definition]?.["x-kubernetes-group-version-kind"] ?? [];
    if (kinds.length !== 1 || name.endsWith("List")) continue;
    for (const reached of closure(definition)) users.set(reached, [...(users.get(reached) ?? []), name.toLowerCase()]);
  }
  for (const definition of members) {
    const kinds = users.get(definition) ?? [];
    const [only] = kinds;
    if (pod.has(definition)) places.set(definition, `${home}/pod`);
    else if (kinds.length === 1 && only !== undefined) places.set(definition, `${home}/${only}`);
    else if (kinds.length > 1) places.set(definition, `${home}/shared`);
  }
}
