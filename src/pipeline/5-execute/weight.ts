import type { Manifest } from "./manifest.ts";

// The order in which objects are applied: what others need comes first. By kind; "group/kind" where a kind is not unique.
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["CustomResourceDefinition", -100],
  ["Namespace", 0],
  ["ClusterRole", 5],
  ["ClusterRoleBinding", 5],
  ["ServiceAccount", 10],
  ["Role", 10],
  ["RoleBinding", 10],
  ["Secret", 15],
  ["ConfigMap", 15],
  ["StorageClass", 20],
  ["PersistentVolume", 20],
  ["PersistentVolumeClaim", 20],
  ["Service", 50],
  ["Deployment", 100],
  ["StatefulSet", 100],
  ["DaemonSet", 100],
  ["ReplicaSet", 100],
  ["Job", 110],
  ["CronJob", 110],
  ["Ingress", 150],
  ["NetworkPolicy", 150],
  ["HorizontalPodAutoscaler", 200],
  ["VerticalPodAutoscaler", 200],
  ["PodDisruptionBudget", 200],
  ["MutatingWebhookConfiguration", 500],
  ["ValidatingWebhookConfiguration", 500],
]);

const OTHER = 1000;

// Kinds that others named so too: the same word means something else in another group.
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Service", [""]],
  ["Ingress", ["networking.k8s.io", "extensions"]],
]);

function weightOf(group: string, kind: string): number {
  const groups = GROUPS.get(kind);
  if (groups !== undefined && !groups.includes(group)) return OTHER;
  return WEIGHTS.get(kind) ?? OTHER;
}

/** By weight, then group, kind, namespace, name (PIPE-8). */
export function sortManifests(manifests: readonly Manifest[]): Manifest[] {
  return manifests
    .map((manifest) => ({ manifest, weight: weightOf(manifest.identity.group, manifest.identity.kind) }))
    .sort(
      (a, b) =>
        a.weight - b.weight ||
        compare(a.manifest.identity.group, b.manifest.identity.group) ||
        compare(a.manifest.identity.kind, b.manifest.identity.kind) ||
        compare(a.manifest.identity.namespace, b.manifest.identity.namespace) ||
        compare(a.manifest.identity.name, b.manifest.identity.name) ||
        compare(a.manifest.transformer, b.manifest.transformer),
    )
    .map(({ manifest }) => manifest);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
