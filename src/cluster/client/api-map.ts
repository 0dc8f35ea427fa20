// What a server serves, from aggregated discovery. Plurals are never guessed.
import { groupVersion, isRecord, listAt, textAt } from "../kube-object.ts";

export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

export class ApiMap {
  readonly #byKind = new Map<string, ApiResource[]>();
  /** Groups whose server does not answer. */
  readonly stale: ReadonlySet<string>;

  constructor(resources: Iterable<ApiResource>, stale: Iterable<string> = []) {
    for (const resource of resources) {
      const key = `${resource.group}/${resource.kind}`;
      const same = this.#byKind.get(key);
      if (same === undefined) this.#byKind.set(key, [resource]);
      else same.push(resource);
    }
    this.stale = new Set(stale);
  }

  /** At the object's own version. */
  find(apiVersion: string, kind: string): ApiResource | undefined {
    const { group, version } = groupVersion(apiVersion);
    return this.#byKind.get(`${group}/${kind}`)?.find((resource) => resource.version === version);
  }

  /** The preferred version of a kind. */
  preferred(group: string, kind: string): ApiResource | undefined {
    return this.#byKind.get(`${group}/${kind}`)?.[0];
  }

  versions(group: string, kind: string): readonly string[] {
    return (this.#byKind.get(`${group}/${kind}`) ?? []).map(({ version }) => version);
  }

  /** Groups that serve a kind of this name. */
  groupsOf(kind: string): readonly string[] {
    return [...this.#byKind.values()]
      .map((list) => list[0]!)
      .filter((resource) => resource.kind === kind)
      .map(({ group, version }) => (group === "" ? version : `${group}/${version}`));
  }

  *all(): Iterable<ApiResource> {
    for (const list of this.#byKind.values()) yield list[0]!;
  }

  /** With kinds that a plan is going to define. */
  with(resources: readonly ApiResource[]): ApiMap {
    return new ApiMap([...[...this.#byKind.values()].flat(), ...resources], this.stale);
  }
}

/** `APIGroupDiscoveryList` of /api and /apis. */
export function readAggregated(lists: readonly unknown[]): ApiMap {
  const resources: ApiResource[] = [];
  const stale: string[] = [];
  for (const list of lists)
    for (const item of listAt(list, "items")) {
      const group = textAt(item, "metadata", "name");
      for (const part of listAt(item, "versions")) {
        const version = textAt(part, "version");
        if (textAt(part, "freshness") === "Stale") stale.push(group);
        for (const resource of listAt(part, "resources")) resources.push(readResource(group, version, resource));
      }
    }
  return new ApiMap(
    resources.filter(({ kind }) => kind !== ""),
    stale,
  );
}

// `responseKind` has empty texts where group and version are the parent's.
function readResource(group: string, version: string, resource: unknown): ApiResource {
  return {
    group,
    version,
    kind: textAt(resource, "responseKind", "kind"),
    plural: textAt(resource, "resource"),
    namespaced: textAt(resource, "scope") === "Namespaced",
    verbs: listAt(resource, "verbs").filter((verb): verb is string => typeof verb === "string"),
    subresources: listAt(resource, "subresources").map((sub) => textAt(sub, "subresource")),
  };
}

/** `APIResourceList` of one group and version, as servers before aggregated discovery give it. */
export function readLegacy(lists: readonly unknown[]): ApiMap {
  const resources: ApiResource[] = [];
  for (const list of lists) {
    if (!isRecord(list)) continue;
    const { group, version } = groupVersion(textAt(list, "groupVersion"));
    const all = listAt(list, "resources");
    for (const resource of all) {
      const plural = textAt(resource, "name");
      if (plural.includes("/")) continue;
      resources.push({
        group: textAt(resource, "group") || group,
        version: textAt(resource, "version") || version,
        kind: textAt(resource, "kind"),
        plural,
        namespaced: (resource as { namespaced?: unknown }).namespaced === true,
        verbs: listAt(resource, "verbs").filter((verb): verb is string => typeof verb === "string"),
        subresources: all
          .map((other) => textAt(other, "name"))
          .filter((name) => name.startsWith(`${plural}/`))
          .map((name) => name.slice(plural.length + 1)),
      });
    }
  }
  return new ApiMap(resources);
}

export function collectionPath(
  { group, version, plural, namespaced }: ApiResource,
  namespace: string | undefined,
): string {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespaced && namespace !== undefined && namespace !== ""
    ? `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`
    : `${root}/${plural}`;
}

export function objectPath(resource: ApiResource, namespace: string | undefined, name: string): string {
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}
