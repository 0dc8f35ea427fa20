// A Kubernetes object as policies look at it: as the component that it might have been rendered from.
import type { ForeignComponent } from "../../pipeline/index.ts";

export type KubeData = Readonly<Record<string, unknown>>;
type Plain = ForeignComponent["component"][string];

const TYPES: Readonly<Record<string, string>> = {
  Deployment: "stateless",
  ReplicaSet: "stateless",
  Pod: "stateless",
  StatefulSet: "stateful",
  DaemonSet: "daemon",
  Job: "task",
  CronJob: "scheduled-task",
};

/** Where the pods of a kind are described. */
function podPath(kind: string): readonly string[] {
  if (kind === "Pod") return ["spec"];
  return kind === "CronJob" ? ["spec", "jobTemplate", "spec", "template", "spec"] : ["spec", "template", "spec"];
}

/** `#object` is the object itself, for rules that are about objects. What a Secret holds stays out of it. */
export function foreignComponent(object: KubeData): ForeignComponent {
  const kind = text(object["kind"]);
  const metadata = struct(object["metadata"]);
  const name = text(metadata["name"]) || text(metadata["generateName"]);
  const workload = TYPES[kind];
  const pod =
    workload === undefined ? {} : struct(podPath(kind).reduce<unknown>((at, step) => struct(at)[step], object));
  const [first, ...others] = list(pod["containers"]).map(container);
  const { replicas } = struct(object["spec"]);
  const secret = kind === "Secret";
  return {
    id: `${kind}/${name}`,
    component: {
      metadata: {
        name,
        labels: {
          ...texts(metadata["labels"]),
          ...(workload !== undefined && { "core.opmodel.dev/workload-type": workload }),
        },
        annotations: texts(metadata["annotations"]),
      },
      spec: {
        ...(first && { container: first }),
        ...(others.length > 0 && { sidecarContainers: others }),
        ...(pod["initContainers"] !== undefined && { initContainers: list(pod["initContainers"]).map(container) }),
        ...(typeof replicas === "number" && { scaling: { count: replicas } }),
        ...(pod["securityContext"] !== undefined && { securityContext: pod["securityContext"] as Plain }),
      },
      "#object": (secret ? withoutValues(object) : object) as Plain,
    },
    secrets: secret
      ? ["data", "stringData"].flatMap((part) => Object.keys(struct(object[part])).map((key) => `${part}.${key}`))
      : [],
  };
}

/** The field of the object that a field of its component stands for; undefined where there is none. */
export function objectPath(kind: string, path: string): string | undefined {
  if (/^(?:data|stringData)\./.test(path)) return path;
  const pods = podPath(kind).join(".");
  const m = /^spec\.(?:container|(sidecarContainers|initContainers)\[(\d+)\])((?:\.|\[).*)?$/.exec(path);
  if (m !== null) {
    const [, many, at = "0", rest = ""] = m;
    if (many === "initContainers") return `${pods}.initContainers[${at}]${rest}`;
    return `${pods}.containers[${many === undefined ? 0 : Number(at) + 1}]${rest}`;
  }
  if (/^spec\.securityContext\b/.test(path)) return path.replace(/^spec/, pods);
  return path === "spec.scaling.count" ? "spec.replicas" : undefined;
}

/** Quantities by resource, as modules write them; everything else as it is. */
function container(given: unknown): { readonly [name: string]: Plain } {
  const { resources, env, ports, ...rest } = struct(given) as Record<string, Plain>;
  const { requests, limits } = struct(resources);
  const both = new Set([...Object.keys(struct(requests)), ...Object.keys(struct(limits))]);
  const quantities = [...both].map((name): [string, Plain] => {
    const [request, limit] = [struct(requests)[name], struct(limits)[name]];
    return [
      name,
      {
        ...(request !== undefined && { request: quantity(request) }),
        ...(limit !== undefined && { limit: quantity(limit) }),
      },
    ];
  });
  const named = (items: unknown): { [name: string]: Plain } =>
    Object.fromEntries(list(items).map((one, i) => [text(struct(one)["name"]) || String(i), one as Plain]));
  return {
    ...rest,
    resources: Object.fromEntries(quantities),
    ...(env !== undefined && { env: named(env) }),
    ...(ports !== undefined && { ports: named(ports) }),
  };
}

function withoutValues(object: KubeData): KubeData {
  const masked = (part: unknown): KubeData => Object.fromEntries(Object.keys(struct(part)).map((key) => [key, "***"]));
  const { data, stringData, ...rest } = object;
  return {
    ...rest,
    ...(data !== undefined && { data: masked(data) }),
    ...(stringData !== undefined && { stringData: masked(stringData) }),
  };
}

const struct = (x: unknown): KubeData =>
  typeof x === "object" && x !== null && !Array.isArray(x) ? (x as KubeData) : {};
const list = (x: unknown): readonly unknown[] => (Array.isArray(x) ? (x as unknown[]) : []);
const text = (x: unknown): string => (typeof x === "string" ? x : "");
const quantity = (x: unknown): string => (typeof x === "string" ? x : String(x as number));
const texts = (x: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(struct(x)).map(([key, value]) => [key, String(value as string)]));
