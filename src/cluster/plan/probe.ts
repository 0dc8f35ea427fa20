// What the server would do with an object, asked by dry-run: the only way to know.
import { ApiError, absenceOf, conflictsOf } from "../client/api-error.ts";
import type { FieldConflict } from "../client/api-error.ts";
import type { KubeApi } from "../client/kube-api.ts";
import type { KubeObject } from "../kube-object.ts";
import { MANAGER } from "../record/marks.ts";
import { randomHex } from "../record/blob.ts";
import { referencesOf } from "./order.ts";
import { adoptedObject } from "./adopted-object.ts";
import type { PreparedObject } from "./prepare-objects.ts";

export type Probe =
  /** As it would be; whether it is new. */
  | {
      readonly kind: "applied";
      readonly next: KubeObject;
      readonly created: boolean;
      readonly forced: readonly FieldConflict[];
      readonly warnings: readonly string[];
      /** What only the former tool set goes too, and the server could not be asked what that leaves. */
      readonly isUnsure?: boolean;
    }
  /** Its namespace or kind is part of the same plan: nothing can be asked yet. */
  | { readonly kind: "unchecked"; readonly why: string }
  /** Others own what it would change; `next` is how it would be if they were overruled, where that was asked. */
  | { readonly kind: "conflict"; readonly conflicts: readonly FieldConflict[]; readonly next?: KubeObject }
  /** It exists and cannot be changed so; a new one could be made. */
  | { readonly kind: "immutable"; readonly fields: readonly string[]; readonly error: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError };

interface ProbeOptions {
  /** Namespaces that the plan makes. */
  readonly comingNamespaces: ReadonlySet<string>;
  /** Whether the plan makes what an object refers to: who binds a role that is not there yet cannot be judged. */
  makes(kind: string, namespace: string, name: string): boolean;
  /** Only to look: what a conflict is about is asked too. */
  readonly look?: boolean;
  /** Which conflicts are to be won. */
  mayForce(object: PreparedObject, conflict: FieldConflict): boolean;
}

export async function probe(api: KubeApi, object: PreparedObject, options: ProbeOptions): Promise<Probe> {
  if (object.undefinedKind) return { kind: "unchecked", why: "its kind is defined by the same release" };
  const ask = (force: boolean, body: KubeObject = object.object): Promise<Probe> =>
    api.apply(object.resource, body, { dryRun: true, force, manager: MANAGER }).then(({ object: next, warnings }) => ({
      kind: "applied" as const,
      next,
      created: next.metadata.resourceVersion === undefined,
      forced: [],
      warnings,
    }));
  try {
    return await ask(false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (absenceOf(error) === "namespace" && options.comingNamespaces.has(object.id.namespace))
      return { kind: "unchecked", why: `its namespace ${object.id.namespace} is made by the same release` };
    if (absenceOf(error) === "object") {
      const missing = referencesOf(object.object).find(({ kind, name }) =>
        options.makes(kind, object.id.namespace, name),
      );
      if (missing !== undefined)
        return { kind: "unchecked", why: `${missing.kind} ${missing.name} is made by the same release` };
    }
    const conflicts = conflictsOf(error);
    if (conflicts.length > 0) {
      const wins = conflicts.every((conflict) => options.mayForce(object, conflict));
      if (!wins && options.look !== true) return { kind: "conflict", conflicts };
      try {
        const forced = await ask(true);
        if (forced.kind !== "applied") return forced;
        return wins ? { ...forced, forced: conflicts } : { kind: "conflict", conflicts, next: forced.next };
      } catch (second) {
        if (!(second instanceof ApiError)) throw second;
        return refusal(api, object, second);
      }
    }
    return refusal(api, object, error);
  }
}

async function refusal(api: KubeApi, object: PreparedObject, error: ApiError): Promise<Probe> {
  return (await isImmutable(api, object, error))
    ? { kind: "immutable", fields: [...new Set(error.causes.map(({ field }) => field))], error }
    : { kind: "refused", error };
}

const IMMUTABLE =
  /field is immutable|may not change once set|updates to statefulset spec for fields other than|pod updates may not change fields other than|is immutable after creation|spec is immutable|field can not be (?:updated|decreased)|immutable/i;

/**
 * A refusal is about an immutable field only if it says so of every cause and the same object under another name would
 * be taken: a policy that denies, or a mistake in the object, fails there too, and must never lead to a deletion.
 */
async function isImmutable(api: KubeApi, object: PreparedObject, error: ApiError): Promise<boolean> {
  if (error.code !== 422 || error.causes.length === 0) return false;
  if (!error.causes.every(({ words }) => IMMUTABLE.test(words))) return false;
  const { resource, id } = object;
  if ((await api.get(resource, id.namespace, id.name)) === undefined) return false;
  return (await asNew(api, object)) !== undefined;
}

/** As the server would make it if there were none; undefined if it would not. */
async function asNew(api: KubeApi, { object, resource, id }: PreparedObject): Promise<KubeObject | undefined> {
  const name = `${id.name.slice(0, 40)}-opm-${randomHex(4)}`;
  const copy = { ...object, metadata: { ...object.metadata, name } };
  try {
    return (await api.apply(resource, copy, { dryRun: true, manager: MANAGER })).object;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The same for an object that is taken over: its former tool's fields are ours before ours are applied. */
export async function probeAdopted(
  api: KubeApi,
  object: PreparedObject,
  live: KubeObject,
  probed: Probe,
): Promise<Probe> {
  if (probed.kind !== "applied" || probed.created) return probed;
  const fresh = await asNew(api, object);
  return fresh === undefined
    ? { ...probed, isUnsure: true }
    : { ...probed, next: adoptedObject(live, probed.next, fresh) };
}
