// What the rest of this room asks of a cluster. `KubeClient` answers it over HTTP, `ModelApi` in memory.
import type { KubeObject } from "../kube-object.ts";
import type { ApiMap, ApiResource } from "./api-map.ts";

export interface ApplyOptions {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly manager?: string;
}

export interface Applied {
  readonly object: KubeObject;
  readonly created: boolean;
  readonly warnings: readonly string[];
}

export interface ListOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Only names, labels and owners: no secret is read. */
  readonly metadataOnly?: boolean;
}

export interface Listed {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
}

export interface DeleteOptions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  /** Always said: the default of Jobs leaves their pods behind. */
  readonly propagation: "Background" | "Foreground" | "Orphan";
  readonly dryRun?: boolean;
}

export interface PatchOptions {
  readonly subresource?: string;
  readonly manager?: string;
  readonly dryRun?: boolean;
}

export interface WatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: KubeObject;
}

export interface Watching {
  events(): AsyncIterable<WatchEvent>;
  close(): void;
}

/** Refusals are thrown as `ApiError`, silence as `TransportFault`; what is not there is undefined. */
export interface KubeApi {
  /** Who serves, for messages: its address. */
  readonly server: string;
  resources(refresh?: boolean): Promise<ApiMap>;
  get(resource: ApiResource, namespace: string, name: string): Promise<KubeObject | undefined>;
  list(resource: ApiResource, namespace: string | undefined, options?: ListOptions): Promise<Listed>;
  apply(resource: ApiResource, object: KubeObject, options?: ApplyOptions): Promise<Applied>;
  create(resource: ApiResource, object: KubeObject): Promise<KubeObject>;
  replace(resource: ApiResource, object: KubeObject): Promise<KubeObject>;
  patch(
    resource: ApiResource,
    namespace: string,
    name: string,
    patch: { readonly type: "json" | "merge"; readonly body: unknown },
    options?: PatchOptions,
  ): Promise<KubeObject>;
  /** Gone at once, or being deleted until its finalizers are done. */
  delete(resource: ApiResource, namespace: string, name: string, options: DeleteOptions): Promise<"gone" | "going">;
  /** Throws an `ApiError` with 410 where the version is too old: list again. */
  watch(
    resource: ApiResource,
    namespace: string | undefined,
    resourceVersion: string,
    options?: ListOptions,
  ): Promise<Watching>;
  /** The end of a container's log. */
  log(namespace: string, pod: string, container: string, options: LogOptions): Promise<string>;
  /** Answers of reviews, which are no objects. */
  review(path: string, body: unknown): Promise<unknown>;
}

export interface LogOptions {
  readonly lines: number;
  readonly previous?: boolean;
}
