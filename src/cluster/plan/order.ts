// In which order objects are applied: by kind, by what they refer to, by what their annotations ask for. Waves follow
// each other; what must be ready before a wave begins is part of it.
import { clusterCode, tell, advise } from "../../source/index.ts";
import type { Diagnostic, Outcome } from "../../source/index.ts";
import { isRecord, listAt, nameOf, textAt } from "../kube-object.ts";
import type { KubeObject, ObjectId } from "../kube-object.ts";
import type { PreparedObject } from "./prepare-objects.ts";

interface Wave {
  readonly objects: readonly PreparedObject[];
  /** Keys of objects of earlier waves that must be ready, and objects outside of the release that must be there. */
  readonly needsReady: readonly string[];
  readonly needsOutside: readonly OutsideNeed[];
}

export interface OutsideNeed {
  readonly id: Omit<ObjectId, "group">;
  readonly state: "present" | "ready";
  readonly of: string;
}

type Orderable = Pick<PreparedObject, "id" | "key" | "object" | "component" | "after" | "policy">;

const STAGES: ReadonlyMap<string, number> = new Map(
  [
    ["Namespace"],
    ["CustomResourceDefinition"],
    ["PriorityClass", "StorageClass", "RuntimeClass", "IngressClass", "GatewayClass"],
    ["ServiceAccount", "ClusterRole", "Role", "ResourceQuota", "LimitRange", "NetworkPolicy"],
    ["ClusterRoleBinding", "RoleBinding"],
    ["ConfigMap", "Secret", "PersistentVolume", "PersistentVolumeClaim"],
    ["Service"],
    ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Pod", "Job", "CronJob", "ReplicationController"],
    ["HorizontalPodAutoscaler", "PodDisruptionBudget", "Ingress"],
    [], // custom resources
    ["APIService"],
    [
      "ValidatingWebhookConfiguration",
      "MutatingWebhookConfiguration",
      "ValidatingAdmissionPolicy",
      "MutatingAdmissionPolicy",
    ],
    ["ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding"],
  ].flatMap((kinds, stage) => kinds.map((kind): [string, number] => [kind, stage])),
);
const WORKLOADS = 7;
const CUSTOM = 9;
const GATES = 11;

/** Ordinary kinds have a place; what else there is are custom resources, which come after workloads. */
function stageOf({ kind }: Pick<ObjectId, "kind">): number {
  return STAGES.get(kind) ?? CUSTOM;
}

/** Workloads and custom resources: what has a life of its own. */
const runs = (id: ObjectId): boolean => stageOf(id) === WORKLOADS || stageOf(id) === CUSTOM;

interface Edge {
  readonly to: string;
  readonly ready: boolean;
}

export function orderObjects<T extends Orderable>(
  objects: readonly T[],
): Outcome<readonly (Omit<Wave, "objects"> & { readonly objects: readonly T[] })[]> {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const find = (kind: string, namespace: string, name: string): T | undefined =>
    objects.find(
      ({ id }) => id.kind === kind && id.name === name && (id.namespace === namespace || id.namespace === ""),
    );
  const running = new Map<string, T[]>();
  for (const object of objects)
    if (runs(object.id)) running.set(object.component, [...(running.get(object.component) ?? []), object]);
  const edges = new Map<string, Edge[]>();
  const outside = new Map<string, OutsideNeed[]>();
  for (const object of objects) {
    const list: Edge[] = [];
    for (const { kind, namespace, name, state } of object.policy.dependsOn) {
      const id = { kind, namespace: namespace || object.id.namespace, name };
      const target = find(kind, id.namespace, name);
      if (target !== undefined) list.push({ to: target.key, ready: state === "ready" });
      else outside.set(object.key, [...(outside.get(object.key) ?? []), { id, state, of: nameOf(object.id) }]);
    }
    for (const { kind, name } of referencesOf(object.object)) {
      const target = find(kind, object.id.namespace, name);
      if (target !== undefined && target.key !== object.key) list.push({ to: target.key, ready: false });
    }
    // What a component runs starts when what it requires runs; its configuration may be there before.
    if (runs(object.id))
      for (const component of object.after)
        for (const other of running.get(component) ?? [])
          if (component !== object.component) list.push({ to: other.key, ready: true });
    edges.set(object.key, list);
  }
  const ranks = rankAll(objects, edges, byKey);
  if (ranks.value === undefined) return { diagnostics: ranks.diagnostics };
  const waves = new Map<number, T[]>();
  for (const object of objects) {
    const rank = ranks.value.get(object.key)!;
    const wave = waves.get(rank);
    if (wave === undefined) waves.set(rank, [object]);
    else wave.push(object);
  }
  const ordered = [...waves].sort(([a], [b]) => a - b).map(([, list]) => list);
  const value = ordered.map((list, i) => {
    const needs = new Set(
      list.flatMap((object) =>
        edges
          .get(object.key)!
          .filter(({ ready }) => ready)
          .map(({ to }) => to),
      ),
    );
    const earlier = ordered.slice(0, i).flat();
    for (const object of earlier) if (mustBeReady(object.id, list)) needs.add(object.key);
    return {
      objects: [...list].sort((a, b) => (a.key < b.key ? -1 : 1)),
      needsReady: [...needs].sort(),
      needsOutside: list.flatMap((object) => outside.get(object.key) ?? []),
    };
  });
  return { value, diagnostics: [] };
}

/** Barriers: a namespace or kind before what lives in it, and everything that runs before what can block the cluster. */
function mustBeReady(id: ObjectId, next: readonly Orderable[]): boolean {
  if (id.kind === "Namespace") return next.some((object) => object.id.namespace === id.name);
  if (id.kind === "CustomResourceDefinition") return next.some((object) => stageOf(object.id) === CUSTOM);
  const gates = next.some((object) => stageOf(object.id) >= GATES);
  return gates && stageOf(id) < GATES && /^(Deployment|StatefulSet|DaemonSet|Pod|APIService)$/.test(id.kind);
}

function rankAll<T extends Orderable>(
  objects: readonly T[],
  edges: ReadonlyMap<string, readonly Edge[]>,
  byKey: ReadonlyMap<string, T>,
): Outcome<ReadonlyMap<string, number>> {
  const ranks = new Map<string, number>();
  const open: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const rank = (object: T): number => {
    const known = ranks.get(object.key);
    if (known !== undefined) return known;
    const at = open.indexOf(object.key);
    if (at >= 0) {
      const names = [...open.slice(at), object.key].map((key) => nameOf(byKey.get(key)!.id));
      diagnostics.push({
        ...tell(clusterCode.cycle, "objects wait for each other in a circle: {names}", { names: names.join(" → ") }),
        severity: "error",
        hint: advise(clusterCode.cycle, "one of the depends-on annotations has to go, or what a component requires"),
      });
      return 0;
    }
    open.push(object.key);
    let out = stageOf(object.id) * 1000 + object.policy.weight;
    for (const { to } of edges.get(object.key)!) {
      const before = rank(byKey.get(to)!);
      if (diagnostics.length > 0) break;
      out = Math.max(out, before + 1);
    }
    open.pop();
    ranks.set(object.key, out);
    return out;
  };
  for (const object of objects) if (diagnostics.length === 0) rank(object);
  return diagnostics.length > 0 ? { diagnostics } : { value: ranks, diagnostics };
}

/** What an object names, of the kinds that such a field can only mean. */
export function referencesOf(object: KubeObject): { kind: string; name: string }[] {
  const out: { kind: string; name: string }[] = [];
  const add = (kind: string, name: string): void => {
    if (name !== "") out.push({ kind, name });
  };
  switch (object.kind) {
    case "RoleBinding":
    case "ClusterRoleBinding":
      add(textAt(object, "roleRef", "kind"), textAt(object, "roleRef", "name"));
      break;
    case "HorizontalPodAutoscaler":
      add(textAt(object, "spec", "scaleTargetRef", "kind"), textAt(object, "spec", "scaleTargetRef", "name"));
      break;
    case "Ingress":
      for (const rule of listAt(object, "spec", "rules"))
        for (const path of listAt(rule, "http", "paths")) add("Service", textAt(path, "backend", "service", "name"));
      break;
    default:
  }
  const template = object.kind === "CronJob" ? ["spec", "jobTemplate", "spec", "template"] : ["spec", "template"];
  const pod = object.kind === "Pod" ? ["spec"] : [...template, "spec"];
  add("ServiceAccount", textAt(object, ...pod, "serviceAccountName"));
  for (const volume of listAt(object, ...pod, "volumes")) {
    add("ConfigMap", textAt(volume, "configMap", "name"));
    add("Secret", textAt(volume, "secret", "secretName"));
    add("PersistentVolumeClaim", textAt(volume, "persistentVolumeClaim", "claimName"));
  }
  for (const list of ["initContainers", "containers"])
    for (const container of listAt(object, ...pod, list)) {
      for (const from of listAt(container, "envFrom")) {
        add("ConfigMap", textAt(from, "configMapRef", "name"));
        add("Secret", textAt(from, "secretRef", "name"));
      }
      for (const variable of listAt(container, "env")) {
        const from = isRecord(variable) ? variable["valueFrom"] : undefined;
        add("ConfigMap", textAt(from, "configMapKeyRef", "name"));
        add("Secret", textAt(from, "secretKeyRef", "name"));
      }
    }
  return out;
}
