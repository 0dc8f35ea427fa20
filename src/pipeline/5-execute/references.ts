// What objects of Kubernetes say about each other by name: one table, for those that check names and those that change
// them. Kinds that are not in it refer to nothing that is known here.
import { isStruct } from "../plain-value.ts";
import type { Plain, PlainStruct } from "../plain-value.ts";

type Step = string | number;

/** One object that names another. */
export interface Reference {
  /** Where the name stands in the object. */
  readonly path: readonly Step[];
  readonly kind: string;
  readonly name: string;
  /** Where it is looked for, if not in the object's own namespace. */
  readonly namespace?: string;
  /** It need not be there. */
  readonly isOptional?: boolean;
  /** The object makes it: nothing has to be there before. */
  readonly makes?: boolean;
  /** A key of its data that is read. */
  readonly key?: string;
  /** A port of the Service. */
  readonly port?: number | string;
}

/** A pod, or the template of one. */
export interface PodSpec {
  readonly path: readonly Step[];
  readonly spec: PlainStruct;
  readonly labels: PlainStruct;
}

const TEMPLATES: Readonly<Record<string, readonly Step[]>> = {
  Pod: [],
  Deployment: ["spec", "template"],
  StatefulSet: ["spec", "template"],
  DaemonSet: ["spec", "template"],
  ReplicaSet: ["spec", "template"],
  ReplicationController: ["spec", "template"],
  Job: ["spec", "template"],
  CronJob: ["spec", "jobTemplate", "spec", "template"],
};

export function podOf(object: PlainStruct): PodSpec | undefined {
  const at = TEMPLATES[String(object["kind"])];
  const template = at && read(object, at);
  const spec = isStruct(template) ? template["spec"] : undefined;
  if (at === undefined || !isStruct(spec)) return undefined;
  const labels = read(template, ["metadata", "labels"]);
  return { path: [...at, "spec"], spec, labels: isStruct(labels) ? labels : {} };
}

/** The labels of the pods that an object makes. */
export function podLabels(object: PlainStruct): Readonly<Record<string, string>> | undefined {
  return podOf(object)?.labels as Readonly<Record<string, string>> | undefined;
}

/** What a Service selects pods by; undefined for other objects. */
export function serviceSelector(object: PlainStruct): Readonly<Record<string, string>> | undefined {
  const selector = object["kind"] === "Service" ? read(object, ["spec", "selector"]) : undefined;
  return isStruct(selector) ? (selector as Readonly<Record<string, string>>) : undefined;
}

/** The containers of a pod, with where each stands. */
export function containersOf({ path, spec }: PodSpec): readonly { path: readonly Step[]; container: PlainStruct }[] {
  return ["initContainers", "containers"].flatMap((list) =>
    items(spec[list]).map(({ item, index }) => ({ path: [...path, list, index], container: item })),
  );
}

export function referencesOf(object: PlainStruct): Reference[] {
  const pod = podOf(object);
  return [...(pod === undefined ? [] : podReferences(pod)), ...(OF_KIND[String(object["kind"])]?.(object) ?? [])];
}

function podReferences(pod: PodSpec): Reference[] {
  const { path, spec } = pod;
  const found = new Finder(path, spec);
  found.name(["serviceAccountName"], "ServiceAccount");
  for (const { index } of items(spec["imagePullSecrets"])) found.name(["imagePullSecrets", index, "name"], "Secret");
  for (const { index, item } of items(spec["volumes"])) {
    const at = ["volumes", index];
    found.name([...at, "persistentVolumeClaim", "claimName"], "PersistentVolumeClaim");
    found.keyed([...at, "configMap"], "name", "ConfigMap");
    found.keyed([...at, "secret"], "secretName", "Secret");
    found.name([...at, "csi", "volumeAttributes", "secretProviderClass"], "SecretProviderClass");
    for (const source of items(read(item, ["projected", "sources"]))) {
      found.keyed([...at, "projected", "sources", source.index, "configMap"], "name", "ConfigMap");
      found.keyed([...at, "projected", "sources", source.index, "secret"], "name", "Secret");
    }
  }
  for (const { path: at, container } of containersOf(pod)) {
    const inner = at.slice(path.length);
    for (const { index } of items(container["envFrom"])) {
      found.keyed([...inner, "envFrom", index, "configMapRef"], "name", "ConfigMap");
      found.keyed([...inner, "envFrom", index, "secretRef"], "name", "Secret");
    }
    for (const { index } of items(container["env"])) {
      found.keyed([...inner, "env", index, "valueFrom", "configMapKeyRef"], "name", "ConfigMap");
      found.keyed([...inner, "env", index, "valueFrom", "secretKeyRef"], "name", "Secret");
    }
  }
  return found.found;
}

const OF_KIND: Readonly<Record<string, (object: PlainStruct) => Reference[]>> = {
  StatefulSet: (object) => {
    const found = new Finder([], object);
    found.name(["spec", "serviceName"], "Service", { isOptional: true });
    return found.found;
  },
  Ingress: (object) => {
    const found = new Finder([], object);
    const backend = (at: readonly Step[]): void => {
      const port = read(object, [...at, "port"]);
      const number = isStruct(port) ? (port["number"] ?? port["name"]) : undefined;
      found.name([...at, "name"], "Service", portOf(number));
    };
    backend(["spec", "defaultBackend", "service"]);
    for (const rule of items(read(object, ["spec", "rules"])))
      for (const { index } of items(read(rule.item, ["http", "paths"])))
        backend(["spec", "rules", rule.index, "http", "paths", index, "backend", "service"]);
    for (const { index } of items(read(object, ["spec", "tls"])))
      found.name(["spec", "tls", index, "secretName"], "Secret");
    return found.found;
  },
  HTTPRoute: routeReferences,
  GRPCRoute: routeReferences,
  TCPRoute: routeReferences,
  TLSRoute: routeReferences,
  HorizontalPodAutoscaler: (object) => {
    const found = new Finder([], object);
    const kind = read(object, ["spec", "scaleTargetRef", "kind"]);
    if (typeof kind === "string") found.name(["spec", "scaleTargetRef", "name"], kind);
    return found.found;
  },
  RoleBinding: bindingReferences,
  ClusterRoleBinding: bindingReferences,
  ServiceAccount: (object) => {
    const found = new Finder([], object);
    for (const list of ["secrets", "imagePullSecrets"])
      for (const { index } of items(object[list])) found.name([list, index, "name"], "Secret");
    return found.found;
  },
  ExternalSecret: (object) => {
    const found = new Finder([], object);
    const at: readonly Step[] = ["spec", "target", "name"];
    if (read(object, at) === undefined) return madeUnderItsName(object);
    found.name(at, "Secret", { makes: true });
    return found.found;
  },
  SealedSecret: madeUnderItsName,
  Certificate: (object) => {
    const found = new Finder([], object);
    found.name(["spec", "secretName"], "Secret", { makes: true });
    return found.found;
  },
  SecretProviderClass: (object) => {
    const found = new Finder([], object);
    for (const { index } of items(read(object, ["spec", "secretObjects"])))
      found.name(["spec", "secretObjects", index, "secretName"], "Secret", { makes: true });
    return found.found;
  },
};

/** A Secret of the object's own name. */
function madeUnderItsName(object: PlainStruct): Reference[] {
  const found = new Finder([], object);
  found.name(["metadata", "name"], "Secret", { makes: true });
  return found.found;
}

function routeReferences(object: PlainStruct): Reference[] {
  const found = new Finder([], object);
  for (const rule of items(read(object, ["spec", "rules"])))
    for (const { index, item } of items(rule.item["backendRefs"])) {
      const { kind = "Service", namespace, port } = item;
      const at = ["spec", "rules", rule.index, "backendRefs", index, "name"];
      const elsewhere = typeof namespace === "string" ? { namespace } : {};
      if (typeof kind === "string") found.name(at, kind, { ...elsewhere, ...portOf(port) });
    }
  return found.found;
}

function bindingReferences(object: PlainStruct): Reference[] {
  const found = new Finder([], object);
  const role = read(object, ["roleRef", "kind"]);
  if (typeof role === "string") found.name(["roleRef", "name"], role);
  for (const { index, item } of items(object["subjects"])) {
    const { kind, namespace } = item;
    if (kind === "ServiceAccount")
      found.name(["subjects", index, "name"], kind, typeof namespace === "string" ? { namespace } : {});
  }
  return found.found;
}

const portOf = (port: Plain | undefined): Pick<Reference, "port"> =>
  typeof port === "number" || typeof port === "string" ? { port } : {};

/** Collects references below a place of an object. */
class Finder {
  readonly found: Reference[] = [];
  readonly #path: readonly Step[];
  readonly #value: Plain;

  constructor(path: readonly Step[], value: Plain) {
    this.#path = path;
    this.#value = value;
  }

  name(at: readonly Step[], kind: string, more: Partial<Reference> = {}): void {
    const name = read(this.#value, at);
    if (typeof name === "string" && name !== "") this.found.push({ path: [...this.#path, ...at], kind, name, ...more });
  }

  /** One that may read a key, or several, and may be optional. */
  keyed(at: readonly Step[], field: string, kind: string): void {
    const source = read(this.#value, at);
    if (!isStruct(source)) return;
    const isOptional = source["optional"] === true ? { isOptional: true } : {};
    const keys = [source["key"], ...items(source["items"]).map(({ item }) => item["key"])];
    const read_ = keys.filter((key) => typeof key === "string");
    if (read_.length === 0) this.name([...at, field], kind, isOptional);
    for (const key of read_) this.name([...at, field], kind, { ...isOptional, key });
  }
}

function items(list: Plain | undefined): readonly { index: number; item: PlainStruct }[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly Plain[]).flatMap((item, index) => (isStruct(item) ? [{ index, item }] : []));
}

export function read(value: Plain | undefined, path: readonly Step[]): Plain | undefined {
  let here = value;
  for (const step of path) {
    if (Array.isArray(here)) here = (here as readonly Plain[])[Number(step)];
    else here = isStruct(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/** The same object with another text in one place. */
export function withText(value: Plain, path: readonly Step[], text: string): Plain {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (typeof step === "number") {
    const list = value as readonly Plain[];
    return list.with(step, withText(list[step]!, rest, text));
  }
  const struct = value as PlainStruct;
  return { ...struct, [step]: withText(struct[step]!, rest, text) };
}
