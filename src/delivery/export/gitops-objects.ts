// Objects that tell Flux and Argo CD where rendered manifests are, and in which order they come.
import type { ReleaseFolder } from "./release-folders.ts";

export type Exported = Readonly<Record<string, unknown>>;

interface FluxOptions {
  /** Of all objects that are made. */
  readonly name: string;
  readonly namespace: string;
  /** `oci://HOST/REPOSITORY`, or the address of a git repository. */
  readonly source: string;
  readonly tag: string;
  /** Where the folder is in the source. */
  readonly path: string;
  readonly interval: string;
  /** A Secret with public keys: the artifact's signature is verified. */
  readonly keySecret?: string;
  readonly insecure: boolean;
}

/** The source, and one Kustomization for each release; `dependsOn` keeps the order of a bundle's instances. */
export function fluxObjects(releases: readonly ReleaseFolder[], options: FluxOptions): Exported[] {
  const { name, namespace, source, tag, path, interval, keySecret, insecure } = options;
  const oci = source.startsWith("oci://");
  const repository = {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: oci ? "OCIRepository" : "GitRepository",
    metadata: { name, namespace },
    spec: {
      interval,
      url: source,
      ref: oci ? { tag } : { branch: tag },
      ...(insecure && oci && { insecure: true }),
      ...(keySecret !== undefined && oci && { verify: { provider: "cosign", secretRef: { name: keySecret } } }),
    },
  };
  const sourceRef = { kind: repository.kind, name };
  return [
    repository,
    ...releases.map((release) => ({
      apiVersion: "kustomize.toolkit.fluxcd.io/v1",
      kind: "Kustomization",
      metadata: { name: objectName(name, release.path), namespace },
      spec: {
        interval,
        sourceRef,
        path: `./${[path, release.path].filter((part) => part !== "").join("/")}`,
        prune: true,
        wait: true,
        timeout: "5m",
        ...(release.after.length > 0 && {
          dependsOn: release.after.map((other) => ({ name: objectName(name, other) })),
        }),
      },
    })),
  ];
}

interface ArgoOptions {
  readonly name: string;
  readonly namespace: string;
  readonly project: string;
  readonly source: string;
  readonly revision: string;
  readonly path: string;
  /** The cluster's name in Argo CD, by environment (the first step of a release's path). */
  readonly cluster: (environment: string) => string | undefined;
}

/**
 * The same Kustomizations as steps of one ResourceSet of the Flux Operator: a step begins when all of the one before are
 * well, and one that fails holds the rest.
 */
export function fluxSteps(releases: readonly ReleaseFolder[], options: FluxOptions): Exported[] {
  const [repository, ...kustomizations] = fluxObjects(releases, options);
  const steps: Exported[][] = [];
  for (const [i, object] of kustomizations.entries()) {
    const { dependsOn: _, ...spec } = object["spec"] as Readonly<Record<string, unknown>>;
    (steps[depth(releases[i]!, releases)] ??= []).push({ ...object, spec });
  }
  return [
    {
      apiVersion: "fluxcd.controlplane.io/v1",
      kind: "ResourceSet",
      metadata: { name: options.name, namespace: options.namespace },
      spec: {
        steps: [
          { name: "source", resources: [repository] },
          ...steps.map((resources, i) => ({ name: `wave-${i + 1}`, resources })),
        ],
      },
    },
  ];
}

/**
 * One ApplicationSet with an element for each release. Where a bundle's instances have an order, they are rolled out in
 * that order, each wave when the one before is healthy.
 */
export function argoApplicationSet(releases: readonly ReleaseFolder[], options: ArgoOptions): Exported {
  const { name, namespace } = options;
  const elements = argoApplications(releases, options).map((application, i) => {
    const { metadata, spec } = application as {
      metadata: { name: string };
      spec: { source: { path: string }; destination: Readonly<Record<string, string>> };
    };
    const { server = "", name: cluster = "", namespace: into = "" } = spec.destination;
    const wave = String(depth(releases[i]!, releases));
    return { name: metadata.name, path: spec.source.path, server, cluster, namespace: into, wave };
  });
  const waves = [...new Set(elements.map(({ wave }) => wave))].sort((a, b) => Number(a) - Number(b));
  const one = argoApplications(releases.slice(0, 1), options)[0] as { spec: Readonly<Record<string, unknown>> };
  const WAVE = "opmodel.dev/wave";
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "ApplicationSet",
    metadata: { name, namespace },
    spec: {
      goTemplate: true,
      goTemplateOptions: ["missingkey=error"],
      generators: [{ list: { elements } }],
      ...(waves.length > 1 && {
        strategy: {
          type: "RollingSync",
          rollingSync: {
            steps: waves.map((wave) => ({ matchExpressions: [{ key: WAVE, operator: "In", values: [wave] }] })),
          },
        },
      }),
      template: {
        metadata: { name: "{{.name}}", labels: { [WAVE]: "{{.wave}}" } },
        spec: {
          ...one.spec,
          source: { ...(one.spec["source"] as object), path: "{{.path}}" },
          destination: { server: "{{.server}}", name: "{{.cluster}}", namespace: "{{.namespace}}" },
        },
      },
    },
  };
}

/** One Application for each release; a sync wave keeps the order of a bundle's instances. */
export function argoApplications(releases: readonly ReleaseFolder[], options: ArgoOptions): Exported[] {
  const { name, namespace, project, source, revision, path, cluster } = options;
  return releases.map((release) => {
    const [environment = ""] = release.path.split("/");
    const target = cluster(environment);
    const wave = depth(release, releases);
    return {
      apiVersion: "argoproj.io/v1alpha1",
      kind: "Application",
      metadata: {
        name: objectName(name, release.path),
        namespace,
        ...(wave > 0 && { annotations: { "argocd.argoproj.io/sync-wave": String(wave) } }),
      },
      spec: {
        project,
        source: {
          repoURL: source,
          targetRevision: revision,
          path: [path, release.path].filter((part) => part !== "").join("/"),
        },
        destination: {
          ...(target === undefined ? { server: "https://kubernetes.default.svc" } : { name: target }),
          ...(release.namespace !== "" && { namespace: release.namespace }),
        },
        syncPolicy: { automated: { prune: true, selfHeal: true }, syncOptions: ["ServerSideApply=true"] },
      },
    };
  });
}

/** How many releases come before it, one after the other. */
function depth({ after }: ReleaseFolder, releases: readonly ReleaseFolder[]): number {
  const inner = after.map((path) => releases.find((release) => release.path === path)).filter((r) => r !== undefined);
  return inner.length === 0 ? 0 : 1 + Math.max(...inner.map((release) => depth(release, releases)));
}

/** A folder for kustomize: resources in the order of applying, which it then keeps. */
export function kustomization(resources: readonly string[]): Exported {
  return {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources,
    sortOptions: { order: "fifo" },
  };
}

/** Namespaces that objects are in and that none of them makes. */
export function missingNamespaces(releases: readonly ReleaseFolder[]): string[] {
  const made = new Set<string>();
  const used = new Set<string>();
  for (const { objects } of releases)
    for (const { object } of objects) {
      const { name, namespace } = (object["metadata"] ?? {}) as { name?: unknown; namespace?: unknown };
      if (object["kind"] === "Namespace") made.add(String(name));
      if (typeof namespace === "string" && namespace !== "") used.add(namespace);
    }
  return [...used].filter((name) => !made.has(name) && name !== "default").sort();
}

export const namespaceObject = (name: string): Exported => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name },
});

/** Images of pod templates, wherever they are. */
export function imagesOf(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (node: unknown, key: string): void => {
    if (Array.isArray(node)) {
      for (const item of node) {
        const image = /^(?:init|ephemeral)?[cC]ontainers$/.test(key)
          ? (item as { image?: unknown } | null)?.image
          : undefined;
        if (typeof image === "string") found.add(image);
        visit(item, "");
      }
    } else if (typeof node === "object" && node !== null)
      for (const [name, inner] of Object.entries(node)) visit(inner, name);
  };
  visit(value, "");
  return [...found].sort();
}

/** Names of objects: lower case, at most 63 characters, and distinct where they are cut. */
export function objectName(prefix: string, path: string): string {
  const name = [prefix, ...path.split("/")]
    .filter((part) => part !== "")
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (name.length <= 63) return name;
  let sum = 0x811c9dc5;
  for (const char of name) sum = Math.imul(sum ^ char.codePointAt(0)!, 0x01000193) >>> 0;
  return `${name.slice(0, 54).replace(/-+$/, "")}-${sum.toString(36).padStart(7, "0")}`;
}
