// A cluster over HTTP: paths, retries, overload, discovery.
import { groupVersion } from "../kube-object.ts";
import type { KubeObject } from "../kube-object.ts";
import { ApiError, isTransient } from "./api-error.ts";
import { collectionPath, objectPath, readAggregated, readLegacy } from "./api-map.ts";
import type { ApiMap, ApiResource } from "./api-map.ts";
import type {
  Applied,
  ApplyOptions,
  DeleteOptions,
  KubeApi,
  ListOptions,
  Listed,
  LogOptions,
  PatchOptions,
  WatchEvent,
  Watching,
} from "./kube-api.ts";
import { Limiter } from "./limiter.ts";
import { TransportFault } from "./transport.ts";
import type { Clock, KubeAnswer, KubeRequest, KubeTransport } from "./transport.ts";

interface ClientOptions {
  readonly server: string;
  readonly transport: KubeTransport;
  readonly clock: Clock;
  /** What discovery answered in earlier runs, by path; asked again every time, with its tag. */
  readonly cache?: DiscoveryCache;
  readonly limiter?: Limiter;
  /** One line for each request: method, path, status, milliseconds. Never headers or bodies. */
  readonly trace?: (line: RequestTrace) => void;
}

export interface DiscoveryCache {
  get(path: string): { readonly etag: string; readonly body: string } | undefined;
  put(path: string, entry: { readonly etag: string; readonly body: string }): void;
}

export interface RequestTrace {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly audit?: string;
}

const MANAGER = "opm";
const tries = 6;
const pageSize = 500;
const aggregated =
  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList," +
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";
const partialList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

export class KubeClient implements KubeApi {
  readonly server: string;
  readonly #options: ClientOptions;
  readonly #limiter: Limiter;
  #map: Promise<ApiMap> | undefined;
  /** Every request that was sent, for budgets and tests. */
  requests = 0;

  constructor(options: ClientOptions) {
    this.server = options.server;
    this.#options = options;
    this.#limiter = options.limiter ?? new Limiter();
  }

  resources(refresh = false): Promise<ApiMap> {
    if (refresh) this.#map = undefined;
    this.#map ??= this.#discover().catch((error: unknown) => {
      this.#map = undefined;
      throw error;
    });
    return this.#map;
  }

  async #discover(): Promise<ApiMap> {
    const [core, groups] = await Promise.all([this.#discovery("/api"), this.#discovery("/apis")]);
    if (isAggregated(core) && isAggregated(groups)) return readAggregated([core, groups]);
    // Servers before 1.26 answer with names alone: one request for each group and version.
    const paths = [
      ...((core as { versions?: string[] }).versions ?? []).map((version) => `/api/${version}`),
      ...((groups as { groups?: { versions?: { groupVersion: string }[] }[] }).groups ?? []).flatMap((group) =>
        (group.versions ?? []).map(({ groupVersion: gv }) => `/apis/${gv}`),
      ),
    ];
    const lists = await Promise.all(
      paths.map((path) =>
        this.#json({ method: "GET", path }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 503) return undefined; // an aggregated API that is down
          throw error;
        }),
      ),
    );
    return readLegacy(lists);
  }

  async #discovery(path: string): Promise<unknown> {
    const { cache } = this.#options;
    const known = cache?.get(path);
    const answer = await this.#send({
      method: "GET",
      path,
      headers: { accept: aggregated, ...(known && { "if-none-match": known.etag }) },
    });
    if (answer.status === 304 && known !== undefined) return JSON.parse(known.body) as unknown;
    const body = bodyOf(answer);
    const etag = answer.headers.get("etag");
    if (etag !== undefined) cache?.put(path, { etag, body: answer.body });
    return body;
  }

  async get(resource: ApiResource, namespace: string, name: string): Promise<KubeObject | undefined> {
    try {
      return (await this.#json({ method: "GET", path: objectPath(resource, namespace, name) })) as KubeObject;
    } catch (error) {
      if (error instanceof ApiError && error.code === 404 && error.isStatus) return undefined;
      throw error;
    }
  }

  async list(resource: ApiResource, namespace: string | undefined, options: ListOptions = {}): Promise<Listed> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#listPages(resource, namespace, options);
      } catch (error) {
        // The rest of a list that is too old would be of another moment: begin again.
        if (!(error instanceof ApiError && error.code === 410) || attempt >= 3) throw error;
      }
    }
  }

  async #listPages(resource: ApiResource, namespace: string | undefined, options: ListOptions): Promise<Listed> {
    const items: KubeObject[] = [];
    let next = "";
    for (;;) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(next !== "" && { continue: next }) });
      selectors(query, options);
      const page = (await this.#json({
        method: "GET",
        path: `${collectionPath(resource, namespace)}?${query.toString()}`,
        ...(options.metadataOnly && { headers: { accept: partialList } }),
      })) as { items?: KubeObject[]; metadata?: { continue?: string; resourceVersion?: string } };
      for (const item of page.items ?? []) items.push(named(item, resource));
      next = page.metadata?.continue ?? "";
      if (next === "") return { items, resourceVersion: page.metadata?.resourceVersion ?? "" };
    }
  }

  async apply(resource: ApiResource, object: KubeObject, options: ApplyOptions = {}): Promise<Applied> {
    const query = new URLSearchParams({ fieldManager: options.manager ?? MANAGER, fieldValidation: "Strict" });
    if (options.force) query.set("force", "true");
    if (options.dryRun) query.set("dryRun", "All");
    const answer = await this.#send({
      method: "PATCH",
      path: `${objectPath(resource, object.metadata.namespace, object.metadata.name)}?${query.toString()}`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: JSON.stringify(object),
    });
    return { object: bodyOf(answer) as KubeObject, created: answer.status === 201, warnings: answer.warnings };
  }

  async create(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const path = `${collectionPath(resource, object.metadata.namespace)}?fieldManager=${MANAGER}`;
    return (await this.#json({ method: "POST", path, body: JSON.stringify(object) })) as KubeObject;
  }

  async replace(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const path = `${objectPath(resource, object.metadata.namespace, object.metadata.name)}?fieldManager=${MANAGER}`;
    return (await this.#json({ method: "PUT", path, body: JSON.stringify(object) })) as KubeObject;
  }

  async patch(
    resource: ApiResource,
    namespace: string,
    name: string,
    patch: { readonly type: "json" | "merge"; readonly body: unknown },
    options: PatchOptions = {},
  ): Promise<KubeObject> {
    const query = new URLSearchParams({ fieldManager: options.manager ?? MANAGER });
    if (options.dryRun) query.set("dryRun", "All");
    const sub = options.subresource === undefined ? "" : `/${options.subresource}`;
    return (await this.#json({
      method: "PATCH",
      path: `${objectPath(resource, namespace, name)}${sub}?${query.toString()}`,
      headers: {
        "content-type": patch.type === "json" ? "application/json-patch+json" : "application/merge-patch+json",
      },
      body: JSON.stringify(patch.body),
    })) as KubeObject;
  }

  async delete(
    resource: ApiResource,
    namespace: string,
    name: string,
    options: DeleteOptions,
  ): Promise<"gone" | "going"> {
    const { uid, resourceVersion, propagation, dryRun } = options;
    try {
      const answer = (await this.#json({
        method: "DELETE",
        path: `${objectPath(resource, namespace, name)}${dryRun ? "?dryRun=All" : ""}`,
        body: JSON.stringify({
          apiVersion: "v1",
          kind: "DeleteOptions",
          propagationPolicy: propagation,
          ...((uid !== undefined || resourceVersion !== undefined) && {
            preconditions: {
              ...(uid !== undefined && { uid }),
              ...(resourceVersion !== undefined && { resourceVersion }),
            },
          }),
        }),
      })) as { kind?: string };
      return answer.kind === "Status" ? "gone" : "going";
    } catch (error) {
      if (error instanceof ApiError && error.code === 404) return "gone";
      throw error;
    }
  }

  async watch(
    resource: ApiResource,
    namespace: string | undefined,
    resourceVersion: string,
    options: ListOptions = {},
  ): Promise<Watching> {
    const { clock, transport } = this.#options;
    const seconds = 120 + Math.floor(clock.random() * 60);
    const query = new URLSearchParams({
      watch: "1",
      resourceVersion,
      allowWatchBookmarks: "true",
      timeoutSeconds: String(seconds),
    });
    selectors(query, options);
    const request: KubeRequest = {
      method: "GET",
      path: `${collectionPath(resource, namespace)}?${query.toString()}`,
      timeoutMs: (seconds + 15) * 1000,
    };
    this.requests++;
    const stream = await transport.open(request);
    if (stream.status !== 200) {
      let body = "";
      for await (const line of stream.lines()) body += `${line}\n`;
      throw new ApiError({ status: stream.status, headers: stream.headers, body });
    }
    return {
      close: () => stream.close(),
      async *events() {
        for await (const line of stream.lines()) {
          if (line.trim() === "") continue;
          const event = JSON.parse(line) as { type: string; object: KubeObject };
          // What is too old is told inside of an answer that began well.
          if (event.type === "ERROR")
            throw new ApiError({
              status: (event.object["code"] as number | undefined) ?? 500,
              headers: new Map(),
              body: JSON.stringify(event.object),
            });
          yield { type: event.type as WatchEvent["type"], object: named(event.object, resource) };
        }
      },
    };
  }

  async log(namespace: string, pod: string, container: string, { lines, previous }: LogOptions): Promise<string> {
    const query = new URLSearchParams({ tailLines: String(lines), container, limitBytes: "65536" });
    if (previous) query.set("previous", "true");
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log?${query.toString()}`;
    const answer = await this.#send({ method: "GET", path });
    if (answer.status >= 300) throw new ApiError(answer);
    return answer.body;
  }

  review(path: string, body: unknown): Promise<unknown> {
    return this.#json({ method: "POST", path, body: JSON.stringify(body) });
  }

  async #json(request: KubeRequest): Promise<unknown> {
    return bodyOf(await this.#send(request));
  }

  /** An answer that is final: what may be better a moment later is asked again. */
  async #send(request: KubeRequest): Promise<KubeAnswer> {
    return this.#limiter.run(() => this.#attempt(request));
  }

  async #attempt(request: KubeRequest): Promise<KubeAnswer> {
    const { transport, clock } = this.#options;
    let refreshed = false;
    for (let attempt = 1; ; attempt++) {
      const began = clock.now();
      let answer: KubeAnswer;
      this.requests++;
      try {
        answer = await transport.send({
          ...request,
          headers: {
            accept: "application/json",
            ...(request.body !== undefined && { "content-type": "application/json" }),
            ...request.headers,
          },
        });
      } catch (error) {
        if (!(error instanceof TransportFault) || !mayRepeat(error) || attempt >= tries) throw error;
        if (!error.stale) await clock.sleep(pause(attempt, clock));
        continue;
      }
      const audit = answer.headers.get("audit-id");
      this.#options.trace?.({
        method: request.method,
        path: request.path,
        status: answer.status,
        ms: Math.round(clock.now() - began),
        ...(audit !== undefined && { audit }),
      });
      if (answer.status === 401 && !refreshed) {
        refreshed = true;
        if (await transport.refresh()) continue;
      }
      if (answer.status < 400) {
        this.#limiter.answered();
        return answer;
      }
      const error = new ApiError(answer);
      // A budget for disruptions says 429 too, and will for long: that one has no time to wait for.
      const overloaded = error.code === 429 && (error.retryAfter !== undefined || !error.isStatus);
      if (overloaded) this.#limiter.overloaded();
      const slow = /failed calling webhook/.test(error.words) ? 3 : tries;
      if (!isTransient(error) || (error.code === 429 && !overloaded) || attempt >= slow * (overloaded ? 4 : 1))
        return answer;
      await clock.sleep(
        error.retryAfter === undefined
          ? pause(attempt, clock)
          : Math.min(30, error.retryAfter) * 1000 * (1 + clock.random() / 4),
      );
    }
  }
}

// Applying, reading and deleting by uid are the same when done twice; a create answers 409 the second time.
function mayRepeat(fault: TransportFault): boolean {
  return fault.kind === "connect" || fault.kind === "reset" || fault.kind === "timeout" || fault.stale;
}

function pause(attempt: number, clock: Clock): number {
  return Math.min(5000, 100 * 2 ** attempt) * (0.5 + clock.random() / 2);
}

function bodyOf(answer: KubeAnswer): unknown {
  if (answer.status >= 300) throw new ApiError(answer);
  try {
    return JSON.parse(answer.body) as unknown;
  } catch {
    // Something else than an API server answers here: a login page, a proxy.
    throw new ApiError({ ...answer, body: "the answer is no JSON: this may not be a Kubernetes API server" });
  }
}

function isAggregated(body: unknown): boolean {
  return (body as { kind?: unknown }).kind === "APIGroupDiscoveryList";
}

function selectors(query: URLSearchParams, { labelSelector, fieldSelector }: ListOptions): void {
  if (labelSelector !== undefined) query.set("labelSelector", labelSelector);
  if (fieldSelector !== undefined) query.set("fieldSelector", fieldSelector);
}

/** Items of lists lack their kind; partial ones have another. */
function named(item: KubeObject, resource: ApiResource): KubeObject {
  const { group, version, kind } = resource;
  if (item.kind === kind && groupVersion(item.apiVersion).group === group) return item;
  if (item.kind === "Bookmark") return item;
  return { ...item, apiVersion: group === "" ? version : `${group}/${version}`, kind };
}
