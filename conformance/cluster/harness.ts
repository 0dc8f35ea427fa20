// What the cases about clusters share: a real server, a namespace for each, releases of raw objects.
import { deepStrictEqual, ok } from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { applyRelease, awaitLock, deleteRelease, planDelete, planRelease } from "../../src/cluster/index.ts";
import type {
  ApplyOptions,
  ApplyResult,
  ClusterContext,
  DeleteResult,
  KubeObject,
  PlannedRelease,
  ReleaseRequest,
  RunEvent,
} from "../../src/cluster/index.ts";
import { openCluster } from "../../src/host/node-cluster.ts";
import type { OpenedCluster } from "../../src/host/node-cluster.ts";
import { Redactor, Secret } from "../../src/secrets/index.ts";
import type { Diagnostic } from "../../src/source/index.ts";

export type Level = "api" | "controllers" | "full";

export interface Case {
  readonly number: number;
  readonly title: string;
  readonly level: Level;
  run(t: Trial): Promise<void>;
}

/** What a case needs is not there. */
export class Skipped extends Error {}

export interface Server {
  readonly admin: string;
  /** Somebody without rights. */
  readonly alice?: string;
  readonly level: Level;
  readonly etcd?: string;
  readonly run?: string;
}

export interface Outcome {
  readonly planned?: PlannedRelease;
  readonly result?: ApplyResult;
  readonly diagnostics: readonly Diagnostic[];
}

export function open(
  kubeconfig: string,
  emit: (event: RunEvent) => void = () => {},
  redactor = new Redactor(),
): OpenedCluster {
  const opened = openCluster(
    { ...process.env, KUBECONFIG: "" },
    { kubeconfig },
    {
      version: "0.0.0",
      redact: (text) => redactor.redact(text),
      learn(object) {
        if (object.kind !== "Secret" || object["type"] === "opmodel.dev/release") return;
        for (const text of Object.values((object["data"] ?? {}) as Record<string, unknown>)) {
          if (typeof text !== "string") continue;
          redactor.add(new Secret(text, "x"));
          redactor.add(new Secret(Buffer.from(text, "base64").toString("utf8"), "x"));
        }
      },
      emit,
    },
  );
  if (opened.value === undefined) throw new Error(opened.diagnostics.map(({ message }) => message).join("; "));
  return opened.value;
}

type Options = Partial<ReleaseRequest["options"]> & {
  readonly wait?: boolean;
  readonly timeoutMs?: number;
  readonly limits?: ReleaseRequest["limits"];
  readonly name?: string;
  readonly look?: boolean;
};

/** One case: its namespace, and what it did. */
export class Trial {
  readonly server: Server;
  readonly namespace = `t-${randomBytes(4).toString("hex")}`;
  readonly redactor = new Redactor();
  readonly events: RunEvent[] = [];
  readonly cluster: OpenedCluster;
  readonly clusterObjects: { apiVersion: string; kind: string; name: string }[] = [];

  constructor(server: Server) {
    this.server = server;
    this.cluster = open(server.admin, (event) => this.events.push(event), this.redactor);
  }

  get api() {
    return this.cluster.client;
  }
  get context(): ClusterContext {
    return { ...this.cluster.context, leaseSeconds: Number(process.env["OPM_LEASE_SECONDS"] ?? 3) };
  }

  async begin(): Promise<void> {
    await this.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: this.namespace } });
    if (this.server.level === "api") return;
    for (let i = 0; i < 100 && (await this.get("v1", "ServiceAccount", "default")) === undefined; i++) await sleep(50);
  }

  async end(): Promise<void> {
    for (const { apiVersion, kind, name } of this.clusterObjects) await this.remove(apiVersion, kind, name, "");
    await this.remove("v1", "Namespace", this.namespace, "");
    this.cluster.transport.close();
  }

  release(name = "app") {
    return { name, namespace: this.namespace, uuid: "u", module: "example.com/app@v0#App", version: "1.0.0" };
  }

  async plan(objects: readonly unknown[], options: Options = {}, context = this.context): Promise<Outcome> {
    const { wait: _, timeoutMs: __, limits = {}, name, look, ...more } = options;
    const planned = await planRelease(context, {
      release: this.release(name),
      rendered: objects.map((object) => ({ object, component: "web" })),
      operation: "apply",
      options: {
        prune: "yes",
        adopt: [],
        recreate: [],
        forceConflicts: [],
        allowDelete: [],
        createNamespace: false,
        ...more,
      },
      limits,
      ...(look !== undefined && { look }),
    });
    return { diagnostics: planned.diagnostics, ...(planned.value && { planned: planned.value }) };
  }

  async apply(objects: readonly unknown[], options: Options = {}, context = this.context): Promise<Outcome> {
    const lock = await awaitLock(context, this.release(options.name));
    if (lock.diagnostics.length > 0) return { diagnostics: lock.diagnostics };
    const planned = await this.plan(objects, options, context);
    if (planned.planned === undefined || planned.diagnostics.some(({ severity }) => severity === "error"))
      return planned;
    const { wait = false, timeoutMs = 20_000 } = options;
    const applyOptions: ApplyOptions = {
      wait,
      timeoutMs,
      holdsSecret: (text) => this.redactor.finds(text),
      ...(lock.dead !== undefined && { deadLock: lock.dead }),
    };
    const result = await applyRelease(context, planned.planned, applyOptions);
    return { ...planned, result, diagnostics: [...planned.diagnostics, ...result.diagnostics] };
  }

  /** It must go well. */
  async good(
    objects: readonly unknown[],
    options: Options = {},
  ): Promise<Outcome & { planned: PlannedRelease; result: ApplyResult }> {
    const out = await this.apply(objects, options);
    const errors = out.diagnostics.filter(({ severity }) => severity === "error");
    deepStrictEqual(errors.map(text), []);
    ok(out.result !== undefined && out.result.outcome !== "failed");
    return out as Outcome & { planned: PlannedRelease; result: ApplyResult };
  }

  async delete(options: { allowDelete?: string[]; timeoutMs?: number; name?: string } = {}): Promise<DeleteResult> {
    const lock = await awaitLock(this.context, this.release(options.name));
    const planned = await planDelete(this.context, this.release(options.name), {
      allowDelete: options.allowDelete ?? [],
    });
    if (planned.value === undefined) return { outcome: "failed", diagnostics: planned.diagnostics, done: 0 };
    const result = await deleteRelease(this.context, planned.value, {
      timeoutMs: options.timeoutMs ?? 20_000,
      ...(lock.dead !== undefined && { deadLock: lock.dead }),
    });
    return { ...result, diagnostics: [...planned.diagnostics, ...result.diagnostics] };
  }

  async resource(apiVersion: string, kind: string) {
    const found =
      (await this.api.resources()).find(apiVersion, kind) ?? (await this.api.resources(true)).find(apiVersion, kind);
    if (found === undefined) throw new Error(`the server does not serve ${apiVersion} ${kind}`);
    return found;
  }

  async get(
    apiVersion: string,
    kind: string,
    name: string,
    namespace = this.namespace,
  ): Promise<KubeObject | undefined> {
    const resource = await this.resource(apiVersion, kind);
    return this.api.get(resource, resource.namespaced ? namespace : "", name);
  }

  async must(apiVersion: string, kind: string, name: string): Promise<KubeObject> {
    const found = await this.get(apiVersion, kind, name);
    ok(found !== undefined, `${kind} ${name} is not there`);
    return found;
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const resource = await this.resource(object.apiVersion, object.kind);
    if (!resource.namespaced && object.kind !== "Namespace")
      this.clusterObjects.push({ apiVersion: object.apiVersion, kind: object.kind, name: object.metadata.name });
    const placed = resource.namespaced
      ? { ...object, metadata: { namespace: this.namespace, ...object.metadata } }
      : object;
    return this.api.create(resource, placed);
  }

  async remove(apiVersion: string, kind: string, name: string, namespace = this.namespace): Promise<void> {
    const resource = await this.resource(apiVersion, kind).catch(() => undefined);
    if (resource !== undefined)
      await this.api
        .delete(resource, resource.namespaced ? namespace : "", name, { propagation: "Background" })
        .catch(() => undefined);
  }

  /** As somebody else would change it. */
  async patch(
    apiVersion: string,
    kind: string,
    name: string,
    body: unknown,
    manager = "kubectl-patch",
    subresource?: string,
  ): Promise<KubeObject> {
    const resource = await this.resource(apiVersion, kind);
    return this.api.patch(
      resource,
      resource.namespaced ? this.namespace : "",
      name,
      { type: "merge", body },
      { manager, ...(subresource && { subresource }) },
    );
  }

  async names(apiVersion: string, kind: string): Promise<string[]> {
    const { items } = await this.api.list(await this.resource(apiVersion, kind), this.namespace);
    return items.map(({ metadata }) => metadata.name).sort();
  }

  /** Everything that was said, for a search for what must not be in it. */
  said(...outcomes: unknown[]): string {
    return JSON.stringify([this.events, outcomes], (_, value: unknown) =>
      value instanceof Map ? [...value] : typeof value === "bigint" ? String(value) : value,
    );
  }
}

export const text = (diagnostic: Diagnostic): string =>
  `${diagnostic.code}: ${diagnostic.message} ${(diagnostic.notes ?? []).join(" | ")}`;
export const codes = (diagnostics: readonly Diagnostic[], severity = "error"): string[] => [
  ...new Set(diagnostics.filter((d) => d.severity === severity).map((d) => d.code ?? "")),
];
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const config = (
  name: string,
  data: Record<string, unknown>,
  more: Record<string, unknown> = {},
): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...more },
  data,
});

export const secret = (name: string, data: Record<string, unknown>, key = "stringData"): KubeObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name },
  [key]: data,
});

export function deployment(
  name: string,
  change: {
    replicas?: number;
    image?: string;
    env?: unknown[];
    pod?: Record<string, unknown>;
    spec?: Record<string, unknown>;
    label?: string;
  } = {},
): KubeObject {
  const labels = { app: change.label ?? name };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: {
      ...(change.replicas !== undefined && { replicas: change.replicas }),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [{ name: "c", image: change.image ?? "nginx:1", ...(change.env && { env: change.env }) }],
          ...change.pod,
        },
      },
      ...change.spec,
    },
  };
}

export const service = (name: string, more: Record<string, unknown> = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { selector: { app: name }, ports: [{ name: "http", port: 80 }], ...more },
});

export const job = (
  name: string,
  more: Record<string, unknown> = {},
  container: Record<string, unknown> = {},
): KubeObject => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name },
  spec: {
    ...more,
    template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "busybox", ...container }] } },
  },
});
