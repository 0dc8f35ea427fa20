// A cluster in memory for tests: server-side apply with owners, versions, uids, and a process that can die at any write.
import { ApiError } from "./client/api-error.ts";
import { ApiMap } from "./client/api-map.ts";
import type { ApiResource } from "./client/api-map.ts";
import type {
  Applied,
  ApplyOptions,
  DeleteOptions,
  KubeApi,
  ListOptions,
  Listed,
  Watching,
} from "./client/kube-api.ts";
import type { Clock } from "./client/transport.ts";
import { isRecord } from "./kube-object.ts";
import type { KubeObject } from "./kube-object.ts";

/** The process is dead: nothing that it does reaches the server any more. */
export class Crash extends Error {}

interface Stored {
  readonly object: KubeObject;
  /** Owners of each leaf, by its path as JSON. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
}

const verbs = ["get", "list", "watch", "create", "patch", "delete"];
const kinds: readonly [string, string, string, string, boolean][] = [
  ["", "v1", "ConfigMap", "configmaps", true],
  ["", "v1", "Secret", "secrets", true],
  ["", "v1", "Namespace", "namespaces", false],
  ["", "v1", "Service", "services", true],
  ["", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", true],
  ["apps", "v1", "Deployment", "deployments", true],
  ["batch", "v1", "Job", "jobs", true],
];

export class ModelCluster {
  readonly objects = new Map<string, Stored>();
  version = 0;
  uids = 0;

  constructor() {
    this.put(
      { apiVersion: "v1", kind: "Namespace", metadata: { name: "default" }, status: { phase: "Active" } },
      new Map(),
    );
  }

  put(object: KubeObject, owners: Stored["owners"]): KubeObject {
    const key = keyIn(object.kind, object.metadata.namespace ?? "", object.metadata.name);
    const before = this.objects.get(key)?.object;
    const stored: KubeObject = {
      ...object,
      metadata: {
        ...object.metadata,
        uid: before?.metadata.uid ?? `uid-${++this.uids}`,
        resourceVersion: String(++this.version),
        managedFields: managedFields(owners),
      },
    };
    this.objects.set(key, { object: stored, owners });
    return stored;
  }

  /** What is there, without what only tells of versions. */
  contents(): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const [key, { object }] of [...this.objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { metadata, ...rest } = object;
      if (object["type"] === "opmodel.dev/release") continue;
      const { uid: _, resourceVersion: __, managedFields: ___, ...meta } = metadata;
      out[key] = { ...rest, metadata: meta };
    }
    return out;
  }
}

export class ModelApi implements KubeApi {
  readonly server = "model";
  readonly #cluster: ModelCluster;
  /** Changes that reached the server. */
  writes = 0;
  reads = 0;
  /** Dies at this write: before it takes effect, or after. */
  crash: { readonly at: number; readonly after: boolean } | undefined;
  #dead = false;

  constructor(cluster: ModelCluster) {
    this.#cluster = cluster;
  }

  resources(): Promise<ApiMap> {
    return Promise.resolve(
      new ApiMap(
        kinds.map(([group, version, kind, plural, namespaced]): ApiResource => ({
          group,
          version,
          kind,
          plural,
          namespaced,
          verbs,
          subresources: [],
        })),
      ),
    );
  }

  #alive(): void {
    if (this.#dead) throw new Crash();
  }

  async #write<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    this.#alive();
    const at = ++this.writes;
    if (this.crash?.at === at && !this.crash.after) this.#die();
    const result = work();
    if (this.crash?.at === at && this.crash.after) this.#die();
    return result;
  }

  #die(): never {
    this.#dead = true;
    throw new Crash();
  }

  async get({ kind }: ApiResource, namespace: string, name: string): Promise<KubeObject | undefined> {
    await Promise.resolve();
    this.#alive();
    this.reads++;
    return this.#cluster.objects.get(keyIn(kind, namespace, name))?.object;
  }

  async list({ kind }: ApiResource, namespace: string | undefined, options: ListOptions = {}): Promise<Listed> {
    await Promise.resolve();
    this.#alive();
    this.reads++;
    const items = [...this.#cluster.objects.values()]
      .map(({ object }) => object)
      .filter(
        (object) =>
          object.kind === kind && (namespace === undefined || (object.metadata.namespace ?? "") === namespace),
      )
      .filter((object) => selects(options.labelSelector, object.metadata.labels ?? {}));
    return { items, resourceVersion: String(this.#cluster.version) };
  }

  async apply(_: ApiResource, wanted: KubeObject, options: ApplyOptions = {}): Promise<Applied> {
    const manager = options.manager ?? "opm";
    const key = keyIn(wanted.kind, wanted.metadata.namespace ?? "", wanted.metadata.name);
    const work = (): Applied => {
      const before = this.#cluster.objects.get(key);
      const { uid } = wanted.metadata;
      if (uid !== undefined && before?.object.metadata.uid !== uid) throw refuse(409, "Conflict", "uid mismatch");
      const leaves = leavesOf(wanted);
      const conflicts = [...leaves].filter(([path, value]) => {
        const owners = before?.owners.get(path);
        const now = before && JSON.stringify(valueAt(before.object, JSON.parse(path) as string[]));
        return owners !== undefined && owners.size > 0 && !owners.has(manager) && now !== JSON.stringify(value);
      });
      if (conflicts.length > 0 && options.force !== true)
        throw refuse(
          409,
          "Conflict",
          "conflicts",
          conflicts.map(([path]) => ({
            reason: "FieldManagerConflict",
            field: `.${(JSON.parse(path) as string[]).join(".")}`,
            message: `conflict with "${[...before!.owners.get(path)!][0]}"`,
          })),
        );
      const owners = new Map<string, Set<string>>();
      for (const [path, set] of before?.owners ?? []) owners.set(path, new Set(set));
      const next = structuredClone(
        before?.object ?? { apiVersion: wanted.apiVersion, kind: wanted.kind, metadata: {} },
      ) as Record<string, unknown>;
      const forced = new Set(conflicts.map(([path]) => path));
      for (const [path, value] of leaves) {
        setAt(next, JSON.parse(path) as string[], value);
        owners.set(path, forced.has(path) ? new Set([manager]) : (owners.get(path) ?? new Set()).add(manager));
      }
      for (const [path, set] of owners) {
        if (!set.has(manager) || leaves.has(path)) continue;
        set.delete(manager);
        if (set.size > 0) continue;
        owners.delete(path);
        removeAt(next, JSON.parse(path) as string[]);
      }
      const object = next as unknown as KubeObject;
      const same =
        before !== undefined &&
        JSON.stringify(sorted(object)) === JSON.stringify(sorted(before.object)) &&
        sameOwners(owners, before.owners);
      if (same) return { object: before.object, created: false, warnings: [] };
      if (options.dryRun) {
        const { resourceVersion: _, ...metadata } = { ...object.metadata, managedFields: managedFields(owners) };
        return {
          object: {
            ...object,
            metadata:
              before === undefined
                ? metadata
                : { ...metadata, resourceVersion: before.object.metadata.resourceVersion! },
          },
          created: before === undefined,
          warnings: [],
        };
      }
      return { object: this.#cluster.put(withStatus(object), owners), created: before === undefined, warnings: [] };
    };
    if (options.dryRun !== true) return this.#write(work);
    await Promise.resolve();
    this.#alive();
    return work();
  }

  create(_: ApiResource, object: KubeObject): Promise<KubeObject> {
    return this.#write(() => {
      if (this.#cluster.objects.has(keyIn(object.kind, object.metadata.namespace ?? "", object.metadata.name)))
        throw refuse(409, "AlreadyExists", "it is there already");
      return this.#cluster.put(object, new Map());
    });
  }

  replace(_: ApiResource, object: KubeObject): Promise<KubeObject> {
    return this.#write(() => {
      const before = this.#cluster.objects.get(
        keyIn(object.kind, object.metadata.namespace ?? "", object.metadata.name),
      );
      if (before === undefined) throw refuse(404, "NotFound", "not found", [], object.metadata.name);
      if (before.object.metadata.resourceVersion !== object.metadata.resourceVersion)
        throw refuse(409, "Conflict", "it was changed");
      return this.#cluster.put(object, before.owners);
    });
  }

  patch(
    { kind }: ApiResource,
    namespace: string,
    name: string,
    { body }: { readonly type: "json" | "merge"; readonly body: unknown },
  ): Promise<KubeObject> {
    return this.#write(() => {
      const before = this.#cluster.objects.get(keyIn(kind, namespace, name));
      if (before === undefined) throw refuse(404, "NotFound", "not found", [], name);
      const patch = body as { metadata?: { resourceVersion?: string } };
      const { resourceVersion } = patch.metadata ?? {};
      if (resourceVersion !== undefined && resourceVersion !== before.object.metadata.resourceVersion)
        throw refuse(409, "Conflict", "it was changed");
      return this.#cluster.put(mergePatch(before.object, body) as KubeObject, before.owners);
    });
  }

  delete(
    { kind }: ApiResource,
    namespace: string,
    name: string,
    { uid, resourceVersion }: DeleteOptions,
  ): Promise<"gone" | "going"> {
    return this.#write(() => {
      const key = keyIn(kind, namespace, name);
      const before = this.#cluster.objects.get(key);
      if (before === undefined) return "gone";
      const { metadata } = before.object;
      if (
        (uid !== undefined && metadata.uid !== uid) ||
        (resourceVersion !== undefined && metadata.resourceVersion !== resourceVersion)
      )
        throw refuse(409, "Conflict", "precondition failed");
      this.#cluster.objects.delete(key);
      return "gone";
    });
  }

  watch(): Promise<Watching> {
    return Promise.resolve({ close: () => {}, async *events() {} });
  }

  log(_namespace: string, _pod: string, _container: string): Promise<string> {
    return Promise.resolve("");
  }

  review(): Promise<unknown> {
    return Promise.resolve({ status: { allowed: true } });
  }
}

/** Time that passes only when somebody waits; who waits in the background waits for ever. */
export function modelClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    date: () => new Date(now),
    sleep(ms) {
      if (ms >= 50_000) return new Promise(() => {});
      now += ms;
      return Promise.resolve();
    },
    random: () => 0.5,
  };
}

const keyIn = (kind: string, namespace: string, name: string): string => `${kind}/${namespace}/${name}`;

function refuse(code: number, reason: string, message: string, causes: unknown[] = [], name = "x"): ApiError {
  const body = JSON.stringify({ kind: "Status", message, reason, details: { name, causes } });
  return new ApiError({ status: code, headers: new Map(), body });
}

function selects(selector: string | undefined, labels: Readonly<Record<string, string>>): boolean {
  return (selector ?? "").split(",").every((part) => {
    if (part === "") return true;
    const [name, value] = part.split(/!?=/) as [string, string];
    return part.includes("!=") ? labels[name] !== value : labels[name] === value;
  });
}

/** Lists are one value here. */
function leavesOf(object: KubeObject): Map<string, unknown> {
  const out = new Map<string, unknown>();
  const walk = (value: unknown, path: readonly string[]): void => {
    if (isRecord(value) && Object.keys(value).length > 0)
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
    else out.set(JSON.stringify(path), value);
  };
  for (const [name, value] of Object.entries(object)) if (name !== "metadata") walk(value, [name]);
  for (const part of ["labels", "annotations"] as const)
    if (object.metadata[part] !== undefined) walk(object.metadata[part], ["metadata", part]);
  out.set(JSON.stringify(["metadata", "name"]), object.metadata.name);
  if (object.metadata.namespace !== undefined)
    out.set(JSON.stringify(["metadata", "namespace"]), object.metadata.namespace);
  return out;
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, step) => (isRecord(here) ? here[step] : undefined), object);
}

function setAt(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let here = object;
  for (const step of path.slice(0, -1)) here = (here[step] ??= {}) as Record<string, unknown>;
  here[path.at(-1)!] = value;
}

function removeAt(object: Record<string, unknown>, path: readonly string[]): void {
  const parent = valueAt(object, path.slice(0, -1));
  if (!isRecord(parent)) return;
  delete (parent as Record<string, unknown>)[path.at(-1)!];
  if (path.length > 1 && Object.keys(parent).length === 0) removeAt(object, path.slice(0, -1));
}

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const out: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete out[name];
    else out[name] = mergePatch(out[name], value);
  }
  return out;
}

function managedFields(owners: Stored["owners"]): NonNullable<KubeObject["metadata"]["managedFields"]> {
  const managers = new Map<string, Record<string, unknown>>();
  for (const [path, set] of owners)
    for (const manager of set) {
      let here = managers.get(manager);
      if (here === undefined) managers.set(manager, (here = {}));
      for (const step of JSON.parse(path) as string[]) here = (here[`f:${step}`] ??= {}) as Record<string, unknown>;
    }
  return [...managers].sort().map(([manager, fieldsV1]) => ({
    manager,
    operation: manager === "opm" ? "Apply" : "Update",
    fieldsType: "FieldsV1",
    fieldsV1,
  }));
}

function sameOwners(a: Stored["owners"], b: Stored["owners"]): boolean {
  const text = (owners: Stored["owners"]): string =>
    JSON.stringify([...owners].map(([path, set]) => [path, [...set].sort()]).sort());
  return text(a) === text(b);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "managedFields" && name !== "resourceVersion")
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** Controllers are quick here. */
function withStatus(object: KubeObject): KubeObject {
  if (object.kind === "Namespace") return { ...object, status: { phase: "Active" } };
  if (object.kind === "Job") return { ...object, status: { conditions: [{ type: "Complete", status: "True" }] } };
  return object;
}
