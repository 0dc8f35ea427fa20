// What is there of everything that a plan is about, with few requests.
import { ApiError } from "../client/api-error.ts";
import type { ApiMap, ApiResource } from "../client/api-map.ts";
import type { KubeApi } from "../client/kube-api.ts";
import { groupVersion, idOf, keyOf } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import { PART_OF } from "../record/marks.ts";
import type { RecordEntry } from "../record/release-record.ts";

/** From this number on a list is cheaper than asking for each. */
const many = 6;

export interface Asked {
  readonly id: ObjectId;
  readonly resource: ApiResource;
}

/**
 * Objects by key. Of kinds with many objects only those that carry our mark are listed: one that is there without it is
 * asked for when the server says that it exists.
 */
export async function survey(
  api: KubeApi,
  asked: readonly Asked[],
  applySet: string,
  refused: (one: Asked, verb: "get" | "list") => void = () => {},
): Promise<Map<string, KubeObject>> {
  const groups = new Map<string, Asked[]>();
  for (const one of asked) {
    const { group, version, plural } = one.resource;
    const key = `${group}/${version}/${plural}/${one.id.namespace}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [one]);
    else list.push(one);
  }
  const live = new Map<string, KubeObject>();
  const keep = (object: KubeObject | undefined): void => {
    if (object !== undefined) live.set(keyOf(idOf(object)), object);
  };
  await Promise.all(
    [...groups.values()].map(async (group) => {
      const { resource, id } = group[0]!;
      const wanted = new Set(group.map((one) => one.id.name));
      try {
        if (group.length < many)
          await Promise.all(group.map(async (one) => keep(await api.get(one.resource, one.id.namespace, one.id.name))));
        else {
          const listed = await api.list(resource, id.namespace, { labelSelector: `${PART_OF}=${applySet}` });
          for (const item of listed.items) if (wanted.has(item.metadata.name)) keep(item);
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Who may not look does not know: the caller must not take it for absent.
        if (error.code === 403) refused(group[0]!, group.length < many ? "get" : "list");
        else if (error.code !== 404) throw error; // a kind or namespace that is not there yet
      }
    }),
  );
  return live;
}

/** Everything in the cluster that carries our mark: for a record that was lost. Kinds that may not be listed are left. */
export async function findMarked(
  api: KubeApi,
  map: ApiMap,
  applySet: string,
  namespace: string,
): Promise<{ entries: RecordEntry[]; refused: string[] }> {
  const refused: string[] = [];
  const kinds = [...map.all()].filter(({ verbs }) => verbs.includes("list") && verbs.includes("delete"));
  const lists = await Promise.all(
    kinds.map(async (resource) => {
      const options = { labelSelector: `${PART_OF}=${applySet}`, metadataOnly: true };
      try {
        return (await api.list(resource, undefined, options)).items;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        try {
          if (resource.namespaced) return (await api.list(resource, namespace, options)).items;
        } catch (second) {
          if (!(second instanceof ApiError)) throw second;
        }
        refused.push(resource.kind);
        return [];
      }
    }),
  );
  const entries = new Map<string, RecordEntry>();
  for (const object of lists.flat()) {
    const id = idOf(object);
    // Events and the like may be served by two groups; endpoints and slices take the labels of their service.
    if (object.metadata.ownerReferences?.some((owner) => owner.controller === true)) continue;
    if (id.kind === "Endpoints" || id.kind === "EndpointSlice") continue;
    entries.set(keyOf(id), { ...id, version: groupVersion(object.apiVersion).version, ...uidOf(object) });
  }
  return { entries: [...entries.values()], refused };
}

function uidOf({ metadata }: KubeObject): { uid?: string } {
  return metadata.uid === undefined ? {} : { uid: metadata.uid };
}
